import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourceState, SourceView } from '../../../contract/source'
import { Empty, Failure, Loading } from '../../ui/states'
import { useListKeys } from '../../ui/use-list-keys'
import { openSourceId, useWindowDispatch, useWindowState } from '../../window/window-state'
import { SourceRow } from './source-row'
import { useSourcePages } from './use-source-pages'

interface SourceListProps {
  revision: number
  text: string
  states: readonly SourceState[] | undefined
  inFlight: readonly SourceView[]
}

const rowHeight = 30
/** A failed one has a second line: why. */
const failedRowHeight = 46

/** Every matching source in a virtual list: arrows move, Enter opens. */
export function SourceList({ revision, text, states, inFlight }: SourceListProps) {
  const { t } = useTranslation()
  const openId = openSourceId(useWindowState())
  const dispatch = useWindowDispatch()
  const pages = useSourcePages(revision, text, states)
  const scroller = useRef<HTMLDivElement>(null)
  const live = useMemo(() => new Map(inFlight.map((source) => [source.id, source])), [inFlight])
  const total = pages.total ?? 0
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (pages.at(index)?.state === 'failed' ? failedRowHeight : rowHeight),
    overscan: 12,
  })
  const shown = rows.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => pages.see(first, last), [pages, first, last])
  const { tabbable, setActive, onKeyDown } = useListKeys({
    total,
    drawn: shown.map(({ index }) => index),
    scroller,
    rowHeight,
    scrollToIndex: rows.scrollToIndex,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows may have become higher with what has arrived
  useEffect(() => rows.measure(), [pages.version])

  if (pages.error && pages.total === null) return <Failure error={pages.error} />
  if (pages.total === null) return <Loading />
  if (total === 0) return <Empty title={t('library.noneFound')} />

  const open = (source: SourceView): void =>
    dispatch({
      type: 'openPlace',
      place: { kind: 'source', sourceId: source.id, range: null, page: null, headingPath: [], citation: null },
    })
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto" data-testid="source-list">
      <ul
        aria-label={t('library.list')}
        className="relative"
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {shown.map((row) => {
          const listed = pages.at(row.index)
          const source = listed ? (live.get(listed.id) ?? listed) : null
          return (
            <li
              key={row.key}
              data-index={row.index}
              aria-setsize={total}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: row.size, transform: `translateY(${row.start}px)` }}
            >
              {source && (
                <SourceRow
                  source={source}
                  selected={openId === source.id}
                  tabbable={row.index === tabbable}
                  onFocus={() => setActive(row.index)}
                  onOpen={() => open(source)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
