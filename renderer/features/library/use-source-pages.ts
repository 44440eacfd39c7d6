import { useEffect, useMemo, useReducer, useRef } from 'react'
import type { ErrorShape } from '../../../contract/errors'
import type { SourceFilter, SourceState, SourceView } from '../../../contract/source'
import { quarry, toShape } from '../../bridge'

const pageSize = 100

interface Pages {
  total: number | null
  pages: Map<number, { revision: number; sources: SourceView[] }>
  error: ErrorShape | null
}

export interface SourcePages {
  /** How many sources match; null until the first answer. */
  total: number | null
  error: ErrorShape | null
  /** Grows with every answer. */
  readonly version: number
  at(index: number): SourceView | null
  /** Tells which rows are seen, so that their pages are asked for. */
  see(first: number, last: number): void
}

/**
 * The matching sources, page by page as they are seen. A new revision asks for seen pages again while the old
 * rows stay, so that a list of 10,000 that is being indexed neither flickers nor reads it all.
 */
export function useSourcePages(
  revision: number,
  text: string,
  states: readonly SourceState[] | undefined,
): SourcePages {
  const [version, redraw] = useReducer((count: number) => count + 1, 0)
  const question = JSON.stringify([text, states])
  const held = useRef<{ question: string; pages: Pages; asked: Map<number, number> } | null>(null)
  if (held.current?.question !== question) {
    held.current = { question, pages: { total: null, pages: new Map(), error: null }, asked: new Map() }
  }
  const now = held.current
  const seen = useRef({ first: 0, last: 0 })

  const ask = useRef<(page: number) => void>(() => {})
  ask.current = (page) => {
    const current = held.current
    if (!current || (current.asked.get(page) ?? -1) >= revision) return
    current.asked.set(page, revision)
    const filter: SourceFilter = { ...(text ? { text } : {}), ...(states ? { states: [...states] } : {}) }
    quarry.libraryList({ offset: page * pageSize, limit: pageSize, filter }).then(
      (answer) => {
        if (held.current !== current) return
        current.pages.total = answer.total
        current.pages.error = null
        current.pages.pages.set(page, { revision, sources: answer.sources })
        redraw()
      },
      (error: unknown) => {
        if (held.current !== current) return
        current.asked.delete(page)
        current.pages.error = toShape(error)
        redraw()
      },
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for what is seen whenever the question or the revision changes
  useEffect(() => {
    const { first, last } = seen.current
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page++) ask.current(page)
  }, [question, revision])

  return useMemo(
    () => ({
      version,
      get total() {
        return now.pages.total
      },
      get error() {
        return now.pages.error
      },
      at: (index) => now.pages.pages.get(Math.floor(index / pageSize))?.sources[index % pageSize] ?? null,
      see(first, last) {
        seen.current = { first, last }
        for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page++) ask.current(page)
      },
    }),
    [now, version],
  )
}
