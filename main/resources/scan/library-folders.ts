import type { SqlExecutor } from '../../store'

/** Folders that were dropped onto the library: where a person's own databases are looked for. */
export async function libraryFolders(database: SqlExecutor, projectId: string): Promise<string[]> {
  const rows = await database.query<{ path: string }>(
    `select path from roots where project_id = $1 and kind = 'folder' order by path`,
    [projectId],
    { prepared: true },
  )
  return rows.map(({ path }) => path)
}
