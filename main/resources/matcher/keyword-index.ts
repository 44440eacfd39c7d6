/**
 * BM25F (Robertson, Zaragoza and Taylor 2004): a word's occurrences in the fields of a thing are added up by the fields'
 * weights before they are saturated.
 */
export interface KeywordSettings {
  /** BM25's k1: occurrences beyond so many add ever less. */
  readonly saturation: number
  /** BM25's b, 0..1: how far long texts are held against a thing. */
  readonly lengthShare: number
}
const textSettings: KeywordSettings = { saturation: 2, lengthShare: 0.75 }

/** A score is told as a share of what so many words would give that nothing else has: of 1,000 sentences 10 have more. */
const wordsOfFullScore = 5

export interface WeightedField {
  readonly stems: readonly string[]
  readonly weight: number
}

/** BM25F of one sentence. */
export interface KeywordScores {
  /** 0 where the thing has none of the words. */
  of(id: string): number
  /** The things with the highest scores that `offered` lets through, at most `limit`, best first; ties by id. */
  best(limit: number, offered: (id: string) => boolean): string[]
}

/** Words of things, kept in memory. Setting or removing a thing costs as much as it has words, whatever the others. */
export interface KeywordIndex {
  readonly size: number
  set(id: string, fields: readonly WeightedField[]): void
  remove(id: string): void
  clear(): void
  /** Holds until the next change. */
  score(stems: ReadonlySet<string>): KeywordScores
  /** What a score is a share of: of so many things. */
  readonly fullScore: number
  has(id: string, stem: string): boolean
}

interface Entry {
  readonly id: string
  readonly frequencies: ReadonlyMap<string, number>
  readonly length: number
}

export function createKeywordIndex({ saturation, lengthShare }: KeywordSettings = textSettings): KeywordIndex {
  /** Things by place: numbers are added up ten times as fast as entries of a map. */
  const entries: (Entry | null)[] = []
  const free: number[] = []
  const places = new Map<string, number>()
  const postings = new Map<string, Map<number, number>>()
  let totalLength = 0

  function remove(id: string): void {
    const place = places.get(id)
    if (place === undefined) return
    const { frequencies, length } = entries[place]!
    entries[place] = null
    free.push(place)
    places.delete(id)
    totalLength -= length
    for (const stem of frequencies.keys()) {
      const list = postings.get(stem)
      list?.delete(place)
      if (list?.size === 0) postings.delete(stem)
    }
  }

  return {
    get size() {
      return places.size
    },
    get fullScore() {
      return wordsOfFullScore * Math.log(1 + places.size)
    },
    set(id, fields) {
      remove(id)
      const frequencies = new Map<string, number>()
      let length = 0
      for (const { stems, weight } of fields) {
        for (const stem of stems) frequencies.set(stem, (frequencies.get(stem) ?? 0) + weight)
        length += stems.length * weight
      }
      const place = free.pop() ?? entries.length
      entries[place] = { id, frequencies, length }
      places.set(id, place)
      totalLength += length
      for (const [stem, frequency] of frequencies) {
        let list = postings.get(stem)
        if (list === undefined) {
          list = new Map()
          postings.set(stem, list)
        }
        list.set(place, frequency)
      }
    },
    remove,
    clear() {
      entries.length = 0
      free.length = 0
      places.clear()
      postings.clear()
      totalLength = 0
    },
    score(stems) {
      const count = places.size
      const meanLength = totalLength / Math.max(1, count)
      const sums = new Float64Array(entries.length)
      for (const stem of stems) {
        const list = postings.get(stem)
        if (list === undefined) continue
        const rarity = Math.log(1 + (count - list.size + 0.5) / (list.size + 0.5))
        for (const [place, frequency] of list) {
          const norm = saturation * (1 - lengthShare + (lengthShare * entries[place]!.length) / meanLength)
          sums[place] = sums[place]! + (rarity * frequency * (saturation + 1)) / (frequency + norm)
        }
      }
      return {
        of(id) {
          const place = places.get(id)
          return place === undefined ? 0 : (sums[place] ?? 0)
        },
        best: (limit, offered) => best(sums, limit, (place) => entries[place]?.id ?? null, { above: 0, offered }),
      }
    },
    has(id, stem) {
      const place = places.get(id)
      return place !== undefined && (entries[place]?.frequencies.has(stem) ?? false)
    },
  }
}

/**
 * Ids of the highest scores, best first, ties by id: a short list is kept in order while the scores go by, which for a
 * hundred of ten thousand is a tenth of the time that sorting takes.
 */
function best(
  scores: Float64Array | Float32Array,
  limit: number,
  idAt: (place: number) => string | null,
  { above, offered }: { readonly above: number; readonly offered: (id: string) => boolean },
): string[] {
  const kept: { readonly id: string; readonly score: number }[] = []
  let threshold = above
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place]!
    if (score <= above || score < threshold) continue
    const id = idAt(place)
    if (id === null || !offered(id)) continue
    let low = 0
    let high = kept.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = kept[middle]!
      if (other.score > score || (other.score === score && other.id < id)) low = middle + 1
      else high = middle
    }
    if (low === limit) continue
    kept.splice(low, 0, { id, score })
    if (kept.length > limit) kept.pop()
    if (kept.length === limit) threshold = kept[limit - 1]!.score
  }
  return kept.map(({ id }) => id)
}
