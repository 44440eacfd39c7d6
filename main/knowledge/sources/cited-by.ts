import type { ChannelOutput } from '../../../contract/channels'
import { reportView } from '../../../contract/report'
import type { Database } from '../../store'

/** Every report sentence that cites a source, newest session first; `start` and `end` are the cited place. */
export async function sentencesCiting(
  database: Database,
  projectId: string,
  sourceId: string,
): Promise<ChannelOutput<'library.citedBy'>> {
  const rows = await database.query<{
    session_id: string
    title: string
    n: number
    locator: { start: number; end: number }
    cited_text: string
    body: unknown
  }>(
    `select c.session_id, s.title, c.n, c.locator, c.cited_text, r.body
     from citations c
     join sessions s on s.session_id = c.session_id
     left join reports r on r.session_id = c.session_id
     where c.project_id = $1 and c.source_id = $2
     order by s.updated_at desc, c.session_id, c.n`,
    [projectId, sourceId],
  )
  return rows.flatMap((row) => {
    const report = reportView.safeParse(row.body)
    const sentences = report.success
      ? report.data.sections.flatMap((section) =>
          section.sentences.filter((sentence) => sentence.citations.includes(row.n)).map((sentence) => sentence.text),
        )
      : []
    // Before its report is written a session's citation stands for itself.
    return (sentences.length > 0 ? [...new Set(sentences)] : [row.cited_text]).map((sentence) => ({
      sessionId: row.session_id,
      sessionTitle: row.title,
      n: row.n,
      sentence,
      start: row.locator.start,
      end: row.locator.end,
    }))
  })
}
