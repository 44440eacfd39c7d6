import { ownToolPrefix } from '../../../contract/calls/file-change'
import { QuarryError } from '../../../contract/errors'
import type { Place } from '../../../contract/report/place'
import { type CitationView, checkableIn, type ReportVersion, type ReportView } from '../../../contract/report/report'
import { asJson, type SqlExecutor } from '../../store'
import { citedIn } from '../report-edits'

/** A report as its row keeps it: its citations are rows of their own. */
type StoredReport = Omit<ReportView, 'citations' | 'edits'> & {
  readonly verifiedAt: string | null
  /** The sections before each edit by a person, oldest first. */
  readonly earlier?: readonly ReportView['sections'][]
}

interface CitationRow {
  n: number
  place: Place
  cited_text: string
  cited_text_hash: string
  state: CitationView['state']
}

function bodyOf({ citations: _citations, edits: _edits, ...report }: ReportView, verifiedAt: string | null): string {
  return asJson({ ...report, verifiedAt } satisfies StoredReport)
}

/** A version of a session's report: one for its question, one for each follow-up. */
export interface ReportKey {
  readonly sessionId: string
  readonly version: number
}

/**
 * Writes a version of a session's report with its citation registry. The places of the citations know the hash of the
 * file as it was, so that a change can be said later. A second write of the same version fails.
 */
export async function insertReport(
  transaction: SqlExecutor,
  projectId: string,
  { sessionId, version }: ReportKey,
  report: ReportView,
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into reports (session_id, version, project_id, body, partial, created_at, updated_at)
     values ($1, $2, $3, $4::jsonb, $5, $6, $6)`,
    [sessionId, version, projectId, bodyOf(report, null), report.partial, at],
  )
  for (const citation of report.citations) {
    await transaction.query(
      `insert into citations (session_id, version, n, project_id, place, cited_text, cited_text_hash)
       values ($1, $2, $3, $4, $5::jsonb, $6, $7)`,
      [sessionId, version, citation.n, projectId, asJson(citation.place), citation.citedText, citation.citedTextHash],
    )
  }
}

/** Writes the verdicts into a version of the report; its citations stay as they were written. */
export async function updateReport(
  transaction: SqlExecutor,
  { sessionId, version }: ReportKey,
  report: ReportView,
  at: string,
): Promise<void> {
  await transaction.query(
    'update reports set body = $3::jsonb, updated_at = $4 where session_id = $1 and version = $2',
    [sessionId, version, bodyOf(report, at), at],
  )
}

/** A partial report makes room for the whole one; a whole one stays. */
export async function deletePartialReport(transaction: SqlExecutor, { sessionId, version }: ReportKey): Promise<void> {
  const removed = await transaction.query(
    'delete from reports where session_id = $1 and version = $2 and partial returning version',
    [sessionId, version],
  )
  if (removed.length === 0) return
  await transaction.query('delete from citations where session_id = $1 and version = $2', [sessionId, version])
}

/** How many citations the versions of a session's report have together. */
export async function countCitations(executor: SqlExecutor, sessionId: string): Promise<number> {
  const [row] = await executor.query<{ count: number }>(
    'select count(*)::int as count from citations where session_id = $1',
    [sessionId],
  )
  return row?.count ?? 0
}

/** The citation registry of a version, joined with what became of the sources and resources since. */
async function readCitations(executor: SqlExecutor, { sessionId, version }: ReportKey): Promise<CitationView[]> {
  const rows = await executor.query<CitationRow>(
    `select c.n, c.place, c.cited_text, c.cited_text_hash,
       case when s.source_id is null and exists (select 1 from sources o where o.source_id = c.source_id) then 'moved'
            when starts_with(c.resource_id, '${ownToolPrefix}') then 'present'
            when coalesce(s.source_id, r.resource_id) is null then 'deleted'
            when s.state = 'missing' then 'missing'
            when c.source_content_hash is not null and s.content_hash is distinct from c.source_content_hash then 'changed'
            else 'present' end as state
     from citations c
     left join sources s on s.source_id = c.source_id and s.project_id = c.project_id
     left join resource_registry r on r.resource_id = c.resource_id and r.project_id = c.project_id
     where c.session_id = $1 and c.version = $2 order by c.n`,
    [sessionId, version],
  )
  return rows.map((row) => ({
    n: row.n,
    place: row.place,
    citedText: row.cited_text,
    citedTextHash: row.cited_text_hash,
    state: row.state,
  }))
}

/** A version of the report as it stands, its citations saying what became of their sources. Null where none was written. */
export async function readReport(executor: SqlExecutor, key: ReportKey): Promise<ReportView | null> {
  const [row] = await executor.query<{ body: StoredReport }>(
    'select body from reports where session_id = $1 and version = $2',
    [key.sessionId, key.version],
  )
  if (row === undefined) return null
  const { verifiedAt: _verifiedAt, earlier = [], ...report } = row.body
  const citations = await readCitations(executor, key)
  if (earlier.length === 0) return { ...report, citations }
  const cited = citedIn(report.sections)
  return { ...report, edits: earlier.length, citations: citations.filter(({ n }) => cited.has(n)) }
}

/** Edits that can be undone at most. */
const mostEdits = 50

/**
 * Writes a version of the report as a person edited it; null takes the last edit back. Throws `session.wrongState` where
 * the report has had another number of edits than the person saw, or none to take back.
 */
export async function writeEdit(
  transaction: SqlExecutor,
  { sessionId, version }: ReportKey,
  edits: number,
  sections: ReportView['sections'] | null,
  at: string,
): Promise<void> {
  const [row] = await transaction.query<{ body: StoredReport }>(
    'select body from reports where session_id = $1 and version = $2 for update',
    [sessionId, version],
  )
  const { body } = row ?? {}
  const { earlier = [] } = body ?? {}
  const next = sections ?? earlier.at(-1)
  if (body === undefined || next === undefined || earlier.length !== edits) {
    throw new QuarryError('session.wrongState', 'The report has changed meanwhile.', { context: { sessionId, edits } })
  }
  const claims = checkableIn(next)
  const edited: StoredReport = {
    ...body,
    sections: next,
    earlier: sections === null ? earlier.slice(0, -1) : [...earlier, body.sections].slice(-mostEdits),
    claims: claims.length,
    supported: claims.filter(({ verdict }) => verdict === 'supported').length,
  }
  await transaction.query(
    'update reports set body = $3::jsonb, updated_at = $4 where session_id = $1 and version = $2',
    [sessionId, version, asJson(edited), at],
  )
}

/** The versions of a session's report that were written, oldest first. */
export async function listReportVersions(executor: SqlExecutor, sessionId: string): Promise<ReportVersion[]> {
  return executor.query<ReportVersion>(
    `select version, body ->> 'title' as title, partial, body ->> 'writtenAt' as "writtenAt"
     from reports where session_id = $1 order by version`,
    [sessionId],
  )
}

/** Whether a version is there, and whether its verification is behind it. */
export async function readReportProgress(
  executor: SqlExecutor,
  { sessionId, version }: ReportKey,
): Promise<{ verified: boolean } | null> {
  const [row] = await executor.query<{ verified: boolean }>(
    `select body ->> 'verifiedAt' is not null as verified from reports where session_id = $1 and version = $2`,
    [sessionId, version],
  )
  return row ?? null
}
