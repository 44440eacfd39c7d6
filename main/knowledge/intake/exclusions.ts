import type { SqlExecutor } from '../../store'
import { prefixOf } from './roots'

/** Files that the person removed though their folder stayed: a rescan leaves them out. */
export async function readExclusions(database: SqlExecutor, projectId: string): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ path: string }>('select path from exclusions where project_id = $1', [projectId])
  return new Set(rows.map(({ path }) => path))
}

/** Leaves these files out of later rescans. */
export async function exclude(database: SqlExecutor, projectId: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await database.query(
    'insert into exclusions (project_id, path) select $1, unnest($2::text[]) on conflict do nothing',
    [projectId, [...paths]],
  )
}

/** Takes a file, or everything below a folder, in again: the person dropped it again, or gave the folder up. */
export async function includeAgain(database: SqlExecutor, projectId: string, path: string): Promise<void> {
  await database.query('delete from exclusions where project_id = $1 and (path = $2 or starts_with(path, $3))', [
    projectId,
    path,
    prefixOf(path),
  ])
}
