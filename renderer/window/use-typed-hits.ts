import { useEffect, useRef, useState } from 'react'
import type { FoundHit, SearchedAsTyped, SearchQuery } from '../../contract/recall/search'
import { quarry } from '../bridge'

/** Hits of a query that is being typed, and the key of what they are of: an earlier one's stand until the next come. */
export interface TypedHits extends SearchedAsTyped {
  readonly key: string
}

export const keyOfQuery = (asked: SearchQuery): string => JSON.stringify(asked)

/**
 * Hits while a query is typed; null asks nothing. Main stops working on a query as soon as another is typed.
 * @param key of the query, see `keyOfQuery`
 * @param projectId of the library that is searched
 * @param chosen the passage that a person has come to, whose row stays where it is when better hits come
 */
export function useTypedHits(key: string | null, projectId: string, chosen: number | null): TypedHits | null {
  const [found, setFound] = useState<TypedHits | null>(null)
  const chosenNow = useRef(chosen)
  chosenNow.current = chosen
  useEffect(() => {
    if (key === null) return
    return quarry.subscribe('recall', projectId, key, (value) =>
      setFound((before) => ({
        ...value,
        key,
        hits: before?.key === key ? [...refineHits(before.hits, value.hits, chosenNow.current)] : value.hits,
      })),
    )
  }, [key, projectId])
  return found
}

/**
 * A list of hits once better ones are there. Down to the one that a person has come to, nothing moves: those rows stay,
 * and what is new comes below them.
 */
export function refineHits(
  shown: readonly FoundHit[],
  better: readonly FoundHit[],
  chosen: number | null,
): readonly FoundHit[] {
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

/** Whether no hit holds a word that was searched for: they are only what lies nearest. */
export const areByMeaningAlone = (hits: readonly Pick<FoundHit, 'reason'>[]): boolean =>
  hits.length > 0 && hits.every(({ reason }) => reason.keyword === null && reason.named === null)
