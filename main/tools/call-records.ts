import type { CallMetrics } from '../../contract/app/metrics'
import type { CallFilter, CallRecord, SessionGrant } from '../../contract/calls/calls'
import type { ToolApproval } from '../../contract/resources/service'
import type { Database } from '../store'
import { hashOfTool } from './call-gate'
import { purgeCalls, rateCall, readCallMetrics, readCallRecords } from './repository/call-records'
import { listSessionGrants, readLastHashes, revokeSessionGrant } from './repository/precedents'
import type { DescribedTool } from './tool'

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
  /** Whether tools of a resource say of themselves what they said when they last ran, in their order. */
  approvals(resourceId: string, server: string, tools: readonly DescribedTool[]): Promise<ToolApproval[]>
}

export const createCallRecords = (database: Database, projectId: string): CallRecords => ({
  list: (filter, page) => readCallRecords(database, projectId, filter, page),
  metrics: () => readCallMetrics(database, projectId),
  rate: (rating) => rateCall(database, projectId, rating),
  purge: () => purgeCalls(database, projectId),
  grants: () => listSessionGrants(database, projectId),
  revoke: ({ sessionId, ...origin }) => revokeSessionGrant(database, { projectId, ...origin }, sessionId),
  async approvals(resourceId, server, tools) {
    const last = await readLastHashes(database, { projectId, server, resourceId })
    return tools.map((tool) => {
      const hash = last.get(tool.name)
      // Older versions kept none: the gate does not ask for those either.
      return hash === undefined ? 'unused' : hash === null || hash === hashOfTool(tool) ? 'same' : 'changed'
    })
  },
})
