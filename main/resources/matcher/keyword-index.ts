/**
 * BM25F (Robertson, Zaragoza and Taylor 2004): a word's occurrences in the fields of a thing are added up by the fields'
 * weights before they are saturated.
 */
const textSettings: KeywordSettings = { saturation: 2, lengthShare: 0.75 }
/** A score is told as a share of what so many words would give that nothing else has: of 1,000 sentences 1 has more. */
const wordsOfFullScore = 5

export interface KeywordSettings {
  /** BM25's k1: occurrences beyond so many add ever less. */
  readonly saturation: number
  /** BM25's b, 0..1: how far long texts are held against a thing. */
  readonly lengthShare: number
}

export interface WeightedField {
  readonly stems: readonly string[]
  readonly weight: number
}

/** Words of things, kept in memory. Setting or removing a thing costs as much as it has words, whatever the others. */
export interface KeywordIndex {
  readonly size: number
  set(id: string, fields: readonly WeightedField[]): void
  remove(id: string): void
  clear(): void
  /** BM25F of all things that have any of the words. */
  sums(stems: ReadonlySet<string>): Map<string, number>
  /** The same as shares 0..1 of a full score. */
  shares(stems: ReadonlySet<string>): Map<string, number>
  has(id: string, stem: string): boolean
}

interface Entry {
  readonly frequencies: ReadonlyMap<string, number>
  readonly length: number
}

export function createKeywordIndex({ saturation, lengthShare }: KeywordSettings = textSettings): KeywordIndex {
  const entries = new Map<string, Entry>()
  const postings = new Map<string, Map<string, number>>()
  let totalLength = 0

  function remove(id: string): void {
    const entry = entries.get(id)
    if (entry === undefined) return
    entries.delete(id)
    totalLength -= entry.length
    for (const stem of entry.frequencies.keys()) {
      const list = postings.get(stem)
      list?.delete(id)
      if (list?.size === 0) postings.delete(stem)
    }
  }

  function sums(stems: ReadonlySet<string>): Map<string, number> {
    const scores = new Map<string, number>()
    const count = entries.size
    const meanLength = totalLength / Math.max(1, count)
    for (const stem of stems) {
      const list = postings.get(stem)
      if (list === undefined) continue
      const rarity = Math.log(1 + (count - list.size + 0.5) / (list.size + 0.5))
      for (const [id, frequency] of list) {
        const relativeLength = entries.get(id)!.length / meanLength
        const norm = saturation * (1 - lengthShare + lengthShare * relativeLength)
        const gain = (rarity * frequency * (saturation + 1)) / (frequency + norm)
        scores.set(id, (scores.get(id) ?? 0) + gain)
      }
    }
    return scores
  }

  return {
    get size() {
      return entries.size
    },
    set(id, fields) {
      remove(id)
      const frequencies = new Map<string, number>()
      let length = 0
      for (const { stems, weight } of fields) {
        for (const stem of stems) frequencies.set(stem, (frequencies.get(stem) ?? 0) + weight)
        length += stems.length * weight
      }
      entries.set(id, { frequencies, length })
      totalLength += length
      for (const [stem, frequency] of frequencies) {
        let list = postings.get(stem)
        if (list === undefined) {
          list = new Map()
          postings.set(stem, list)
        }
        list.set(id, frequency)
      }
    },
    remove,
    clear() {
      entries.clear()
      postings.clear()
      totalLength = 0
    },
    sums,
    shares(stems) {
      const full = wordsOfFullScore * Math.log(1 + entries.size)
      const scores = sums(stems)
      for (const [id, score] of scores) scores.set(id, Math.min(1, score / full))
      return scores
    },
    has: (id, stem) => entries.get(id)?.frequencies.has(stem) ?? false,
  }
}
