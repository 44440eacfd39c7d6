import type { SqlExecutor } from '../../store'
import { prefixOf } from './roots'

/** Key in `settings`: files that the person removed though their folder stayed; a rescan leaves them out. */
const settingsKey = 'library.excludedPaths'

export async function readExclusions(database: SqlExecutor): Promise<ReadonlySet<string>> {
  const [row] = await database.query<{ value: string[] }>(`select value from settings where key = $1`, [settingsKey])
  return new Set(row?.value ?? [])
}

/** Leaves these files out of later rescans. */
export async function exclude(database: SqlExecutor, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await write(database, new Set([...(await readExclusions(database)), ...paths]))
}

/** Takes a file, or everything below a folder, in again: the person dropped it again, or gave the folder up. */
export async function includeAgain(database: SqlExecutor, path: string): Promise<void> {
  const excluded = await readExclusions(database)
  const kept = [...excluded].filter((one) => one !== path && !one.startsWith(prefixOf(path)))
  if (kept.length < excluded.size) await write(database, new Set(kept))
}

async function write(database: SqlExecutor, paths: ReadonlySet<string>): Promise<void> {
  await database.query(
    `insert into settings (key, value) values ($1, $2::jsonb)
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [settingsKey, JSON.stringify([...paths])],
  )
}
