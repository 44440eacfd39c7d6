import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Empty, Failure, Loading } from '../../ui/states'
import { useRunCommand } from '../../window/run-command'
import { useFormat } from '../../window/use-format'
import { KnownReadings } from '../queries/known-readings'
import { Forget } from './forget'
import { HistoryList, RemovedUses } from './history-list'

const shownEntries = 200

/** What later matches go by beside words and meaning, and the way to be rid of it. */
export function Learned({ revision, learned }: { revision: number; learned: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const run = useRunCommand()
  const [round, setRound] = useState(0)
  const history = useCall(`${revision} ${learned} ${round}`, () => quarry.resourcesHistory({ limit: shownEntries }))
  const again = (): void => setRound(round + 1)
  const entries = history.value?.entries ?? []
  return (
    <div className="max-w-180" data-testid="learned">
      <KnownReadings revision={revision} />
      {entries.length > 0 && (
        <div className="flex flex-wrap items-start justify-between gap-3 pb-3">
          <div>
            <h2 className="font-semibold">{t('resources.learned.title')}</h2>
            <p className="text-sm text-dim">
              {learned === 0 ? t('resources.learned.none') : t('resources.learned.body', { count: learned })}
            </p>
          </div>
          <Forget resourceId={null} onDone={again} />
        </div>
      )}
      {history.value && <RemovedUses removed={history.value.removedUses} onDone={again} />}
      {history.status === 'failed' && <Failure error={history.error} onRetry={again} />}
      {history.status === 'loading' && !history.value && <Loading />}
      {history.value && entries.length === 0 && (
        <Empty title={t('resources.learned.none')} help={t('resources.learned.noneHelp')}>
          <Button onClick={() => run('match')}>{t('resources.learned.tryMatch')}</Button>
        </Empty>
      )}
      {entries.length > 0 && <HistoryList entries={entries} label={t('resources.learned.list')} />}
      {entries.length === shownEntries && (
        <p className="pt-2 text-xs text-faint">
          {t('resources.learned.shown', { shown: format.number(shownEntries) })}
        </p>
      )}
    </div>
  )
}
