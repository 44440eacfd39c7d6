import { cosine } from '../../language'
import type { Candidate } from './candidate'
import { type FeatureInput, featureNames, type SentenceFeatures, wordFeatures } from './features'
import weights from './sentence-weights.json'

/** A candidate with what it is worth for a query, 0..1: 0.5 is what the best three sentences of a question are mostly worth. */
export interface WeighedSentence extends Omit<SentenceFeatures, 'row'> {
  readonly candidate: Candidate
  readonly score: number
  /** Id of the document that it stands in (`documentsOf`). */
  readonly document: string
  /** Cosine of query and sentence; null where it was not compared. */
  readonly similarity: number | null
}

const weightOf = Float64Array.from(featureNames, (name) => weights[name])
const meaningAt = featureNames.indexOf('meaning')
const worth = (row: Float64Array): number => row.reduce((sum, value, at) => sum + value * (weightOf[at] ?? 0), 0)

/** Sentences whose meaning is compared: encoding one takes milliseconds, and words tell what is far off. */
export const mostEncoded = 120

/** Worth that a sentence may lie below the best one: a fiftieth of its odds. Held-out facts hardly suffer from it. */
const widestLag = 4

/** Vectors of texts, null for those whose script the encoder does not know. */
export type Encode = (texts: readonly string[]) => Promise<readonly (Float32Array | null)[]>

/** Weighs sentences by words first and the best of them by meaning, too; best first, without what lies far behind. */
export async function weighSentences(input: FeatureInput, encode: Encode): Promise<WeighedSentence[]> {
  const features = wordFeatures(input)
  const items = input.candidates.map((candidate, at) => {
    const { row, ...shares } = features[at] as (typeof features)[number]
    return { candidate, row, shares, worth: worth(row), similarity: null as number | null }
  })
  const near = [...items].sort((a, b) => b.worth - a.worth).slice(0, mostEncoded)
  const [query = null, ...vectors] = await encode([input.query, ...near.map(({ candidate }) => candidate.sentence)])
  near.forEach((item, at) => {
    const vector = vectors[at] ?? null
    if (query === null || vector === null) return
    item.similarity = cosine(query, vector)
    item.row[meaningAt] = item.similarity
    item.worth = worth(item.row)
  })
  const best = Math.max(...items.map((item) => item.worth))
  return items
    .filter((item) => item.worth >= best - widestLag)
    .sort((a, b) => b.worth - a.worth)
    .map(({ candidate, worth: own, shares, similarity }) => ({
      candidate,
      document: input.reading.documentOf.get(candidate.hit.passageId)?.id ?? '',
      score: 1 / (1 + Math.exp(weights.half - own)),
      ...shares,
      similarity,
    }))
}
