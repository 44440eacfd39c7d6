import type { Database } from '../../store'

/**
 * Makes a new row's file that of a source whose own file is gone, when both have the same content: the file was
 * renamed or moved. The older source lives on (reports cite it) under the new path, and the new row goes.
 * Answers the older source's id, or null where there is no such source.
 */
export async function adoptRenamed(
  database: Database,
  projectId: string,
  created: { sourceId: string; contentHash: string },
): Promise<string | null> {
  return database.transaction(async (transaction) => {
    const [older] = await transaction.query<{ source_id: string }>(
      `select source_id from sources
       where project_id = $1 and state = 'missing' and content_hash = $2 and source_id <> $3
       order by indexed_at desc nulls last limit 1`,
      [projectId, created.contentHash, created.sourceId],
    )
    if (older === undefined) return null
    const [taken] = await transaction.query<{
      path: string
      name: string
      root: string | null
      size_bytes: number
      modified_ms: number
    }>(
      `delete from sources where project_id = $1 and source_id = $2 returning path, name, root, size_bytes, modified_ms`,
      [projectId, created.sourceId],
    )
    if (taken === undefined) return null
    await transaction.query(
      `update sources set path = $3, name = $4, root = $5, size_bytes = $6, modified_ms = $7, state = 'indexed', error = null
       where project_id = $1 and source_id = $2`,
      [projectId, older.source_id, taken.path, taken.name, taken.root, Number(taken.size_bytes), taken.modified_ms],
    )
    return older.source_id
  })
}
