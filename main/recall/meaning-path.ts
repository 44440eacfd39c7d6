import type { Inference, SimilarityIndex } from '../inference'
import type { PassageScores, PathScope } from './keyword-path'

/** A model that encodes queries, and the vectors that it made of the passages: never another's. */
export interface SearchedModel {
  readonly inference: Pick<Inference, 'embed' | 'covers'>
  readonly similarity: Pick<SimilarityIndex, 'top' | 'scores'>
}

interface Nearest {
  readonly vector: Float32Array
  /** Cosines by passage. */
  readonly scores: PassageScores
}

/** The passages nearest to a query in meaning; null where the model has no vector for it. */
export async function nearest(
  { inference, similarity }: SearchedModel,
  query: string,
  depth: number,
  scope: PathScope,
): Promise<Nearest | null> {
  const [vector] = await inference.embed([query], { signal: scope.signal })
  if (vector === undefined) return null
  const found = await similarity.top(vector, depth, scope)
  return { vector, scores: new Map(found.map(({ passageId, score }) => [passageId, score])) }
}

/** With the cosines of passages that other paths found: without them a passage would count as unlike the query. */
export async function withMissing(
  { similarity }: SearchedModel,
  { vector, scores }: Nearest,
  ids: readonly number[],
  { signal }: PathScope,
): Promise<PassageScores> {
  const missing = ids.filter((id) => !scores.has(id))
  return missing.length === 0 ? scores : new Map([...scores, ...(await similarity.scores(vector, missing, { signal }))])
}
