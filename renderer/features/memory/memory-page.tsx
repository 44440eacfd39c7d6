import { Tabs } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Answers } from './answers'
import { Learned } from './learned'
import { Memories } from './memories'

/** What the project remembers for later sessions: what the person told, and what sessions answered. */
export function MemoryPage() {
  const { t } = useTranslation()
  return (
    <Tabs.Root defaultValue="memories" className="flex h-full flex-col px-5 pt-5 sm:px-8" data-testid="memory-page">
      <h1 className="font-serif text-[24px] leading-tight font-semibold">{t('memory.title')}</h1>
      <p className="mt-0.5 text-sm text-dim">{t('memory.lead')}</p>
      <Tabs.List aria-label={t('memory.views')} className="mt-3 flex gap-0.5 border-b border-line">
        {(['memories', 'answers', 'learned'] as const).map((name) => (
          <Tabs.Trigger key={name} value={name} className="view-tab px-2.5">
            {t(`memory.tabs.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="memories" className="min-h-0 flex-1 overflow-auto focus-visible:outline-offset-[-2px]">
        <Memories />
      </Tabs.Content>
      <Tabs.Content value="answers" className="min-h-0 flex-1 overflow-auto focus-visible:outline-offset-[-2px]">
        <Answers />
      </Tabs.Content>
      <Tabs.Content value="learned" className="min-h-0 flex-1 overflow-auto focus-visible:outline-offset-[-2px]">
        <Learned />
      </Tabs.Content>
    </Tabs.Root>
  )
}
