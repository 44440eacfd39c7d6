import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Failure, Loading } from './states'
import { useListKeys } from './use-list-keys'
import type { Pages } from './use-pages'

interface VirtualListProps<Row> {
  pages: Pages<Row, unknown>
  label: string
  /** Of a usual row, in pixels. */
  rowHeight: number
  /** Of each row, where some differ. Else rows that are `measured` are as high as what is in them. */
  heightOf?: (index: number) => number
  measured?: boolean
  /** Its rows have nothing to focus: the list itself takes the focus, and keys scroll it. */
  scrolledByKeys?: boolean
  /** Stands where there is no row. */
  none: ReactNode
  onRetry?: () => void
  className?: string
  testId?: string
  children(row: Row, at: { index: number; tabbable: boolean; onFocus(): void }): ReactNode
}

/** Draws of a long list what is seen, asks for the pages of that, and moves the focus through it by keys. */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { pages, label, rowHeight, heightOf, measured, scrolledByKeys, none, onRetry, className, testId } = props
  const scroller = useRef<HTMLDivElement>(null)
  const total = pages.total ?? 0
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf ?? (() => rowHeight),
    overscan: 12,
  })
  const shown = rows.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => pages.see(first, last), [pages, first, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows may have become higher with what has arrived
  useEffect(() => {
    if (heightOf) rows.measure()
  }, [pages.version])
  const { tabbable, setActive, onKeyDown } = useListKeys({
    total,
    drawn: shown.map(({ index }) => index),
    scroller,
    rowHeight,
    scrollToIndex: rows.scrollToIndex,
  })
  if (pages.error && pages.total === null) return <Failure error={pages.error} onRetry={onRetry} />
  if (pages.total === null) return <Loading />
  if (total === 0) return none
  return (
    <div
      ref={scroller}
      tabIndex={scrolledByKeys ? 0 : undefined}
      className={clsx('min-h-0 flex-1 overflow-auto', className)}
      data-testid={testId}
    >
      <ul
        aria-label={label}
        className="relative"
        style={{ height: rows.getTotalSize() }}
        onKeyDown={scrolledByKeys ? undefined : onKeyDown}
      >
        {shown.map(({ key, index, size, start }) => {
          const row = pages.at(index)
          const height = measured ? { minHeight: rowHeight } : { height: size }
          return (
            <li
              key={key}
              ref={measured ? rows.measureElement : undefined}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ ...height, transform: `translateY(${start}px)` }}
            >
              {row && props.children(row, { index, tabbable: index === tabbable, onFocus: () => setActive(index) })}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
