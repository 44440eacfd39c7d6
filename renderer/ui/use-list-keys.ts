import { type KeyboardEvent, type RefObject, useState } from 'react'

interface ListKeys {
  readonly total: number
  /** Indices of the rows that are drawn now, in order. */
  readonly drawn: readonly number[]
  readonly scroller: RefObject<HTMLElement | null>
  /** Height of a usual row, in pixels: how far a page is. */
  readonly rowHeight: number
  scrollToIndex(index: number): void
  /** False where End means something else in this list. */
  readonly endLeads?: boolean
}

/**
 * Moves the focus through a virtual list whose rows carry `data-index` and a button each: arrows, pages, Home and End.
 * Tab leads to one row only, and always to one that is drawn, however far the list was scrolled.
 */
export function useListKeys({ total, drawn, scroller, rowHeight, scrollToIndex, endLeads = true }: ListKeys) {
  const [active, setActive] = useState(0)
  const tabbable = drawn.includes(active) ? active : (drawn[0] ?? 0)
  const move = (to: number): void => {
    const index = Math.max(0, Math.min(total - 1, to))
    setActive(index)
    scrollToIndex(index)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] button`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight))
    const to = {
      ArrowDown: tabbable + 1,
      ArrowUp: tabbable - 1,
      Home: 0,
      End: endLeads ? total - 1 : undefined,
      PageDown: tabbable + page,
      PageUp: tabbable - page,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  return { tabbable, setActive, onKeyDown }
}
