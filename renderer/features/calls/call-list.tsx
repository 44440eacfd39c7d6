import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallRecord } from '../../../contract/calls/calls'
import { Empty } from '../../ui/states'
import type { Pages } from '../../ui/use-pages'
import { VirtualList } from '../../ui/virtual-list'
import { CallRow } from './call-row'

const rowHeight = 52

/** Recorded calls in a virtual list, each of which opens in its place. */
export function CallList({ pages, onRated }: { pages: Pages<CallRecord, null>; onRated(): void }) {
  const { t } = useTranslation()
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <VirtualList
      pages={pages}
      label={t('calls.title')}
      rowHeight={rowHeight}
      none={<Empty title={t('calls.none')} help={t('calls.noneHelp')} />}
      measured
      testId="call-list"
    >
      {(call, { tabbable, onFocus }) => (
        <CallRow
          call={call}
          isOpen={openId === call.callId}
          tabbable={tabbable}
          onFocus={onFocus}
          onToggle={() => setOpenId(openId === call.callId ? null : call.callId)}
          onRated={onRated}
        />
      )}
    </VirtualList>
  )
}
