import type { Token } from './read-question'

/** Where in a text something stands. */
export type TextPattern = 'contains' | 'starts with' | 'ends with'

const verbs: readonly (readonly [says: RegExp, op: TextPattern, needsNoun: boolean])[] = [
  [/^(?:start|starts|starting|started|begin|begins|beginning|began) with$/, 'starts with', false],
  [/^(?:end|ends|ending|ended) (?:with|in)$/, 'ends with', false],
  [/^(?:contain|contains|containing|contained|include|includes|including|included)$/, 'contains', false],
  [/^(?:has|have|having|with|using|include|includes|contain|contains)$/, 'contains', true],
]
const nouns = /^(?:letters?|words?|substring|string|phrase|characters?|prefix|suffix|text)$/

/** A part of a text that a question names: "contains the word 'Ltd'", "starting with A". */
export interface PatternAt {
  readonly op: TextPattern
  readonly text: string
  /** How many tokens say it. */
  readonly length: number
}

/** The part of a text that is named from a token on; null where none is. */
export function patternAt(tokens: readonly Token[], at: number): PatternAt | null {
  for (const [says, op, needsNoun] of verbs) {
    const words = needsNoun || op === 'contains' ? 1 : 2
    const said = tokens.slice(at, at + words)
    if (said.some(({ isQuoted }) => isQuoted) || !says.test(said.map(({ lower }) => lower).join(' '))) continue
    let next = at + words
    while (/^(?:the|a|an|either)$/.test(tokens[next]?.lower ?? '') && !tokens[next]!.isQuoted) next += 1
    const isNamed = tokens[next]?.isQuoted === false && nouns.test(tokens[next]!.lower)
    if (isNamed) next += 1
    const text = tokens[next]
    // "That have 'intro' in their name"
    const isIn =
      text?.isQuoted === true &&
      tokens[next + 1]?.lower === 'in' &&
      /^(?:the|its|their|his|her)$/.test(tokens[next + 2]?.lower ?? '') &&
      /^(?:name|title|description|text|label|comment|note)s?$/.test(tokens[next + 3]?.lower ?? '')
    if (text === undefined || (needsNoun && !isNamed && !isIn)) continue
    // "Contains Murray" may name what a row has; a letter alone is none.
    const isText = text.isQuoted || isNamed || (op !== 'contains' && (text.isCapital || text.text.length === 1))
    if (isText) return { op, text: text.text, length: next + 1 - at }
  }
  return null
}
