import { relative } from 'node:path'
import { type MediaType, partOf, type SourceText } from '../../contract/library/source'
import type { RecallHit, RecallReason } from '../../contract/recall/recall'
import type { Database } from '../store'
import type { PathScope } from './keyword-path'

export interface PassageRow {
  readonly passage_id: number
  readonly source_id: string
  readonly start_offset: number
  readonly end_offset: number
  readonly page: number | null
  readonly line_start: number
  readonly line_end: number
  readonly heading_path: string[]
  readonly text: string
  readonly coverage: 'dense' | 'keyword'
  readonly name: string
  readonly title: string | null
  readonly media_type: MediaType | null
  readonly path: string | null
  readonly root: string | null
  readonly content_hash: string | null
  /** How sure the text of its page is; null where it was not recognised in a picture. */
  readonly recognised: number | null
}

/** Of a page's text that was recognised in its picture. */
const recognised = `(
    select (e.metadata #>> array['recognition', 'byPage', p.page::text])::integer from extracts e
    where e.source_id = p.source_id and p.page is not null
  ) as recognised`

/** Passages with what is shown of their sources, by id. One that was removed meanwhile is not in it. */
export async function readPassages(
  database: Database,
  ids: readonly number[],
  { projectId, signal }: Pick<PathScope, 'projectId' | 'signal'>,
): Promise<Map<number, PassageRow>> {
  if (ids.length === 0) return new Map()
  const rows = await database.query<PassageRow>(
    `select p.passage_id, p.source_id, p.start_offset, p.end_offset, p.page, p.line_start, p.line_end, p.heading_path,
            p.text, p.coverage, s.name, s.title, s.media_type, s.path, s.root, s.content_hash,
            ${recognised}
     from passages p join sources s using (source_id)
     where p.project_id = $1 and p.passage_id = any($2::bigint[])`,
    [projectId, [...ids]],
    { signal },
  )
  return new Map(rows.map((row) => [row.passage_id, row]))
}

/** Passages of a source that is read whole, at most; of a longer one those around what was found in it. */
export const wholeSource = 400
export const reach = 10

/** The passages of sources in their order; of long sources those within reach of the passages named. */
export async function readSources(
  database: Database,
  sourceIds: readonly string[],
  around: readonly number[],
  { projectId, signal }: Pick<PathScope, 'projectId' | 'signal'>,
): Promise<Omit<RecallHit, 'reason'>[]> {
  const rows = await database.query<PassageRow>(
    `with whole as materialized (
       select source_id from unnest($2::text[]) as asked(source_id)
       where not exists (select from passages p where p.source_id = asked.source_id offset ${wholeSource})
     ),
     wanted as (
       select passage_id from passages where source_id in (select source_id from whole)
       union
       select p.passage_id from passages near
       join passages p on p.source_id = near.source_id and p.ordinal between near.ordinal - ${reach} and near.ordinal + ${reach}
       where near.passage_id = any($3::bigint[]) and near.source_id = any($2::text[])
     )
     select p.passage_id, p.source_id, p.start_offset, p.end_offset, p.page, p.line_start, p.line_end, p.heading_path,
            p.text, p.coverage, s.name, s.title, s.media_type, s.path, s.root, s.content_hash,
            ${recognised}
     from wanted join passages p using (passage_id) join sources s using (source_id)
     where p.project_id = $1
     order by array_position($2::text[], p.source_id), p.ordinal`,
    [projectId, [...sourceIds], [...around]],
    { signal },
  )
  return rows.map(passageOf)
}

export function hitOf(row: PassageRow, reason: RecallReason): RecallHit {
  return { ...passageOf(row), reason }
}

/** A source of code with what it declares. */
export interface CodeRow {
  readonly sourceId: string
  /** Path within its folder. */
  readonly path: string
  readonly contentHash: string | null
  readonly language: string | null
  readonly text: string
  readonly headings: SourceText['headings']
}

/** Languages of settings and data: their lines say what they say by themselves. */
const dataLanguages = ['yaml', 'toml', 'ini', 'xml', 'css']

/** Whether a source `s` is a program. @param data `dataLanguages`, bound */
const isProgram = (data: string): string =>
  `s.media_type = 'code' and not coalesce(s.language = any(${data}::text[]), false)`

/** Of some sources those that are programs. */
export async function codeAmong(
  database: Database,
  sourceIds: readonly string[],
  { projectId, signal }: Pick<PathScope, 'projectId' | 'signal'>,
): Promise<Set<string>> {
  const rows = await database.query<{ source_id: string }>(
    `select s.source_id from sources s
     where s.project_id = $1 and s.source_id = any($2::text[]) and ${isProgram('$3')}`,
    [projectId, [...sourceIds], dataLanguages],
    { signal },
  )
  return new Set(rows.map(({ source_id }) => source_id))
}

/** Of some sources those that are programs, in the order in which they are named, with their whole text. */
export async function readCode(
  database: Database,
  sourceIds: readonly string[],
  { projectId, signal }: Pick<PathScope, 'projectId' | 'signal'>,
): Promise<CodeRow[]> {
  if (sourceIds.length === 0) return []
  const rows = await database.query<
    Pick<PassageRow, 'source_id' | 'name' | 'media_type' | 'path' | 'root' | 'content_hash'> &
      Pick<CodeRow, 'language' | 'text' | 'headings'>
  >(
    `select s.source_id, s.name, s.media_type, s.path, s.root, s.content_hash, e.language, e.text, e.headings
     from sources s join extracts e using (source_id)
     where s.project_id = $1 and s.source_id = any($2::text[]) and ${isProgram('$3')}
     order by array_position($2::text[], s.source_id)`,
    [projectId, [...sourceIds], dataLanguages],
    { signal },
  )
  return rows.map(({ source_id: sourceId, content_hash: contentHash, language, text, headings, ...row }) => ({
    sourceId,
    path: nameOf(row),
    contentHash,
    language,
    text,
    headings,
  }))
}

/** Many files of a folder of code have one name: theirs is their path within it. */
function nameOf({ name, media_type, path, root }: Pick<PassageRow, 'name' | 'media_type' | 'path' | 'root'>): string {
  return media_type === 'code' && path !== null && root !== null ? relative(root, path) : name
}

function passageOf(row: PassageRow): Omit<RecallHit, 'reason'> {
  const part = partOf(row.media_type)
  return {
    passageId: row.passage_id,
    sourceId: row.source_id,
    sourceName: nameOf(row),
    title: row.title,
    contentHash: row.content_hash,
    headingPath: row.heading_path,
    text: row.text,
    locator: {
      sourceId: row.source_id,
      start: row.start_offset,
      end: row.end_offset,
      page: row.page,
      ...(row.page === null || part === 'page' ? {} : { part }),
      ...(row.recognised === null ? {} : { recognised: row.recognised }),
      lineStart: row.line_start,
      lineEnd: row.line_end,
    },
  }
}
