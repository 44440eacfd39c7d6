import { Radar } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { useTopic } from '../../bridge'
import { Button } from '../../ui/button'
import { Progress } from '../../ui/progress'
import { Boundary, Failure, Loading } from '../../ui/states'
import { useRunCommand } from '../../window/run-command'
import { useFormat } from '../../window/use-format'
import { useThrottled } from '../../window/use-throttled'
import { type ResourcesTab, useWindowDispatch, useWindowState } from '../../window/window-state'
import { Browse } from './browse'
import { Learned } from './learned'
import { MatchTest } from './match-test'

const tabs: readonly ResourcesTab[] = ['browse', 'match', 'learned']

/** While resources change by the second the lists are read anew at most this often. */
const listRestMs = 1000

/** Everything that research can use beside documents: what there is, who answers a need, what was learned. */
export function ResourcesPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const run = useRunCommand()
  const dispatch = useWindowDispatch()
  const { resourcesTab } = useWindowState()
  const resources = useTopic('resources')
  const revision = useThrottled(resources.status === 'ready' ? resources.value.revision : 0, listRestMs)
  if (resources.status === 'loading') return <Loading />
  if (resources.status === 'failed') return <Failure error={resources.error} />
  const { total, vectorizing, learned } = resources.value
  return (
    <Tabs.Root
      value={resourcesTab}
      onValueChange={(tab) => dispatch({ type: 'showResources', tab: tab as ResourcesTab })}
      className="flex h-full flex-col"
      data-testid="resources"
    >
      <header className="px-5 pt-5 sm:px-8">
        <div className="flex min-h-8 items-center justify-between gap-x-4">
          <h1 className="font-serif text-[24px] leading-tight font-semibold">{t('resources.title')}</h1>
          {/* While there is nothing it stands where that is said. */}
          {total > 0 && (
            <Button icon={Radar} onClick={() => run('scan')}>
              {t('resources.scan')}
            </Button>
          )}
        </div>
        <p className="mt-0.5 text-sm text-dim">{t('resources.lead')}</p>
        <div className="mt-3 flex items-end justify-between gap-3 border-b border-line">
          <Tabs.List aria-label={t('resources.views')} className="flex gap-0.5">
            {tabs.map((name) => (
              <Tabs.Trigger key={name} value={name} className="view-tab px-2.5">
                {t(`resources.tabs.${name}`)}
                {name === 'learned' && learned > 0 && (
                  <span className="ml-1.5 text-xs text-faint tabular-nums">{format.number(learned)}</span>
                )}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {vectorizing && (
            <div className="mb-2 hidden w-64 sm:block">
              <p className="truncate text-right text-xs text-faint tabular-nums">
                {t('resources.vectorizing', {
                  done: format.number(vectorizing.done),
                  total: format.number(vectorizing.total),
                })}
              </p>
              <Progress
                share={vectorizing.total === 0 ? null : vectorizing.done / vectorizing.total}
                label={t('resources.vectorizing', {
                  done: format.number(vectorizing.done),
                  total: format.number(vectorizing.total),
                })}
              />
            </div>
          )}
        </div>
      </header>
      <Tabs.Content value="browse" className="min-h-0 flex-1 overflow-auto px-5 pt-3 sm:px-8">
        <Boundary>
          <Browse revision={revision} summary={resources.value} />
        </Boundary>
      </Tabs.Content>
      {/* Stays while another tab or a resource is looked at: what was asked is not lost. */}
      <Tabs.Content
        value="match"
        forceMount
        className="min-h-0 flex-1 overflow-auto px-5 pt-4 pb-10 data-[state=inactive]:hidden sm:px-8"
      >
        <Boundary>
          <MatchTest />
        </Boundary>
      </Tabs.Content>
      <Tabs.Content value="learned" className="min-h-0 flex-1 overflow-auto px-5 pt-4 pb-10 sm:px-8">
        <Boundary>
          <Learned revision={revision} learned={learned} />
        </Boundary>
      </Tabs.Content>
    </Tabs.Root>
  )
}
