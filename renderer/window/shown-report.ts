import type { ReportView } from '../../contract/report/report'
import type { SessionView } from '../../contract/session/session'
import { mayAct } from '../../contract/session/session-transitions'
import { quarry, useCall } from '../bridge'

/**
 * A version of a session's report, null for the newest: that one comes with the session, the others are asked for. Null
 * while it is on its way, or where none was written.
 */
export function useShownReport(
  session: SessionView | null | undefined,
  version: number | null,
): { readonly version: number; readonly report: ReportView } | null {
  const newest = session?.reportVersions.at(-1)?.version
  const wanted = version ?? newest ?? 0
  const sessionId = session?.id ?? ''
  const isEarlier = newest !== undefined && wanted !== newest
  // Only a finished session's report is edited; while it works on, earlier versions stay as they are.
  const changedAt = session && mayAct(session.state, 'followUp') ? session.updatedAt : ''
  const earlier = useCall(
    isEarlier ? `${sessionId}:${wanted}:${changedAt}` : null,
    () => quarry.sessionReport({ sessionId, version: wanted }),
    false,
  )
  const report = isEarlier ? earlier.value : session?.report
  return report ? { version: wanted, report } : null
}
