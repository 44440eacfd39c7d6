import { contentWords } from './words'

/**
 * How common words are in the library, from a sample of its passages. A word of the question that is everywhere tells
 * sentences apart less than one that is rare.
 */
export interface Background {
  readonly passages: number
  /** Inverse document frequency, ln(1 + (N - n + 0.5) / (n + 0.5)) as in BM25, over N sampled passages. */
  idf(stem: string): number
  /** Share of the sampled passages with the word, 0..1. */
  share(stem: string): number
}

export function createBackground(texts: readonly string[]): Background {
  const documents = new Map<string, number>()
  for (const text of texts) {
    for (const stem of new Set(contentWords(text).map((word) => word.stem)))
      documents.set(stem, (documents.get(stem) ?? 0) + 1)
  }
  const total = texts.length
  return {
    passages: total,
    idf(stem) {
      const count = documents.get(stem) ?? 0
      return Math.log(1 + (total - count + 0.5) / (count + 0.5))
    },
    share: (stem) => (total === 0 ? 0 : (documents.get(stem) ?? 0) / total),
  }
}
