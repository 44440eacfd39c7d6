import type { Database } from '../store'

/** Sources in one transaction: their passages are written anew, with what finds them by words. */
const sourcesPerTransaction = 20

/** What came from one project to another. */
export interface Moved {
  readonly sourceIds: readonly string[]
  readonly passageIds: readonly number[]
}

/**
 * Makes sources those of another project, with extracts, passages and vectors as they are: nothing is read or embedded
 * again. One whose file the other project has already stays. What was under way is queued there. Each batch is one
 * transaction, so that a source is never in two projects, nor in none.
 */
export async function moveRows(
  database: Database,
  from: string,
  to: string,
  sourceIds: readonly string[],
): Promise<Moved> {
  const moved = { sourceIds: [] as string[], passageIds: [] as number[] }
  for (let at = 0; at < sourceIds.length; at += sourcesPerTransaction) {
    const batch = sourceIds.slice(at, at + sourcesPerTransaction)
    await database.transaction(async (transaction) => {
      const taken = await transaction.query<{ source_id: string; path: string | null; root: string | null }>(
        `select source_id, path, root from sources s
         where project_id = $1 and source_id = any($3::text[]) and not exists (
           select 1 from sources o where o.project_id = $2 and o.path = s.path)
         for update`,
        [from, to, batch],
      )
      const ids = taken.map((row) => row.source_id)
      const paths = taken.flatMap(({ path }) => (path === null ? [] : [path]))
      const ofFolders = taken.flatMap(({ path, root }) => (path === null || root === null ? [] : [path]))
      // In the other project it is a single file, or one of a folder that lies there as well.
      await transaction.query(
        `update sources s set project_id = $2,
           root = (select r.path from roots r where r.project_id = $2 and r.kind = 'folder'
                   and (s.path = r.path or starts_with(s.path, rtrim(r.path, '/\\') || '/')
                        or starts_with(s.path, rtrim(r.path, '/\\') || '\\')) limit 1),
           state = case when state in ('indexed', 'failed', 'missing') then state else 'queued' end,
           owner = null
         where s.project_id = $1 and s.source_id = any($3::text[])`,
        [from, to, ids],
      )
      const passages = await transaction.query<{ passage_id: number }>(
        'update passages set project_id = $2 where project_id = $1 and source_id = any($3::text[]) returning passage_id',
        [from, to, ids],
      )
      const passageIds = passages.map((row) => row.passage_id)
      // Both projects' indexes of vectors take it in.
      await transaction.query(
        `insert into vector_changes (project_id, passage_id)
         select project_id, passage_id from unnest(array[$1, $2]) as project_id, unnest($3::bigint[]) as passage_id`,
        [from, to, passageIds],
      )
      await transaction.query(
        'update sections set project_id = $2 where project_id = $1 and source_id = any($3::text[])',
        [from, to, ids],
      )
      await transaction.query(
        'update code_fragments set project_id = $2 where project_id = $1 and passage_id = any($3::bigint[])',
        [from, to, passageIds],
      )
      // A file that left stays away, though its folder is walked again; one that came is wanted.
      await transaction.query(
        'insert into exclusions (project_id, path) select $1, unnest($2::text[]) on conflict do nothing',
        [from, ofFolders],
      )
      await transaction.query('delete from exclusions where project_id = $1 and path = any($2::text[])', [to, paths])
      // Where their indexes were made by others, the other project looks through its own once more.
      await transaction.query(
        `delete from index_versions t where t.project_id = $2 and not exists (
           select 1 from index_versions f where f.project_id = $1 and f.key = t.key and f.value = t.value)`,
        [from, to],
      )
      // So it does where passages came that need their vectors still.
      await transaction.query(
        `insert into index_versions (project_id, key, value)
         select $2, key, value from index_versions where project_id = $1 and key = 'model.later' and value <> ''
         on conflict (project_id, key) do update set value = excluded.value`,
        [from, to],
      )
      moved.sourceIds.push(...ids)
      moved.passageIds.push(...passageIds)
    })
  }
  return moved
}
