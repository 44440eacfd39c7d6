import { Play, Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { quarry, useCurrentProject, useTopic } from '../../bridge'
import { Button } from '../../ui/button'
import { Hint } from '../../ui/hint'
import { Empty, Failure, Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { poolOfProject } from '../../window/use-project-pool'
import { MachineFigures, MachineWork } from './machine-figures'
import { Members } from './members'
import { useNow } from './use-now'
import { WaitingLine } from './waiting-line'
import { Warnings } from './warnings'

/** Everybody who works: states, holders, who waits for what, the last hour in time, and what needs a look. */
export function PoolPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt, tell } = useNotices()
  const topic = useTopic('pool')
  const project = useCurrentProject()
  const now = useNow(true)
  if (topic.status === 'loading') return <Loading />
  if (topic.status === 'failed') return <Failure error={topic.error} />
  const pool = poolOfProject(topic.value, project)
  const used = pool.members.filter(({ state }) => state === 'busy' || state === 'deployed').length
  const stopped = pool.mode === 'stopped'
  // A span that began after the last tick would otherwise be drawn past the end.
  const edge = pool.spans.reduce((latest, span) => Math.max(latest, Date.parse(span.endedAt ?? span.startedAt)), now)
  return (
    <div
      className="@container flex h-full flex-col overflow-auto px-5 pt-5 pb-2 sm:px-8"
      data-testid="pool-page"
      data-mode={pool.mode}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 pb-3">
        <div>
          <h1 className="font-serif text-[24px] leading-tight font-semibold">{t('pool.view.title')}</h1>
          <p className="mt-0.5 text-sm text-dim tabular-nums">
            {t('pool.view.inUse', { used: format.number(used), total: format.number(pool.members.length) })} ·{' '}
            {pool.waitingTotal === 0
              ? t('pool.view.nobodyWaits')
              : t('pool.view.waits', { count: pool.waitingTotal, waiting: format.number(pool.waitingTotal) })}
          </p>
        </div>
        {/* What cannot write its journal can neither be stopped nor started: what to do is told below. */}
        {pool.mode === 'broken' ? null : stopped ? (
          <Button
            icon={Play}
            onClick={() =>
              void attempt(() => quarry.poolStart()).then((done) => done && tell(t('pool.view.startedNow')))
            }
          >
            {t('pool.view.start')}
          </Button>
        ) : (
          <Hint text={t('pool.view.stopHelp')}>
            <Button
              icon={Square}
              onClick={() =>
                void attempt(() => quarry.poolStop()).then((done) => done && tell(t('pool.view.stoppedNow')))
              }
            >
              {t('pool.view.stop')}
            </Button>
          </Hint>
        )}
      </header>
      <div className="mb-3">
        <MachineFigures />
        <MachineWork now={edge} />
      </div>
      <Warnings pool={pool} now={edge} />
      <WaitingLine pool={pool} now={edge} />
      {pool.members.length === 0 ? (
        <Empty title={t('pool.view.empty')} help={t('pool.view.emptyHelp')} />
      ) : (
        <Members pool={pool} now={edge} />
      )}
    </div>
  )
}
