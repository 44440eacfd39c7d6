import type { SqlExecutor } from '../../store'

/** What the index was made with; a part is rebuilt when its maker changes. Cursors make a rebuild resumable. */
export type IndexVersionKey = 'segmenter' | 'segmenter.cursor' | 'model'

export async function readIndexVersions(database: SqlExecutor): Promise<Partial<Record<IndexVersionKey, string>>> {
  const rows = await database.query<{ key: IndexVersionKey; value: string }>(`select key, value from index_versions`)
  return Object.fromEntries(rows.map((row) => [row.key, row.value]))
}

export async function writeIndexVersion(database: SqlExecutor, key: IndexVersionKey, value: string): Promise<void> {
  await database.query(
    `insert into index_versions (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, value],
  )
}
