import { type Background, contentWords, isAskingVerb, vagueWords, type Word } from '../../language'

/** A term of the query with its weight. */
export interface WeightedTerm {
  readonly word: Word
  readonly weight: number
}

/** Added to each word's rarity, so that one rare word does not outweigh all others together. */
const leastWeight = 0.6

const switched = /\b(?:switch|turn)(?:es|s|ed|ing)?((?: [\p{L}\p{N}_-]+){1,5}?) (on|off)\b/giu

/** What `how large can … get` and its like ask for, in the words that answers have. */
const sizes: readonly (readonly [RegExp, string])[] = [
  [/\bhow (?:large|big) (?:can|may|could) (.+?) (?:be|become|get|grow)\b/iu, 'maximum size of $1'],
  [/\bhow long (?:can|may|could) (.+?) be\b/iu, 'maximum length of $1'],
  [/\bhow many (.+?) (?:can|may|could) (?:i|we|you|one|there)?\b/iu, 'maximum number of $1 '],
]

/** `timeit.repeat`: a text on it mostly says `timeit`, and `repeat` under its heading. */
const dotted = /(?<![\p{L}\p{N}_./])\p{L}[\p{L}\p{N}_]{2,}(?:\.\p{L}[\p{L}\p{N}_]{2,})+(?![\p{L}\p{N}_/]|\.\S)/gu
const withParts = (query: string): string => query.replace(dotted, (name) => `${name} ${name.replaceAll('.', ' ')}`)

/** `Switch the checks off` as `disable the checks`, `how large can a file get` as `maximum size of a file`: as texts that answer have it. */
export const inPlainWords = (query: string): string =>
  sizes.reduce(
    (text, [asked, said]) => text.replace(asked, said),
    withParts(query).replace(
      switched,
      (_, what: string, state: string) => `${/on/i.test(state) ? 'enable' : 'disable'}${what}`,
    ),
  )

/** What a question asks how to do: in `How do I enable foreign keys?` enabling. */
const doing =
  /(?:\bhow (?:do|can|could|should|would|must|might|to)\b(?: (?:i|we|you|one|they|people)\b)?|如何|怎么样?|怎样)(.*)$/i
export const actionOf = (question: string): Word | undefined => contentWords(doing.exec(question)?.[1] ?? '')[0]

/** `moving`, `measured`: a form that says what is asked, where the bare verb may only be asked with. */
export const isInflected = ({ surface }: Word): boolean => /(ed|ing)$/i.test(surface)

/** What a price and a length of time are asked with: their answers have a sum of money and a number of days instead. */
const measuring: readonly (readonly [asks: RegExp, word: RegExp])[] = [
  [/\bhow much\b|\bcost\s*\?*$/i, /^(costs?|charged?|pay|paid|spend|spent)$/i],
  [/\bhow long\b/i, /^long$/i],
]

/** The query's content words once each, weighted by how rare they are in the library. */
export function weightTerms(query: string, background: Background): WeightedTerm[] {
  const terms = new Map<string, WeightedTerm>()
  const plain = inPlainWords(query)
  const action = actionOf(plain)?.stem
  for (const word of contentWords(plain)) {
    // A compound Han word says more than a single character; a number in a question is nearly always meant.
    const length = word.isHan ? Math.min(1.6, 0.4 + 0.4 * word.stem.length) : 1
    // `How does it move`: a bare verb is rare for being asked with, which says nothing of what is asked. `How is it
    // measured` asks for the measuring.
    const isAsked =
      (isAskingVerb(word) && word.stem !== action) ||
      vagueWords.has(word.surface.toLowerCase()) ||
      measuring.some(([asks, measure]) => asks.test(plain) && measure.test(word.surface))
    const rarity = leastWeight + background.idf(word.stem)
    const isBare = isAsked && !word.isHan && !isInflected(word)
    const weight = isBare ? 0.6 * leastWeight : isAsked ? 0.5 * rarity : rarity
    if (!terms.has(word.stem)) terms.set(word.stem, { word, weight: weight * length })
  }
  return [...terms.values()]
}
