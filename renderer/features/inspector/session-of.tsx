import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionView } from '../../../contract/session/session'
import { useTopic } from '../../bridge'
import { Empty, Failure, Loading } from '../../ui/states'

interface SessionOfProps {
  sessionId: string | null
  children(session: SessionView): ReactNode
}

/** Shows something of the open session, or says why there is none. */
export function SessionOf({ sessionId, children }: SessionOfProps) {
  const { t } = useTranslation()
  return sessionId === null ? <Empty title={t('chart.noSession')} /> : <Opened sessionId={sessionId}>{children}</Opened>
}

function Opened({ sessionId, children }: { sessionId: string; children(session: SessionView): ReactNode }) {
  const session = useTopic('session', sessionId)
  if (session.status === 'loading') return <Loading />
  if (session.status === 'failed') return <Failure error={session.error} />
  return children(session.value)
}
