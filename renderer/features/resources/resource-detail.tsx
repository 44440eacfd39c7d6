import { X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../../contract/app/app'
import { apiServer } from '../../../contract/resources/api-server'
import type { UniversalResource } from '../../../contract/resources/resource'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { IconButton } from '../../ui/button'
import { ResourceGlyph } from '../../ui/glyphs'
import { useResourceName } from '../../ui/resource-name'
import { Boundary, Empty, Failure, Loading } from '../../ui/states'
import { useRightBeside } from '../../window/use-media'
import { useThrottled } from '../../window/use-throttled'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { About } from './detail/about'
import { Access, hasAccess } from './detail/access'
import { Health } from './detail/health'
import { Server } from './detail/server'
import { Forget } from './forget'
import { HistoryList, RemovedUses } from './history-list'
import { KindIcon } from './kind-icon'

const tabs = ['about', 'access', 'health', 'server', 'history'] as const

/** One resource: what is in it, how it is, and when it was asked for. */
export function ResourceDetail() {
  const { t } = useTranslation()
  const { resourceId } = useWindowState()
  const total = useTopicValue('resources')?.total
  return (
    <div className="flex h-full flex-col bg-panel" data-testid="resource-detail">
      {resourceId === null ? (
        <Empty
          title={t('resources.detail.empty')}
          help={total === 0 ? t('resources.glanceEmpty') : t('resources.detail.emptyHelp')}
        />
      ) : (
        <Opened key={resourceId} resourceId={resourceId} />
      )}
    </div>
  )
}

function Opened({ resourceId }: { resourceId: string }) {
  const { t } = useTranslation()
  const resourceName = useResourceName()
  const dispatch = useWindowDispatch()
  const revision = useThrottled(useTopicValue('resources')?.revision ?? 0, 1000)
  const apiServers = useTopicValue('settings')?.apiServers ?? {}
  const beside = useRightBeside()
  const [round, setRound] = useState(0)
  const [tab, setTab] = useState<string | null>(null)
  const again = (): void => setRound((before) => before + 1)
  /** What was entered is shown as saved, whatever tab comes first now. */
  const stay = (): void => {
    setTab('access')
    again()
  }
  const got = useCall(`${resourceId} ${revision} ${round}`, () => quarry.resourcesGet({ resourceId }))
  // A sheet has its own way to be closed.
  const close = beside && (
    <IconButton
      size="small"
      icon={X}
      label={t('resources.detail.close')}
      onClick={() => dispatch({ type: 'closeResource' })}
    />
  )
  if (got.status === 'failed') {
    return (
      <>
        <div className="flex justify-end p-2">{close}</div>
        <Failure error={got.error} onRetry={again} />
      </>
    )
  }
  const resource = got.value
  if (!resource) return <Loading />
  const shownTabs = tabs.filter(
    (name) =>
      (name !== 'server' || resource.type === 'mcp_server') &&
      // One that was just opened by its password stays where it was.
      (name !== 'access' || hasAccess(resource) || tab === 'access'),
  )
  const shown = tab ?? firstTab(resource, apiServers)
  return (
    <Tabs.Root value={shown} onValueChange={setTab} className="flex min-h-0 flex-1 flex-col">
      <header className="shrink-0 px-4 pt-3">
        <div className="flex items-start gap-2">
          <span className="mt-0.5">
            <KindIcon type={resource.type} size={17} />
          </span>
          <h2 className="line-clamp-3 min-w-0 flex-1 font-semibold" title={resourceName(resource)}>
            <bdi>{resourceName(resource)}</bdi>
          </h2>
          {close}
        </div>
        <p className="flex items-center gap-1.5 pl-6 text-xs text-dim">
          {t(`resources.kind.${resource.type}`)}
          <span aria-hidden>·</span>
          <ResourceGlyph state={resource.status} size={12} />
          {t(`resources.status.${resource.status}`)}
        </p>
      </header>
      <Tabs.List
        aria-label={t('resources.detail.label')}
        className="flex shrink-0 gap-0.5 border-b border-line px-2.5 pt-1.5"
      >
        {shownTabs.map((name) => (
          <Tabs.Trigger key={name} value={name} className="view-tab px-2.5">
            {t(`resources.detail.tabs.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {shownTabs.map((name) => (
        <Tabs.Content
          key={name}
          value={name}
          className="min-h-0 flex-1 overflow-auto px-4 pt-3 pb-8 focus-visible:outline-offset-[-2px]"
        >
          <Boundary>
            {name === 'about' && <About resource={resource} />}
            {name === 'access' && <Access resource={resource} revision={revision} onChanged={stay} />}
            {name === 'health' && <Health resource={resource} onChanged={again} onAccess={() => setTab('access')} />}
            {name === 'server' && <Server key={resourceId} resource={resource} />}
            {name === 'history' && <ResourceHistory resourceId={resourceId} revision={revision} />}
          </Boundary>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** What needs a person comes first. */
function firstTab(
  { resourceId, parentId, status, metadata }: UniversalResource,
  servers: AppSettings['apiServers'],
): (typeof tabs)[number] {
  const isWithoutServer =
    metadata.type === 'api' &&
    parentId === null &&
    'problem' in apiServer(metadata.servers, servers[resourceId] ?? null)
  if (status === 'needsSecret' || (status === 'ready' && isWithoutServer)) return 'access'
  return status === 'ready' || status === 'disabled' ? 'about' : 'health'
}

const shownEntries = 100

/** When it was asked for, and what came of it. */
function ResourceHistory({ resourceId, revision }: { resourceId: string; revision: number }) {
  const { t } = useTranslation()
  const [round, setRound] = useState(0)
  const again = (): void => setRound(round + 1)
  const history = useCall(`${resourceId} ${revision} ${round}`, () =>
    quarry.resourcesHistory({ resourceId, limit: shownEntries }),
  )
  if (history.status === 'failed') return <Failure error={history.error} onRetry={again} />
  if (!history.value) return <Loading />
  const { entries, removedUses } = history.value
  return (
    <>
      <RemovedUses removed={removedUses} onDone={again} />
      {entries.length === 0 ? (
        <Empty title={t('resources.learned.historyNone')} help={t('resources.learned.noneHelp')} />
      ) : (
        <>
          <HistoryList entries={entries} label={t('resources.learned.list')} />
          <div className="mt-3">
            <Forget key={resourceId} resourceId={resourceId} onDone={again} />
          </div>
        </>
      )}
    </>
  )
}
