import { useEffect, useMemo, useReducer, useRef } from 'react'
import type { ErrorShape } from '../../contract/error-shape'
import { toShape } from '../bridge'

const pageSize = 100

export interface Page<Row, Rest> {
  rows: Row[]
  total: number
  rest: Rest
}

export interface Pages<Row, Rest> {
  /** How many rows match; null until the first answer. */
  total: number | null
  /** What the newest answer said beside its rows. */
  rest: Rest | null
  error: ErrorShape | null
  /** Grows with every answer. */
  readonly version: number
  at(index: number): Row | null
  /** Tells which rows are seen, so that their pages are asked for. */
  see(first: number, last: number): void
}

interface Held<Row, Rest> {
  question: string
  total: number | null
  rest: Rest | null
  error: ErrorShape | null
  pages: Map<number, Row[]>
  asked: Map<number, number>
}

/**
 * Rows of a long list, page by page as they are seen. A new revision asks for seen pages again while the old rows
 * stay, so that a list of 10,000 that changes neither flickers nor reads it all. A new question starts anew.
 */
export function usePages<Row, Rest>(
  question: string,
  revision: number,
  ask: (offset: number, limit: number) => Promise<Page<Row, Rest>>,
): Pages<Row, Rest> {
  const [version, redraw] = useReducer((count: number) => count + 1, 0)
  const held = useRef<Held<Row, Rest> | null>(null)
  if (held.current?.question !== question) {
    // What the last question found stays countable until the new answer is there, so that nothing jumps.
    const rest = held.current?.rest ?? null
    held.current = { question, total: null, rest, error: null, pages: new Map(), asked: new Map() }
  }
  const now = held.current
  const seen = useRef({ first: 0, last: 0 })

  const askPage = useRef<(page: number) => void>(() => {})
  askPage.current = (page) => {
    const current = held.current
    if (!current || (current.asked.get(page) ?? -1) >= revision) return
    current.asked.set(page, revision)
    ask(page * pageSize, pageSize).then(
      ({ rows, total, rest }) => {
        if (held.current !== current) return
        Object.assign(current, { total, rest, error: null })
        current.pages.set(page, rows)
        redraw()
      },
      (error: unknown) => {
        if (held.current !== current) return
        current.asked.delete(page)
        current.error = toShape(error)
        redraw()
      },
    )
  }
  const see = useRef((first: number, last: number): void => {
    seen.current = { first, last }
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page++) askPage.current(page)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for what is seen whenever the question or the revision changes
  useEffect(() => {
    if (now.total === null) seen.current = { first: 0, last: 0 }
    see.current(seen.current.first, seen.current.last)
  }, [question, revision])

  return useMemo(
    () => ({
      version,
      get total() {
        return now.total
      },
      get rest() {
        return now.rest
      },
      get error() {
        return now.error
      },
      at: (index) => now.pages.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null,
      see: see.current,
    }),
    [now, version],
  )
}
