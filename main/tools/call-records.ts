import type { CallFilter, CallRecord, SessionGrant } from '../../contract/calls'
import type { CallMetrics } from '../../contract/metrics'
import type { Database } from '../store'
import { readCallMetrics } from './repository/call-metrics'
import { purgeCalls, rateCall, readCallRecords } from './repository/call-records'
import { listSessionGrants, revokeSessionGrant } from './repository/precedents'

/** What a project's calls were, and how they were decided. */
export interface CallRecords {
  list(
    filter: CallFilter,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly calls: CallRecord[]; readonly total: number }>
  metrics(): Promise<CallMetrics>
  rate(rating: Pick<CallRecord, 'callId' | 'feedback'>): Promise<void>
  /** Removes what belongs to no session: the lines of deleted ones, and calls of other programs. */
  purge(): Promise<void>
  /** What is allowed for a session, the newest first. */
  grants(): Promise<SessionGrant[]>
  /** Takes back what was allowed for a session. */
  revoke(grant: Pick<SessionGrant, 'sessionId' | 'tool' | 'server' | 'resourceId'>): Promise<void>
}

export const createCallRecords = (database: Database, projectId: string): CallRecords => ({
  list: (filter, page) => readCallRecords(database, projectId, filter, page),
  metrics: () => readCallMetrics(database, projectId),
  rate: (rating) => rateCall(database, projectId, rating),
  purge: () => purgeCalls(database, projectId),
  grants: () => listSessionGrants(database, projectId),
  revoke: ({ sessionId, ...origin }) => revokeSessionGrant(database, { projectId, ...origin }, sessionId),
})
