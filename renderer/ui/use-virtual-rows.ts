import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useListKeys } from './use-list-keys'
import type { Pages } from './use-pages'

/**
 * Draws of a long list what is seen, asks for the pages of that, and moves the focus through it by keys.
 * @param rowHeight of a usual row, in pixels; `heightOf` tells that of one that differs
 */
export function useVirtualRows<Row, Rest>(
  pages: Pages<Row, Rest>,
  rowHeight: number,
  heightOf: (index: number) => number = () => rowHeight,
) {
  const scroller = useRef<HTMLDivElement>(null)
  const total = pages.total ?? 0
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    overscan: 12,
  })
  const shown = rows.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => pages.see(first, last), [pages, first, last])
  const keys = useListKeys({
    total,
    drawn: shown.map(({ index }) => index),
    scroller,
    rowHeight,
    scrollToIndex: rows.scrollToIndex,
  })
  return { ...keys, scroller, rows, shown, total }
}
