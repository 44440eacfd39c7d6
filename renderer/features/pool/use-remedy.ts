import { useTranslation } from 'react-i18next'
import type { PoolRemedy, PoolView, PoolWarning } from '../../../contract/pool/pool'
import { quarry } from '../../bridge'
import { useNotices } from '../../window/notices'
import { useWindowDispatch } from '../../window/window-state'

/** As many executors as the settings allow. */
const mostExecutors = 16

type Target = Pick<PoolWarning, 'memberId' | 'taskId'>

/** Does what helps with one click; null where it cannot be done from here. */
export function useRemedy(pool: PoolView): (remedy: PoolRemedy, target: Target) => (() => void) | null {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const { attempt, tell } = useNotices()
  return (remedy, { memberId, taskId }) => {
    switch (remedy) {
      case 'clear':
        return memberId === null ? null : () => void attempt(() => quarry.poolClear({ memberId }))
      case 'start':
        return () => void attempt(() => quarry.poolStart()).then((done) => done && tell(t('pool.view.startedNow')))
      case 'addExecutor':
        return () => {
          const now = pool.members.filter(({ type, state }) => type === 'executor' && state !== 'released').length
          const executors = Math.min(mostExecutors, now + 1)
          if (now >= mostExecutors) return tell(t('pool.remedy.executorsMost', { count: mostExecutors }))
          void attempt(async () => {
            await quarry.settingsSet({ executors })
            tell(t('pool.remedy.executors', { count: executors }))
          })
        }
      case 'addResource':
        return () => dispatch({ type: 'showResources', tab: 'browse' })
      case 'restoreService': {
        const resourceId = pool.members.find(({ id }) => id === memberId)?.resourceId
        return () => {
          if (!resourceId) return dispatch({ type: 'showResources', tab: 'browse' })
          void attempt(() => quarry.resourcesRefresh({ resourceId }))
          dispatch({ type: 'openResource', resourceId })
        }
      }
      case 'lowerRequirement':
      case 'skipStep':
      case 'stopSession': {
        const sessionId = pool.waiting.find((task) => task.taskId === taskId)?.sessionId
        return sessionId ? () => dispatch({ type: 'openSession', sessionId }) : null
      }
    }
  }
}
