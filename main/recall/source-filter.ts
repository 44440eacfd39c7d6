import type { RecallFilter } from '../../contract/recall/recall'
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
  // Messages of a mailbox have days of their own (`isInTime`).
  add(until && new Date(until), (of) => `(${changedAt} < ${of}::timestamptz or ${isMailbox})`)
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

/** The day in the title of a message, as `mailHeading` writes it. */
const sentDay = `substring(s.title from '\\((\\d{4}-\\d\\d-\\d\\d)\\)$')`

/** When the message was sent that a source `s` is, the file of one last changed, or a note added. */
export const changedAt = `case when s.media_type = 'email' and pg_input_is_valid(${sentDay}, 'date')
  then ${sentDay}::timestamp at time zone 'UTC' else coalesce(to_timestamp(s.modified_ms / 1000), s.added_at) end`

const isMailbox = `s.media_type = 'email' and s.title is null`

/** Whether a source `s` is in one of the folders that a parameter holds, at any depth. */
const isInFolders = (folders: string): string =>
  `exists (select from unnest(${folders}::text[]) as folder where s.path = folder
    or starts_with(s.path, rtrim(folder, '/\\') || '/') or starts_with(s.path, rtrim(folder, '/\\') || '\\'))`

/** Whether a source `s` is in one of the folders, or among the sources, that two parameters hold. */
export const isWithin = (folders: string, sourceIds: string): string =>
  `(${isInFolders(folders)} or s.source_id = any(${sourceIds}::text[]))`
