import type { PoolPriority, PoolSpan } from '../../../contract/pool/pool'
import type { PoolFact } from '../../../contract/pool/pool-facts'
import { asJson, type Database, isClaimable, type SqlExecutor } from '../../store'
import type { Requirement } from '../terms'
import { timelineMs } from '../timeline'

interface MemberRow {
  member_id: string
  state: string
  tasks_done: number
  tasks_failed: number
  error: PoolFact | null
}

interface AllocationRow {
  member_id: string
  task_id: string
  label: string
  started_at: string
  executing_at: string | null
  ended_at: string
}

interface RequestRow {
  request_id: string
  task_id: string
  session_id: string | null
  label: string
  holder: string | null
  requirements: Requirement[]
  priority: PoolPriority
  state: string
  recoverable: boolean
  requested_at: string
}

/** What rows remember of a member. */
interface RememberedMember {
  readonly tasksDone: number
  readonly tasksFailed: number
  /** Reason of an error that no person has cleared yet. */
  readonly error: PoolFact | null
}

/** A place in the line that a task of the last process had, for when it asks again. */
export interface RememberedPlace {
  /** Null where it held members that died with the process: that request is over, only the time counts. */
  readonly requestId: string | null
  readonly since: string
}

/** A request of the last process that nobody could serve. */
export interface RememberedRefusal {
  readonly requestId: string
  readonly taskId: string
  readonly sessionId: string | null
  readonly label: string
  readonly holder: string | null
  readonly requirements: readonly Requirement[]
  readonly priority: PoolPriority
  readonly since: string
}

export interface RememberedPool {
  readonly members: ReadonlyMap<string, RememberedMember>
  readonly spans: readonly PoolSpan[]
  /** By task. */
  readonly places: Map<string, RememberedPlace>
  readonly refusals: readonly RememberedRefusal[]
}

/** How long the journal is kept, in ms: a week. */
const journalMs = 7 * 24 * 60 * 60 * 1000

/** Closes what died with the last process. */
async function closeOrphans(transaction: SqlExecutor, at: string): Promise<void> {
  const reason = asJson({ kind: 'processEnded', values: {} } satisfies PoolFact)
  await transaction.query(
    `with orphans as (
       update allocations set state = 'failed', reason = $2::jsonb, ended_at = $1 where ended_at is null and ${isClaimable})
     update pool_requests set state = 'failed', reason = $2::jsonb, ended_at = $1
     where ended_at is null and state in ('allocated', 'executing') and ${isClaimable}`,
    [at, reason],
  )
}

/** Removes what ended more than a week before `at`. */
export async function dropOldJournal(database: Database, at: string): Promise<void> {
  const oldest = new Date(Date.parse(at) - journalMs).toISOString()
  await database.transaction(async (transaction) => {
    await transaction.query('delete from allocations where ended_at < $1', [oldest])
    await transaction.query('delete from pool_requests where coalesce(ended_at, requested_at) < $1', [oldest])
  })
}

async function readSpans(transaction: SqlExecutor, at: string): Promise<PoolSpan[]> {
  const allocations = await transaction.query<AllocationRow>(
    `select member_id, task_id, label, started_at, executing_at, ended_at from allocations
     where ended_at >= $1 order by ended_at`,
    [new Date(Date.parse(at) - timelineMs).toISOString()],
  )
  return allocations.flatMap((row): PoolSpan[] => {
    const common = { memberId: row.member_id, taskId: row.task_id, label: row.label }
    const deployedUntil = row.executing_at ?? row.ended_at
    const deployed: PoolSpan = { ...common, state: 'deployed', startedAt: row.started_at, endedAt: deployedUntil }
    if (row.executing_at === null) return [deployed]
    return [deployed, { ...common, state: 'busy', startedAt: row.executing_at, endedAt: row.ended_at }]
  })
}

/**
 * Closes allocations that died with the last process (their tasks resume, or not, with their sessions), and reads
 * what the pool goes on from: members by id, the timeline's last hour before `at`, places in the line for tasks that
 * ask again, and requests that nobody could serve. Rows of members other than `presentIds` are marked as released.
 */
export async function readPoolAtStart(
  database: Database,
  presentIds: readonly string[],
  at: string,
): Promise<RememberedPool> {
  return database.transaction(async (transaction) => {
    // Asked at once, answered in this order: an answer waits for the event loop, which at a start has much else to do.
    const [open, , rows, , spans] = await Promise.all([
      transaction.query<RequestRow>(
        `select request_id, task_id, session_id, label, holder, requirements, priority, state, recoverable, requested_at
         from pool_requests where ended_at is null and ${isClaimable} order by requested_at`,
      ),
      closeOrphans(transaction, at),
      transaction.query<MemberRow>(
        `select member_id, state, tasks_done, tasks_failed, error from pool_members where ${isClaimable}`,
      ),
      markAbsentMembers(transaction, presentIds, at),
      readSpans(transaction, at),
    ])
    return {
      members: new Map(
        rows.map((row) => [
          row.member_id,
          {
            tasksDone: row.tasks_done,
            tasksFailed: row.tasks_failed,
            // Also of one that left the pool with it.
            error: row.error ?? (row.state === 'error' ? { kind: 'memberFailedBefore', values: {} } : null),
          },
        ]),
      ),
      spans,
      places: new Map(
        open
          .filter(({ recoverable }) => recoverable)
          .map((row) => [
            row.task_id,
            { requestId: row.state === 'blocked' ? row.request_id : null, since: row.requested_at },
          ]),
      ),
      refusals: open
        .filter(({ recoverable }) => !recoverable)
        .map((row) => ({
          requestId: row.request_id,
          taskId: row.task_id,
          sessionId: row.session_id,
          label: row.label,
          holder: row.holder,
          requirements: row.requirements,
          priority: row.priority,
          since: row.requested_at,
        })),
    }
  })
}

/** Rows of members that are no longer part of the pool say so; an error stays until a person has cleared it. */
async function markAbsentMembers(transaction: SqlExecutor, presentIds: readonly string[], at: string): Promise<void> {
  await transaction.query(
    `update pool_members set state = 'released', updated_at = $2
     where state not in ('released', 'error') and not (member_id = any($1)) and ${isClaimable}`,
    [presentIds, at],
  )
}

/** Removes what the pool keeps of a session. */
export async function forgetSessionRows(database: Database, sessionId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query('delete from allocations where session_id = $1', [sessionId])
    await transaction.query('delete from pool_requests where session_id = $1', [sessionId])
  })
}
