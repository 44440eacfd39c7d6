import type { RecallFilter } from '../../contract/recall'
import type { Database, SqlValue } from '../store'
import type { PathScope } from './keyword-path'

/**
 * Ids of the sources that a filter lets through, of `sourceIds` where these are named; undefined where nothing narrows.
 */
export async function sourcesThatFit(
  database: Database,
  filter: RecallFilter | undefined,
  { projectId, sourceIds, signal }: PathScope,
): Promise<readonly string[] | undefined> {
  const { types, folders, languages, tags, collections, domains, since, until, within } = filter ?? {}
  const parameters: SqlValue[] = [projectId]
  const conditions: string[] = []
  const add = (value: SqlValue | undefined, condition: (parameter: string) => string): void => {
    if (value === undefined) return
    parameters.push(value)
    conditions.push(condition(`$${parameters.length}`))
  }
  add(types, (of) => `case when s.kind = 'note' then 'note' else s.media_type end = any(${of}::text[])`)
  add(folders, isInFolders)
  add(languages, (of) => `s.language = any(${of}::text[])`)
  add(tags, (of) => `s.tags && ${of}::text[]`)
  add(collections, (of) => `s.collections && ${of}::text[]`)
  add(
    domains,
    (of) => `exists (select from domain_sources ds join domains d using (domain_id)
      where ds.source_id = s.source_id and d.project_id = $1 and not d.removed and ds.domain_id = any(${of}::text[]))`,
  )
  add(since && new Date(since), (of) => `${changedAt} >= ${of}::timestamptz`)
  add(until && new Date(until), (of) => `${changedAt} < ${of}::timestamptz`)
  if (within !== undefined) {
    parameters.push(within.folders, within.sourceIds)
    conditions.push(isWithin(`$${parameters.length - 1}`, `$${parameters.length}`))
  }
  if (conditions.length === 0) return sourceIds
  add(sourceIds, (of) => `s.source_id = any(${of}::text[])`)
  const rows = await database.query<{ source_id: string }>(
    `select s.source_id from sources s where s.project_id = $1 and ${conditions.join(' and ')}`,
    parameters,
    { signal },
  )
  return rows.map(({ source_id }) => source_id)
}

/** When the file of a source `s` was last changed, or its note added. */
export const changedAt = 'coalesce(to_timestamp(s.modified_ms / 1000), s.added_at)'

/** Whether a source `s` is in one of the folders that a parameter holds, at any depth. */
const isInFolders = (folders: string): string =>
  `exists (select from unnest(${folders}::text[]) as folder where s.path = folder
    or starts_with(s.path, rtrim(folder, '/\\') || '/') or starts_with(s.path, rtrim(folder, '/\\') || '\\'))`

/** Whether a source `s` is in one of the folders, or among the sources, that two parameters hold. */
export const isWithin = (folders: string, sourceIds: string): string =>
  `(${isInFolders(folders)} or s.source_id = any(${sourceIds}::text[]))`
