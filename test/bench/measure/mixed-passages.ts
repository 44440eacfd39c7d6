import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from './material'

/** A passage put together from sentences of two real ones. */
export interface MixedPassage {
  readonly text: string
  /** The real passages that it is mixed from. */
  readonly of: readonly [number, number]
}

/** Real passages, their sentences as questions, and as many more passages mixed from them as are asked for. */
export interface MixedMaterial {
  readonly real: readonly string[]
  readonly questions: readonly string[]
  /** Passage `index` of any number: the first are the real ones. */
  passage(index: number): MixedPassage
}

const readable = /\.(?:md|txt|html?)$/i
const wordsPerPassage = 80

/** Reads a folder's texts (markup cut out) into at most `most` passages of about 80 words. Throws where there are none. */
export function readMaterial(directory: string, most: number): MixedMaterial {
  const passages: string[][] = []
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
  for (const file of entries.filter((entry) => entry.isFile() && readable.test(entry.name))) {
    if (passages.length >= most * 4) break
    const text = readFileSync(join(file.parentPath, file.name), 'utf8')
      .replace(/<(script|style)\b[^>]*>[^<]*/gi, ' ')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/&\w+;/g, ' ')
    let sentences: string[] = []
    let words = 0
    for (const sentence of text.split(/(?<=[.!?])\s+/)) {
      const plain = sentence.trim().split(/\s+/)
      if (plain.length < 5 || plain.length > 60) continue
      sentences.push(plain.join(' '))
      words += plain.length
      if (words < wordsPerPassage) continue
      passages.push(sentences)
      sentences = []
      words = 0
    }
  }
  if (passages.length === 0) throw new Error(`No text in ${directory}.`)
  // Of all documents, not of the first ones.
  const step = Math.max(1, Math.floor(passages.length / most))
  const real = passages.filter((_, index) => index % step === 0).slice(0, most)
  return {
    real: real.map((sentences) => sentences.join(' ')),
    questions: real.flatMap((sentences) => {
      const words = sentences.at(-1)!.split(' ')
      return words.length < 8 ? [] : [words.slice(0, 14).join(' ')]
    }),
    passage(index) {
      const random = seededRandom(index)
      const pick = (): number => Math.floor(random() * real.length)
      const [one, other] = [index < real.length ? index : pick(), pick()] as const
      if (index < real.length) return { text: real[one]!.join(' '), of: [one, one] }
      const half = (sentences: readonly string[], from: number): readonly string[] =>
        sentences.slice(...(from === 0 ? [0, Math.ceil(sentences.length / 2)] : [Math.ceil(sentences.length / 2)]))
      const mixed = [...half(real[one]!, 0), ...half(real[other]!, 1)]
      return { text: mixed.join(' '), of: [one, other] }
    },
  }
}
