import type { Database, SqlExecutor } from '../../store'
import type { JournalEntry } from '../terms'

async function writeEvent(
  transaction: SqlExecutor,
  memberId: string | null,
  taskId: string | null,
  type: string,
  detail: string,
  at: string,
): Promise<void> {
  await transaction.query(
    'insert into pool_events (member_id, task_id, type, detail, created_at) values ($1, $2, $3, $4, $5)',
    [memberId, taskId, type, detail, at],
  )
}

async function writeEntry(transaction: SqlExecutor, entry: JournalEntry): Promise<void> {
  switch (entry.kind) {
    case 'allocated': {
      const { task, at } = entry
      await transaction.query(
        `insert into allocations (allocation_id, task_id, session_id, member_id, label, state, started_at)
         values ($1, $2, $3, $4, $5, 'allocated', $6) on conflict (allocation_id) do nothing`,
        [task.allocationId, task.taskId, task.sessionId, task.memberId, task.label, at],
      )
      return writeEvent(transaction, task.memberId, task.taskId, 'allocated', task.label, at)
    }
    case 'executing': {
      const { task, at } = entry
      await transaction.query(
        `update allocations set state = 'executing', executing_at = $2 where allocation_id = $1 and ended_at is null`,
        [task.allocationId, at],
      )
      return writeEvent(transaction, task.memberId, task.taskId, 'executing', task.label, at)
    }
    case 'ended': {
      const { task, state, reason, at } = entry
      await transaction.query(
        'update allocations set state = $2, reason = $3, ended_at = $4 where allocation_id = $1 and ended_at is null',
        [task.allocationId, state, reason, at],
      )
      return writeEvent(transaction, task.memberId, task.taskId, state, reason ?? task.label, at)
    }
    case 'member': {
      const { standing, at } = entry
      await transaction.query(
        `insert into pool_members (member_id, name, type, capabilities, state, tasks_done, tasks_failed, error, updated_at)
         values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9)
         on conflict (member_id) do update set name = excluded.name, type = excluded.type,
           capabilities = excluded.capabilities, state = excluded.state, tasks_done = excluded.tasks_done,
           tasks_failed = excluded.tasks_failed, error = excluded.error, updated_at = excluded.updated_at`,
        [
          standing.id,
          standing.name,
          standing.type,
          JSON.stringify(standing.capabilities),
          standing.state,
          standing.tasksDone,
          standing.tasksFailed,
          standing.error,
          at,
        ],
      )
      return writeEvent(transaction, standing.id, standing.taskId, standing.state, standing.error ?? '', at)
    }
    case 'waiting':
    case 'withdrawn':
    case 'refused':
      return writeEvent(transaction, null, entry.task.taskId, entry.kind, entry.task.label, entry.at)
  }
}

/** Writes lines of the pool's journal, in order and in one transaction. Errors are the store's. */
export async function writeJournal(database: Database, entries: readonly JournalEntry[]): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const entry of entries) await writeEntry(transaction, entry)
  })
}
