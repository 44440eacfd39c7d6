import { type Background, contentWords, isAskingVerb, vagueWords, type Word } from '../../language'

/** A term of the query with its weight. */
export interface WeightedTerm {
  readonly word: Word
  readonly weight: number
}

/** Added to each word's rarity, so that one rare word does not outweigh all others together. */
const leastWeight = 0.6

/** The query's content words once each, weighted by how rare they are in the library. */
export function weightTerms(query: string, background: Background): WeightedTerm[] {
  const terms = new Map<string, WeightedTerm>()
  for (const word of contentWords(query)) {
    // A compound Han word says more than a single character; a number in a question is nearly always meant.
    const length = word.isHan ? Math.min(1.6, 0.4 + 0.4 * word.stem.length) : 1
    // `How does it move`: a bare verb is rare for being asked with, which says nothing of what is asked. `How is it
    // measured` asks for the measuring.
    const isAsked = isAskingVerb(word) || vagueWords.has(word.surface.toLowerCase())
    const rarity = leastWeight + background.idf(word.stem)
    const isBare = isAsked && !word.isHan && !/(ed|ing)$/i.test(word.surface)
    const weight = isBare ? 0.6 * leastWeight : isAsked ? 0.5 * rarity : rarity
    if (!terms.has(word.stem)) terms.set(word.stem, { word, weight: weight * length })
  }
  return [...terms.values()]
}
