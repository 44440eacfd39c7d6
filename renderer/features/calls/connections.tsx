import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionRecord } from '../../../contract/calls/connections'
import { healthCheckPurpose } from '../../../contract/resources/service'
import { quarry } from '../../bridge'
import { IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Empty } from '../../ui/states'
import { usePages } from '../../ui/use-pages'
import { VirtualList } from '../../ui/virtual-list'
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
  return (
    <div className="flex h-full flex-col" data-testid="connections">
      <div className="flex items-start justify-between gap-x-4 pb-2">
        <p className="text-sm text-dim">{t('connections.lead')}</p>
        <IconButton icon={RefreshCw} label={t('calls.refresh')} onClick={() => setRevision((before) => before + 1)} />
      </div>
      <VirtualList
        pages={pages}
        label={t('connections.title')}
        rowHeight={rowHeight}
        none={<Empty title={t('connections.none')} help={t('connections.noneHelp')} />}
        measured
        scrolledByKeys
      >
        {(connection) => <ConnectionRow connection={connection} />}
      </VirtualList>
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
    <div
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line px-1 py-1.5 text-sm"
      data-testid="connection"
    >
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
