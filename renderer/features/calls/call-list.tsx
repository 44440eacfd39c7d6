import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallRecord } from '../../../contract/calls/calls'
import { Empty, Failure, Loading } from '../../ui/states'
import type { Pages } from '../../ui/use-pages'
import { useVirtualRows } from '../../ui/use-virtual-rows'
import { CallRow } from './call-row'

const rowHeight = 52

/** Recorded calls in a virtual list, each of which opens in its place. */
export function CallList({ pages, onRated }: { pages: Pages<CallRecord, null>; onRated(): void }) {
  const { t } = useTranslation()
  const [openId, setOpenId] = useState<string | null>(null)
  const { scroller, rows, shown, total, tabbable, setActive, onKeyDown } = useVirtualRows(pages, rowHeight)
  if (pages.error && pages.total === null) return <Failure error={pages.error} />
  if (pages.total === null) return <Loading />
  if (total === 0) return <Empty title={t('calls.none')} help={t('calls.noneHelp')} />
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto" data-testid="call-list">
      <ul
        aria-label={t('calls.title')}
        className="relative"
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {shown.map((row) => {
          const call = pages.at(row.index)
          return (
            <li
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              aria-setsize={total}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0 min-h-[52px]"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {call && (
                <CallRow
                  call={call}
                  isOpen={openId === call.callId}
                  tabbable={row.index === tabbable}
                  onFocus={() => setActive(row.index)}
                  onToggle={() => setOpenId(openId === call.callId ? null : call.callId)}
                  onRated={onRated}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
