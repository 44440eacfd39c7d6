import { Tabs } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Connections } from './connections'
import { Metrics } from './metrics'
import { RecordedCalls } from './recorded-calls'

/** What was called, and what was connected to: the record of everything that acted. */
export function CallsPage() {
  const { t } = useTranslation()
  return (
    <Tabs.Root defaultValue="calls" className="flex h-full flex-col px-5 pt-5 sm:px-8" data-testid="calls-page">
      <h1 className="font-serif text-[24px] leading-tight font-semibold">{t('calls.title')}</h1>
      <p className="mt-0.5 text-sm text-dim">{t('calls.lead')}</p>
      <Tabs.List aria-label={t('calls.views')} className="mt-3 mb-3 flex gap-0.5 border-b border-line">
        {(['calls', 'connections', 'metrics'] as const).map((name) => (
          <Tabs.Trigger key={name} value={name} className="view-tab px-2.5">
            {t(`calls.tabs.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="calls" className="min-h-0 flex-1">
        <RecordedCalls />
      </Tabs.Content>
      <Tabs.Content value="connections" className="min-h-0 flex-1">
        <Connections />
      </Tabs.Content>
      <Tabs.Content value="metrics" className="min-h-0 flex-1 overflow-y-auto">
        <Metrics />
      </Tabs.Content>
    </Tabs.Root>
  )
}
