import type { SqlExecutor } from './database'

/** Beside the settings of the app, which all begin with `app.`. */
const key = 'dumps.removals'

const listeners = new Set<() => void>()

/** Calls back with each removal, before it is committed: a query of one's own waits for that. */
export function onRemoval(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Counts a removal, in its own transaction: dumps that were written before still hold what it removed, and `DailyDump`
 * drops them, after a crash at the next start.
 */
export async function noteRemoval(transaction: SqlExecutor): Promise<void> {
  await transaction.query(
    `insert into settings (key, value) values ($1, '1')
     on conflict (key) do update set value = to_jsonb((settings.value)::bigint + 1), updated_at = now()`,
    [key],
  )
  for (const listener of listeners) listener()
}

/** How many removals were committed so far. */
export async function readRemovals(executor: SqlExecutor): Promise<number> {
  const [row] = await executor.query<{ value: number }>('select value from settings where key = $1', [key])
  return row?.value ?? 0
}
