import { recallPaths } from '../../contract/recall'
import type { PathFinding } from '../../contract/search'
import type { PathScores, ScoredId } from './fuse'

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
