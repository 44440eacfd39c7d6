import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionRecord } from '../../../contract/calls/connections'
import { healthCheckPurpose } from '../../../contract/resources/service'
import { quarry } from '../../bridge'
import { IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Empty, Failure, Loading } from '../../ui/states'
import { usePages } from '../../ui/use-pages'
import { useVirtualRows } from '../../ui/use-virtual-rows'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch } from '../../window/window-state'

const rowHeight = 52
const tones = { allowed: 'ok', refused: 'error', unwatched: 'blocked' } as const

/** Everything that was allowed or refused to connect, the newest first. */
export function Connections() {
  const { t } = useTranslation()
  const [revision, setRevision] = useState(0)
  const pages = usePages('', revision, async (offset, limit) => {
    const { connections, total } = await quarry.appConnections({ offset, limit })
    return { rows: connections, total, rest: null }
  })
  const { scroller, rows, shown, total } = useVirtualRows(pages, rowHeight)
  return (
    <div className="flex h-full flex-col" data-testid="connections">
      <div className="flex items-start justify-between gap-x-4 pb-2">
        <p className="text-sm text-dim">{t('connections.lead')}</p>
        <IconButton icon={RefreshCw} label={t('calls.refresh')} onClick={() => setRevision((before) => before + 1)} />
      </div>
      {pages.error && pages.total === null && <Failure error={pages.error} />}
      {!pages.error && pages.total === null && <Loading />}
      {pages.total === 0 && <Empty title={t('connections.none')} help={t('connections.noneHelp')} />}
      {total > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its rows have nothing to focus, and it scrolls by keys
        <div ref={scroller} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
          <ul aria-label={t('connections.title')} className="relative" style={{ height: rows.getTotalSize() }}>
            {shown.map((row) => {
              const connection = pages.at(row.index)
              return (
                <li
                  key={row.key}
                  ref={rows.measureElement}
                  data-index={row.index}
                  aria-setsize={total}
                  aria-posinset={row.index + 1}
                  className="absolute inset-x-0 top-0 min-h-[52px] border-t border-line px-1 py-1.5"
                  style={{ transform: `translateY(${row.start}px)` }}
                >
                  {connection && <ConnectionRow connection={connection} />}
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </div>
  )
}

function ConnectionRow({ connection }: { connection: ConnectionRecord }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const { at, kind, host, port, decision, count, process, tool, resourceName, projectName } = connection
  const { sessionId, sessionTitle } = connection
  const by = t(`connections.processes.${process}`, { defaultValue: process })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 text-sm" data-testid="connection">
      <span className="min-w-0 truncate">
        <bdi className="font-medium">
          {host ?? t('connections.unknownHost')}
          {port === null ? '' : `:${port}`}
        </bdi>
        <span className="text-dim"> · {t(`connections.kinds.${kind}`)}</span>
      </span>
      <span className="flex items-center gap-1.5">
        {/* Of a program not its start was refused, but the network. */}
        {kind === 'program' && decision === 'refused' ? (
          <Chip tone="ok">{t('connections.noNetwork')}</Chip>
        ) : (
          <Chip tone={tones[decision]}>{t(`connections.decisions.${decision}`)}</Chip>
        )}
        <time dateTime={at} className="min-w-24 text-right text-xs whitespace-nowrap text-faint tabular-nums">
          {format.when(at)}
        </time>
      </span>
      <span className="col-span-2 min-h-4 truncate text-xs text-dim">
        {[
          t('connections.by', { process: by }),
          ...[
            resourceName,
            tool === healthCheckPurpose ? t('connections.healthCheck') : tool,
            sessionTitle === null ? projectName : null,
          ].filter((one) => one !== null),
          ...(count === 1 ? [] : [t('connections.times', { times: format.number(count) })]),
        ].join(' · ')}
        {sessionId !== null && (
          <>
            {' · '}
            <button
              type="button"
              className="underline decoration-dotted"
              onClick={() => dispatch({ type: 'openSession', sessionId })}
            >
              <bdi>{sessionTitle}</bdi>
            </button>
          </>
        )}
      </span>
    </div>
  )
}
