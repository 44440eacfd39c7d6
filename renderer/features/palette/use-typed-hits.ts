import { useEffect, useRef, useState } from 'react'
import type { RecallAsTyped } from '../../../contract/recall'
import { quarry, useCurrentProject } from '../../bridge'
import { refineHits } from './refine-hits'

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
