import { type RefObject, useEffect } from 'react'
import type { DrawnBox } from './box-on-page'

/**
 * Brings the first of what is lit into view: `below` the top of its pane (a share of the pane's height), near its left edge. `sheet`
 * is what the box is a share of, as large as it is drawn at that zoom; without a box nothing moves.
 */
export function useScrollToLit(
  scroller: RefObject<HTMLElement | null>,
  sheet: RefObject<HTMLElement | null>,
  { top, left }: Partial<DrawnBox> = {},
  zoom: number,
  below = 1 / 3,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another zoom moves what is lit
  useEffect(() => {
    const pane = scroller.current
    const drawn = sheet.current
    if (pane === null || drawn === null || top === undefined || left === undefined) return
    pane.scrollTop = top * drawn.clientHeight - pane.clientHeight * below
    pane.scrollLeft = left * drawn.clientWidth - 24
  }, [scroller, sheet, top, left, zoom, below])
}
