import type { SqlExecutor } from '../../store'

/**
 * What a project's index was made with; a part is rebuilt when its maker changes. Cursors make a rebuild resumable.
 * `model` is the one that every passage was last embedded by, `model.newest` the one that embedded the newest passages,
 * `model.batch` what is being embedded for it, `model.later` the last of the passages that came without vectors and are still to
 * get them; empty where there are none.
 */
export type IndexVersionKey =
  | 'segmenter'
  | 'segmenter.cursor'
  | 'model'
  | 'model.newest'
  | 'model.batch'
  | 'model.later'

export async function readIndexVersions(
  database: SqlExecutor,
  projectId: string,
): Promise<Partial<Record<IndexVersionKey, string>>> {
  const rows = await database.query<{ key: IndexVersionKey; value: string }>(
    'select key, value from index_versions where project_id = $1',
    [projectId],
  )
  return Object.fromEntries(rows.map((row) => [row.key, row.value]))
}

/**
 * Which model made the index before this one, where not every passage has a vector of this one yet; null where the
 * index is whole or nothing was ever embedded. `former` is null where it was this model, before and again or all along.
 */
export async function formerModelOf(
  database: SqlExecutor,
  projectId: string,
  modelId: string,
): Promise<{ readonly former: string | null } | null> {
  const versions = await readIndexVersions(database, projectId)
  if (versions.model === undefined) return null
  if (versions.model !== modelId) return { former: versions.model }
  const isWhole = (versions['model.newest'] ?? modelId) === modelId && !versions['model.later']
  return isWhole ? null : { former: null }
}

export async function writeIndexVersion(
  database: SqlExecutor,
  projectId: string,
  key: IndexVersionKey,
  value: string,
): Promise<void> {
  await database.query(
    `insert into index_versions (project_id, key, value) values ($1, $2, $3)
     on conflict (project_id, key) do update set value = excluded.value where index_versions.value <> excluded.value`,
    [projectId, key, value],
  )
}
