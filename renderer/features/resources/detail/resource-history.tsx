import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../../bridge'
import { Empty, Failure, Loading } from '../../../ui/states'
import { Forget } from '../forget'
import { HistoryList, RemovedUses } from '../history-list'

const shownEntries = 100

/** When it was asked for, and what came of it. */
export function ResourceHistory({ resourceId, revision }: { resourceId: string; revision: number }) {
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
