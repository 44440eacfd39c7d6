import { Tabs } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { useTopicValue } from '../../bridge'
import { Boundary } from '../../ui/states'
import { useFormat } from '../../window/use-format'
import { type InspectorTab, useWindowDispatch, useWindowState } from '../../window/window-state'
import { PoolLanes } from '../pool/pool-lanes'
import { SourcePane } from '../source/source-pane'
import { Evidence } from './evidence'
import { StateChart } from './state-chart'
import { Timeline } from './timeline'

const tabs: readonly InspectorTab[] = ['source', 'evidence', 'timeline', 'state']

/** What the session rests on: source, evidence, how it went; below them the pool in time. */
export function Inspector() {
  const { t } = useTranslation()
  const format = useFormat()
  const { tab, sessionId } = useWindowState()
  const dispatch = useWindowDispatch()
  return (
    <div className="flex h-full flex-col bg-panel" data-testid="inspector">
      <Tabs.Root
        value={tab}
        onValueChange={(value) => dispatch({ type: 'showTab', tab: value as InspectorTab })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <Tabs.List
          aria-label={t('inspector.label')}
          className="flex shrink-0 gap-0.5 overflow-x-auto border-b border-line px-2 pt-1.5"
        >
          {tabs.map((name) => (
            <Tabs.Trigger key={name} value={name} className="view-tab px-2 whitespace-nowrap">
              {t(`inspector.tabs.${name}`)}
              {name === 'evidence' && sessionId !== null && (
                <EvidenceCount sessionId={sessionId} format={format.number} />
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="source" className="min-h-0 flex-1 focus-visible:outline-offset-[-2px]">
          <Boundary>
            <SourcePane />
          </Boundary>
        </Tabs.Content>
        <Tabs.Content value="evidence" className="min-h-0 flex-1 overflow-auto focus-visible:outline-offset-[-2px]">
          <Boundary>
            <Evidence sessionId={sessionId} />
          </Boundary>
        </Tabs.Content>
        <Tabs.Content value="timeline" className="min-h-0 flex-1 overflow-auto focus-visible:outline-offset-[-2px]">
          <Timeline sessionId={sessionId} />
        </Tabs.Content>
        <Tabs.Content value="state" className="min-h-0 flex-1 overflow-auto focus-visible:outline-offset-[-2px]">
          <StateChart sessionId={sessionId} />
        </Tabs.Content>
      </Tabs.Root>
      <PoolLanes />
    </div>
  )
}

function EvidenceCount({ sessionId, format }: { sessionId: string; format: (value: number) => string }) {
  const session = useTopicValue('session', sessionId)
  const count = session?.evidence.length || session?.investigation?.hits.length || 0
  return count > 0 ? <span className="ml-1 text-xs text-faint tabular-nums">{format(count)}</span> : null
}
