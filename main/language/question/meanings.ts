import { splitSentences } from '../../../contract/report/sentences'

/** What a person means by a name of theirs. */
export interface Meaning {
  readonly name: string
  readonly meaning: string
}

/** Between a name and what is meant by it. */
const marker = / (?:i|we) mean | (?:stands|is short) for |是指/i
/** Before a name. */
const cue = /\b(?:by|with|that) |说的|所谓|[:：,，]/i
const quotes = /[“”"‘’「」]/g
const article = /^(?:the|an?) /i
const mostCharacters = { name: 60, meaning: 160 } as const

/** The names that texts explain: “by the probe we mean run 14”, “我们说的“猎鹰”是指格拉茨的学校”. */
export function meaningsIn(texts: readonly string[]): Meaning[] {
  const sentences = texts.flatMap((text) => splitSentences(text).map(({ start, end }) => text.slice(start, end)))
  return sentences.flatMap((sentence) => {
    const found = marker.exec(sentence)
    if (found === null) return []
    const before = sentence.slice(0, found.index).split(cue).at(-1) ?? ''
    const after = sentence.slice(found.index + found[0].length).replace(/[.;!?。；！？]$/u, '')
    const [name = '', meaning = ''] = [before, after].map((part) =>
      part.replace(quotes, '').trim().replace(article, ''),
    )
    const isTold = name.length > 1 && name.length <= mostCharacters.name && meaning !== ''
    return isTold && meaning.length <= mostCharacters.meaning ? [{ name, meaning }] : []
  })
}

/** A text with what its person means in the place of their names. */
export const withMeanings = (text: string, meanings: readonly Meaning[]): string =>
  meanings.reduce((read, { name, meaning }) => {
    const at = placeOf(read, name)
    return at < 0 ? read : read.slice(0, at) + meaning + read.slice(at + name.length)
  }, text)

/** Whether a text speaks of something by that name. */
export const isNamed = (text: string, { name }: Meaning): boolean => placeOf(text, name) >= 0

const isOfWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{Script=Latin}\p{N}]/u.test(character)

/** Where a name stands first, not within another word (in Chinese a word has no end); -1 where it does not. */
function placeOf(text: string, name: string): number {
  const [lower, sought] = [text.toLowerCase(), name.toLowerCase()]
  if (lower.length !== text.length) return -1
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + 1)) {
    if (!isOfWord(lower[at - 1]) && !isOfWord(lower[at + sought.length])) return at
  }
  return -1
}
