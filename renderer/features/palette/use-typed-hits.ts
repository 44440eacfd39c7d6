import { useEffect, useRef, useState } from 'react'
import type { RecallAsTyped, RecallHit } from '../../../contract/recall'
import { quarry, useCurrentProject } from '../../bridge'

/** Hits of a query that is being typed, and the query that they are of: an earlier one's stand until the next come. */
export interface TypedHits extends RecallAsTyped {
  readonly query: string
}

/**
 * Hits while a query is typed; null asks nothing. Main stops working on a query as soon as another is typed.
 * @param chosen the passage that a person has come to, whose row stays where it is when better hits come
 */
export function useTypedHits(query: string | null, chosen: number | null): TypedHits | null {
  const projectId = useCurrentProject()
  const [found, setFound] = useState<TypedHits | null>(null)
  const chosenNow = useRef(chosen)
  chosenNow.current = chosen
  useEffect(() => {
    if (query === null) return
    return quarry.subscribe('recall', projectId, query, (value) =>
      setFound((before) => ({
        ...value,
        query,
        hits: before?.query === query ? [...refineHits(before.hits, value.hits, chosenNow.current)] : value.hits,
      })),
    )
  }, [query, projectId])
  return found
}

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
