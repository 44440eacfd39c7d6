import type { AllocationState, BlockReason } from '../../../contract/pool/pool'
import type { PoolFact, WaitFact } from '../../../contract/pool/pool-facts'
import { asJson, type SqlExecutor } from '../../store'
import type { HeldTask, JournalEntry, MemberStatus, TaskRequest } from '../terms'

interface RequestRow {
  request_id: string
  task_id: string
  session_id: string | null
  label: string
  holder: string | null
  requirements: unknown
  priority: string
  state: AllocationState
  blocked_by: BlockReason | null
  recoverable: boolean
  reason: WaitFact | PoolFact | null
  requested_at: string
  granted_at: string | null
  executing_at: string | null
  lease_until: string | null
  ended_at: string | null
}

interface AllocationRow {
  allocation_id: string
  request_id: string
  task_id: string
  session_id: string | null
  member_id: string
  label: string
  state: AllocationState
  started_at: string
  executing_at: string | null
  ended_at: string | null
  reason: WaitFact | PoolFact | null
}

/** Rows that a stretch of the journal leaves: of what changed several times only the last. */
interface Rows {
  readonly requests: Map<string, RequestRow>
  readonly allocations: Map<string, AllocationRow>
  readonly members: Map<string, { readonly status: MemberStatus; readonly at: string }>
}

function requestRow(task: TaskRequest, change: Partial<RequestRow> & Pick<RequestRow, 'state'>): RequestRow {
  return {
    request_id: task.requestId,
    task_id: task.taskId,
    session_id: task.sessionId,
    label: task.label,
    holder: task.holder,
    requirements: task.requirements,
    priority: task.priority,
    blocked_by: null,
    recoverable: true,
    reason: null,
    requested_at: task.since,
    granted_at: null,
    executing_at: null,
    lease_until: null,
    ended_at: null,
    ...change,
  }
}

function noteHeld(rows: Rows, task: HeldTask, state: AllocationState, reason: PoolFact | null, at: string): void {
  const endedAt = state === 'completed' || state === 'failed' ? at : null
  rows.requests.set(
    task.requestId,
    requestRow(task, {
      state,
      reason,
      granted_at: task.grantedAt,
      executing_at: task.executingAt,
      lease_until: task.leaseUntil,
      ended_at: endedAt,
    }),
  )
  for (const [index, memberId] of task.memberIds.entries()) {
    const allocationId = task.memberIds.length === 1 ? task.requestId : `${task.requestId}/${index + 1}`
    rows.allocations.set(allocationId, {
      allocation_id: allocationId,
      request_id: task.requestId,
      task_id: task.taskId,
      session_id: task.sessionId,
      member_id: memberId,
      label: task.label,
      state,
      started_at: task.grantedAt,
      executing_at: task.executingAt,
      ended_at: endedAt,
      reason,
    })
  }
}

function note(rows: Rows, entry: JournalEntry): void {
  const { kind, at } = entry
  switch (kind) {
    case 'blocked': {
      const { task, blockedBy, reason, isRefused } = entry
      rows.requests.set(
        task.requestId,
        requestRow(task, { state: kind, blocked_by: blockedBy, recoverable: !isRefused, reason }),
      )
      break
    }
    case 'withdrawn': {
      const { task, state } = entry
      rows.requests.set(
        task.requestId,
        requestRow(task, { state, reason: { kind: 'requestWithdrawn', values: {} }, ended_at: at }),
      )
      break
    }
    case 'held':
      noteHeld(rows, entry.task, entry.task.state, null, at)
      break
    case 'ended':
      noteHeld(rows, entry.task, entry.state, entry.reason, at)
      break
    case 'member': {
      const { status } = entry
      rows.members.set(status.id, { status, at })
      break
    }
  }
}

const ownerWhileOpen = 'case when ended_at is null then current_owner() end'

const upsertRequests = `
  insert into pool_requests (request_id, task_id, session_id, label, holder, requirements, priority, state,
    blocked_by, recoverable, reason, requested_at, granted_at, executing_at, lease_until, ended_at, owner)
  select request_id, task_id, session_id, label, holder, requirements, priority, state,
    blocked_by, recoverable, reason, requested_at, granted_at, executing_at, lease_until, ended_at, ${ownerWhileOpen}
  from (select set_config('synchronous_commit', $4, true)) as durability, jsonb_to_recordset($1::jsonb) as r (request_id text, task_id text, session_id text, label text, holder text,
    requirements jsonb, priority text, state text, blocked_by text, recoverable boolean, reason jsonb,
    requested_at timestamptz, granted_at timestamptz, executing_at timestamptz, lease_until timestamptz,
    ended_at timestamptz)
  on conflict (request_id) do update set state = excluded.state, blocked_by = excluded.blocked_by,
    recoverable = excluded.recoverable, reason = excluded.reason, requirements = excluded.requirements,
    requested_at = excluded.requested_at, granted_at = excluded.granted_at, executing_at = excluded.executing_at,
    lease_until = excluded.lease_until, ended_at = excluded.ended_at, owner = excluded.owner`

const upsertAllocations = `
  insert into allocations (allocation_id, request_id, task_id, session_id, member_id, label, state, started_at,
    executing_at, ended_at, reason, owner)
  select allocation_id, request_id, task_id, session_id, member_id, label, state, started_at, executing_at,
    ended_at, reason, ${ownerWhileOpen}
  from jsonb_to_recordset($2::jsonb) as r (allocation_id text, request_id text, task_id text, session_id text,
    member_id text, label text, state text, started_at timestamptz, executing_at timestamptz, ended_at timestamptz,
    reason jsonb)
  on conflict (allocation_id) do update set state = excluded.state, executing_at = excluded.executing_at,
    ended_at = excluded.ended_at, reason = excluded.reason, owner = excluded.owner`

/** A member of the same name in another live process is that process's: its row stays as it is. */
const upsertMembers = `
  insert into pool_members (member_id, name, number, type, capabilities, state, tasks_done, tasks_failed, error, resource_id,
    read_only, blocked_by, updated_at, owner)
  select member_id, name, number, type, capabilities, state, tasks_done, tasks_failed, error, resource_id, read_only,
    blocked_by, updated_at, current_owner()
  from jsonb_to_recordset($3::jsonb) as r (member_id text, name text, number integer, type text, capabilities jsonb, state text,
    tasks_done integer, tasks_failed integer, error jsonb, resource_id text, read_only boolean, blocked_by jsonb,
    updated_at timestamptz)
  on conflict (member_id) do update set name = excluded.name, number = excluded.number, type = excluded.type,
    capabilities = excluded.capabilities, state = excluded.state, tasks_done = excluded.tasks_done,
    tasks_failed = excluded.tasks_failed, error = excluded.error, resource_id = excluded.resource_id,
    read_only = excluded.read_only, blocked_by = excluded.blocked_by, updated_at = excluded.updated_at,
    owner = excluded.owner
  where pool_members.owner is null or pool_members.owner = current_owner()`

function memberRow({ status, at }: { readonly status: MemberStatus; readonly at: string }) {
  return {
    member_id: status.id,
    name: status.name,
    number: status.number,
    type: status.type,
    capabilities: status.capabilities,
    state: status.state,
    tasks_done: status.tasksDone,
    tasks_failed: status.tasksFailed,
    error: status.error,
    resource_id: status.resourceId,
    read_only: status.readOnly,
    blocked_by: status.blockedBy,
    updated_at: at,
  }
}

/**
 * That a task holds or uses something, which is over with this process: such lines are on disk with whatever is written
 * next, and wait for no sync of their own.
 */
const isOfThisProcess = (entry: JournalEntry): boolean =>
  entry.kind === 'held' ||
  (entry.kind === 'member' && (entry.status.state === 'deployed' || entry.status.state === 'busy'))

/** Writes lines of the pool's journal, in order and in one statement: all of them or none. Errors are the store's. */
export async function writeJournal(executor: SqlExecutor, entries: readonly JournalEntry[]): Promise<void> {
  const rows: Rows = { requests: new Map(), allocations: new Map(), members: new Map() }
  for (const entry of entries) note(rows, entry)
  await executor.query(
    `with requests as (${upsertRequests}), allocated as (${upsertAllocations}) ${upsertMembers}`,
    [
      asJson([...rows.requests.values()]),
      asJson([...rows.allocations.values()]),
      asJson([...rows.members.values()].map(memberRow)),
      entries.every(isOfThisProcess) ? 'off' : 'on',
    ],
    { prepared: true },
  )
}
