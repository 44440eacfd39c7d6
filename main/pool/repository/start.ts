import type { PoolSpan } from '../../../contract/pool'
import type { Database } from '../../store'
import { timelineMs } from '../spans'

interface MemberRow {
  member_id: string
  state: string
  tasks_done: number
  tasks_failed: number
  error: string | null
}

interface AllocationRow {
  member_id: string
  task_id: string
  label: string
  started_at: string | Date
  executing_at: string | Date | null
  ended_at: string | Date
}

/** What rows remember of a member. */
export interface RememberedMember {
  readonly tasksDone: number
  readonly tasksFailed: number
  /** Reason of an error that no person has cleared yet. */
  readonly error: string | null
}

/** How long the journal is kept, in ms: a week. */
const journalMs = 7 * 24 * 60 * 60 * 1000

const iso = (time: string | Date): string => new Date(time).toISOString()

/**
 * Closes allocations that died with the last process (their tasks resume, or not, with their sessions), and reads
 * what the pool goes on from: members by id, and the timeline's last hour before `at`. What the journal holds of more
 * than a week before goes.
 */
export async function readPoolAtStart(
  database: Database,
  at: string,
): Promise<{ members: ReadonlyMap<string, RememberedMember>; spans: PoolSpan[] }> {
  return database.transaction(async (transaction) => {
    const orphans = await transaction.query<{ member_id: string; task_id: string }>(
      `update allocations set state = 'failed', reason = 'Ended with the process that held it.', ended_at = $1
       where ended_at is null returning member_id, task_id`,
      [at],
    )
    for (const { member_id, task_id } of orphans) {
      await transaction.query(
        `insert into pool_events (member_id, task_id, type, detail, created_at) values ($1, $2, 'orphaned', '', $3)`,
        [member_id, task_id, at],
      )
    }
    const oldest = new Date(Date.parse(at) - journalMs).toISOString()
    await transaction.query('delete from allocations where ended_at < $1', [oldest])
    await transaction.query('delete from pool_events where created_at < $1', [oldest])
    const rows = await transaction.query<MemberRow>(
      'select member_id, state, tasks_done, tasks_failed, error from pool_members',
    )
    const allocations = await transaction.query<AllocationRow>(
      `select member_id, task_id, label, started_at, executing_at, ended_at from allocations
       where ended_at >= $1 order by started_at`,
      [new Date(Date.parse(at) - timelineMs).toISOString()],
    )
    const spans = allocations.flatMap((row): PoolSpan[] => {
      const common = { memberId: row.member_id, taskId: row.task_id, label: row.label }
      const deployed: PoolSpan = {
        ...common,
        state: 'deployed',
        startedAt: iso(row.started_at),
        endedAt: iso(row.executing_at ?? row.ended_at),
      }
      if (row.executing_at === null) return [deployed]
      return [deployed, { ...common, state: 'busy', startedAt: iso(row.executing_at), endedAt: iso(row.ended_at) }]
    })
    return {
      members: new Map(
        rows.map((row) => [
          row.member_id,
          {
            tasksDone: row.tasks_done,
            tasksFailed: row.tasks_failed,
            error: row.state === 'error' ? (row.error ?? 'It failed in an earlier run.') : null,
          },
        ]),
      ),
      spans,
    }
  })
}

/** Rows of members that are no longer part of the pool say so. */
export async function markAbsentMembers(database: Database, presentIds: readonly string[], at: string): Promise<void> {
  await database.query(
    `update pool_members set state = 'released', updated_at = $2 where state <> 'released' and not (member_id = any($1))`,
    [presentIds, at],
  )
}

/** Removes what the pool keeps of a session. */
export async function forgetSessionRows(database: Database, sessionId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query('delete from pool_events where starts_with(task_id, $1)', [`${sessionId}/`])
    await transaction.query('delete from allocations where session_id = $1', [sessionId])
  })
}
