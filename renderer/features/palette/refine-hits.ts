import type { RecallHit } from '../../../contract/recall'

/**
 * A list of hits once better ones are there. Down to the one that a person has come to, nothing moves: those rows stay,
 * and what is new comes below them.
 */
export function refineHits(
  shown: readonly RecallHit[],
  better: readonly RecallHit[],
  chosen: number | null,
): readonly RecallHit[] {
  const at = shown.findIndex(({ passageId }) => passageId === chosen)
  if (at < 0) return better
  const byId = new Map(better.map((hit) => [hit.passageId, hit]))
  const kept = shown.slice(0, at + 1).map((hit) => byId.get(hit.passageId) ?? hit)
  const keptIds = new Set(kept.map(({ passageId }) => passageId))
  return [...kept, ...better.filter(({ passageId }) => !keptIds.has(passageId))].slice(
    0,
    Math.max(better.length, kept.length),
  )
}
