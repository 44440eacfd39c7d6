import { type RecallPath, recallPaths } from '../../contract/recall/recall'
import type { PathFinding } from '../../contract/recall/search'

/** A passage with its score on the way. */
export interface ScoredId {
  readonly id: number
  readonly score: number
}

/** What each path says of one passage, each in 0..1; null where the path was not used or has no say. */
export interface PathScores {
  readonly keyword: number | null
  readonly dense: number | null
  readonly feedback: number | null
  /** Of the section that the passage stands in. */
  readonly section: number | null
  /** Of the texts that are most like the passage's own. */
  readonly neighbours: number | null
  /** Of what the query names as it is written. */
  readonly named: number | null
}

/**
 * Shares of the paths in a passage's score. Scores are mixed and not ranks (reciprocal rank fusion): the dense path is
 * the weaker one, and ranks throw its confidence away. Chosen once, on Cranfield and CACM together, and the same
 * for every collection: 0.6 of feedback's changes nDCG@10 by less than 0.01 on either. Neighbours: decision 51. Named:
 * decision 52.
 */
export const pathShares = {
  keyword: 0.5,
  dense: 0.5,
  feedback: 0.25,
  section: 0.5,
  neighbours: 0.75,
  named: 3,
} as const satisfies Readonly<Record<RecallPath, number>>

/** Which paths answered beside the keywords, which always do. */
export type UsedPaths = Readonly<Record<Exclude<RecallPath, 'keyword'>, boolean>>

/**
 * Convex mix of the paths: `used` says which ones answered at all; the shares of the others fall to the keyword path,
 * if they are the first search's, or are left out. In 0..1 where the paths are.
 */
export function mix(scores: PathScores, used: UsedPaths): number {
  const keywordShare = pathShares.keyword + (used.dense ? 0 : pathShares.dense)
  let sum = keywordShare * (scores.keyword ?? 0)
  let total = keywordShare
  for (const path of recallPaths) {
    if (path === 'keyword' || !used[path]) continue
    sum += pathShares[path] * (scores[path] ?? 0)
    total += pathShares[path]
  }
  return sum / total
}

/** Scores as shares of the highest, which is how BM25 gets into 0..1. */
export function shareOfHighest(scores: ReadonlyMap<number, number>): Map<number, number> {
  let highest = 0
  for (const score of scores.values()) highest = Math.max(highest, score)
  return new Map(Array.from(scores, ([id, score]) => [id, highest === 0 ? 0 : score / highest]))
}

/** Best first; equal scores in the order in which the passages came into the index, so that answers are stable. */
export const byScore = (a: ScoredId, b: ScoredId): number => b.score - a.score || a.id - b.id

/** Scores of each path by passage. */
export type FoundBy = Readonly<Partial<Record<keyof PathScores, ReadonlyMap<number, number>>>>

/** What each path said of passages: its own score of it, the score that was mixed, and its rank there. */
export function findingsOf(
  hits: readonly (ScoredId & { readonly scores: PathScores })[],
  raw: Required<FoundBy>,
): Map<number, PathFinding[]> {
  const ranks = new Map(
    recallPaths.map((path) => [
      path,
      new Map([...raw[path]].sort(([, a], [, b]) => b - a).map(([id], index) => [id, index + 1])),
    ]),
  )
  return new Map(
    hits.map(({ id, scores }) => [
      id,
      [...ranks].flatMap(([path, rankOf]): PathFinding[] => {
        const [rank, score, said] = [rankOf.get(id), scores[path], raw[path].get(id)]
        return rank === undefined || score === null || said === undefined ? [] : [{ path, raw: said, score, rank }]
      }),
    ]),
  )
}
