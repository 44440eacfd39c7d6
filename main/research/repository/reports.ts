import type { CitationView, ReportView } from '../../../contract/report'
import type { Locator } from '../../../contract/source'
import type { SqlExecutor } from '../../store'

/** A report as its row keeps it. */
type StoredReport = ReportView & { readonly verifiedAt: string | null }

interface CitationRow {
  n: number
  passage_id: number | null
  locator: Locator
  cited_text: string
  cited_text_hash: string
  source_name: string
  source_title: string | null
  heading_path: string[]
  source_state: CitationView['sourceState']
}

/**
 * Writes a session's report with its citation registry. The citations remember the hash of the source as it was, so
 * that a change can be said later. A session has one report: a second write fails.
 */
export async function insertReport(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  report: ReportView,
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into reports (session_id, project_id, body, partial, created_at, updated_at)
     values ($1, $2, $3::jsonb, $4, $5, $5)`,
    [sessionId, projectId, JSON.stringify({ ...report, verifiedAt: null } satisfies StoredReport), report.partial, at],
  )
  for (const citation of report.citations) {
    await transaction.query(
      `insert into citations (session_id, n, project_id, source_id, passage_id, locator, cited_text, cited_text_hash,
         source_name, source_title, source_content_hash, heading_path)
       values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10,
         (select content_hash from sources where source_id = $4), $11::jsonb)`,
      [
        sessionId,
        citation.n,
        projectId,
        citation.locator.sourceId,
        citation.passageId,
        JSON.stringify(citation.locator),
        citation.citedText,
        citation.citedTextHash,
        citation.sourceName,
        citation.sourceTitle,
        JSON.stringify(citation.headingPath),
      ],
    )
  }
}

/** Writes the verdicts into the report; its citations stay as they were written. */
export async function updateReport(
  transaction: SqlExecutor,
  sessionId: string,
  report: ReportView,
  at: string,
): Promise<void> {
  await transaction.query('update reports set body = $2::jsonb, updated_at = $3 where session_id = $1', [
    sessionId,
    JSON.stringify({ ...report, verifiedAt: at } satisfies StoredReport),
    at,
  ])
}

export async function deleteReport(transaction: SqlExecutor, sessionId: string): Promise<void> {
  await transaction.query('delete from citations where session_id = $1', [sessionId])
  await transaction.query('delete from reports where session_id = $1', [sessionId])
}

/** The citation registry, joined with what became of the sources since. */
export async function readCitations(executor: SqlExecutor, sessionId: string): Promise<CitationView[]> {
  const rows = await executor.query<CitationRow>(
    `select c.n, c.passage_id, c.locator, c.cited_text, c.cited_text_hash, c.source_name, c.source_title,
       c.heading_path,
       case when s.source_id is null then 'deleted'
            when s.state = 'missing' then 'missing'
            when s.content_hash is distinct from c.source_content_hash then 'changed'
            else 'present' end as source_state
     from citations c left join sources s on s.source_id = c.source_id
     where c.session_id = $1 order by c.n`,
    [sessionId],
  )
  return rows.map((row) => ({
    n: row.n,
    passageId: row.passage_id,
    locator: row.locator,
    citedText: row.cited_text,
    citedTextHash: row.cited_text_hash,
    sourceName: row.source_name,
    sourceTitle: row.source_title,
    headingPath: row.heading_path,
    sourceState: row.source_state,
  }))
}

/** The report as it stands, its citations saying what became of their sources. Null where none was written. */
export async function readReport(executor: SqlExecutor, sessionId: string): Promise<ReportView | null> {
  const [row] = await executor.query<{ body: StoredReport }>('select body from reports where session_id = $1', [
    sessionId,
  ])
  if (row === undefined) return null
  const { verifiedAt: _verifiedAt, ...report } = row.body
  return { ...report, citations: await readCitations(executor, sessionId) }
}

/** Whether a report is there, and whether its verification is behind it. */
export async function readReportStanding(
  executor: SqlExecutor,
  sessionId: string,
): Promise<{ verified: boolean } | null> {
  const [row] = await executor.query<{ verified: boolean }>(
    `select body ->> 'verifiedAt' is not null as verified from reports where session_id = $1`,
    [sessionId],
  )
  return row ?? null
}
