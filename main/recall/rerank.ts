import { toErrorShape } from '../../contract/errors'
import type { RecallNote } from '../../contract/recall/recall'
import type { Reranker } from '../inference'
import { byScore, type ScoredId } from './fuse'

/** As rerankers of BGE's kind are used; decision 49. */
export const rerankedHits = 50

interface Reranked {
  /** Of the first hits, in their order. */
  readonly scores: Float32Array
  readonly notes: readonly RecallNote[]
}

export const noneReranked: Reranked = { scores: new Float32Array(), notes: [] }

/** What fails or takes too long is told and left out: the hits are there without it. */
export async function rerank(
  reranker: Reranker,
  query: string,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Reranked> {
  try {
    const scores = await reranker.scores(query, texts, signal)
    const values = { model: reranker.id, count: scores.length, of: texts.length }
    return { scores, notes: scores.length < texts.length ? [{ kind: 'rerankedPartly', values }] : [] }
  } catch (error) {
    if (signal?.aborted) throw error
    return {
      ...noneReranked,
      notes: [{ kind: 'notReranked', values: { model: reranker.id, error: toErrorShape(error) } }],
    }
  }
}

/** The hits that were read by their new scores, before the others, which keep their order below. */
export function reordered<Hit extends ScoredId>(
  hits: readonly Hit[],
  scores: Float32Array,
): (Hit & { readonly rerank: number | null })[] {
  const read = hits.slice(0, scores.length).map((hit, at) => ({ ...hit, score: scores[at]!, rerank: scores[at]! }))
  const lowest = Math.min(1, ...scores)
  const others = hits.slice(scores.length).map((hit) => ({
    ...hit,
    score: scores.length === 0 ? hit.score : lowest * Math.min(1, hit.score),
    rerank: null,
  }))
  return [...read.sort(byScore), ...others]
}
