import type { Direction } from '../pdf/geometry'
import type { RecognisedLine } from './recogniser'

/** A page read the right way round has characters of lines that are as sure as this (0 to 100), at least so many … */
const sure = 70
const leastCharacters = 20
/** … and this share of all. */
const leastShare = 0.5
/** A picture of which hardly a character was read is no page of text: it is not turned. */
const leastReadCharacters = 60
/** Shorter lines may be as high as wide. */
const leastLineCharacters = 4

const turns: readonly Direction[] = ['right', 'up', 'down', 'left']

/** Characters of lines that are sure and lie flat, and their share of all: the engine reads lines that run up or down, too. */
function sureness(lines: readonly RecognisedLine[]): {
  readonly all: number
  readonly characters: number
  readonly share: number
} {
  let all = 0
  let characters = 0
  for (const { words, bbox } of lines) {
    const length = words.reduce((sum, { text }) => sum + text.length, 0)
    const mean = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / length
    const isFlat = bbox.x1 - bbox.x0 > bbox.y1 - bbox.y0
    if (length < leastLineCharacters) continue
    all += length
    if (isFlat && mean >= sure) characters += length
  }
  return { all, characters, share: all === 0 ? 0 : characters / all }
}

/**
 * Reads a page's picture the way round that `likely` says, and, where that gives hardly a sure line, the other ways: the
 * one with most of them is taken. Null where there is no picture.
 */
export async function readTheRightWay<Read extends { readonly lines: readonly RecognisedLine[] }>(
  likely: Direction,
  read: (direction: Direction) => Promise<Read | null>,
): Promise<(Read & { readonly direction: Direction }) | null> {
  let best: (Read & { readonly direction: Direction }) | null = null
  let most = -1
  for (const direction of [likely, ...turns.filter((turn) => turn !== likely)]) {
    const found = await read(direction)
    if (found === null) return null
    const { all, characters, share } = sureness(found.lines)
    if (characters > most) {
      best = { ...found, direction }
      most = characters
    }
    if (all < leastReadCharacters || (characters >= leastCharacters && share >= leastShare)) break
  }
  return best
}
