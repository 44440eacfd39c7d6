import type { CallFilter, CallRecord } from '../../contract/calls'
import type { Database } from '../store'
import { purgeCalls, rateCall, readCallRecords } from './repository/call-records'

/** What a project's calls were, and how they were decided. */
export interface CallRecords {
  list(
    filter: CallFilter,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly calls: CallRecord[]; readonly total: number }>
  rate(rating: Pick<CallRecord, 'callId' | 'feedback'>): Promise<void>
  /** Removes the lines that deleted sessions left. */
  purge(): Promise<void>
}

export const createCallRecords = (database: Database, projectId: string): CallRecords => ({
  list: (filter, page) => readCallRecords(database, projectId, filter, page),
  rate: (rating) => rateCall(database, projectId, rating),
  purge: () => purgeCalls(database, projectId),
})
