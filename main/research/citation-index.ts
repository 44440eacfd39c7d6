import { ownToolPrefix } from '../../contract/calls/file-change'
import type { SourcePlace } from '../../contract/report/place'
import { isClaim, reportView } from '../../contract/report/report'
import type { CitationIndex } from '../knowledge'
import type { Database } from '../store'

/** What sessions cite and keep of sources and resources, for those who remove them to ask. */
export interface SessionCitations extends CitationIndex {
  /** How many reports cite a resource or one of its parts. */
  countReportsCitingResource(resourceId: string): Promise<number>
  /** Forgets what was kept of resources that are no longer registered, beyond what a report cites. */
  forgetRemovedResources(): Promise<void>
}

export function createCitationIndex(database: Database, projectId: string): SessionCitations {
  return {
    async sentencesCiting(sourceId) {
      const rows = await database.query<{
        session_id: string
        title: string
        version: number
        n: number
        place: SourcePlace
        cited_text: string
        body: unknown
      }>(
        `select c.session_id, s.title, c.version, c.n, c.place, c.cited_text, r.body
         from citations c
         join sessions s on s.session_id = c.session_id
         left join reports r on r.session_id = c.session_id and r.version = c.version
         where c.project_id = $1 and c.source_id = $2
         order by s.updated_at desc, c.session_id, c.version, c.n`,
        [projectId, sourceId],
      )
      return rows.flatMap((row) => {
        const report = reportView.pick({ sections: true }).safeParse(row.body)
        const sentences = report.success
          ? report.data.sections.flatMap((section) =>
              section.sentences.flatMap((sentence) =>
                isClaim(sentence) && sentence.citations.includes(row.n) ? [sentence.text] : [],
              ),
            )
          : []
        // Before its report is written, and where no claim rests on it, a citation stands for itself.
        return (sentences.length > 0 ? [...new Set(sentences)] : [row.cited_text]).map((sentence) => ({
          sessionId: row.session_id,
          sessionTitle: row.title,
          version: row.version,
          n: row.n,
          sentence,
          start: row.place.start,
          end: row.place.end,
        }))
      })
    },
    async countCitingReports(sourceIds) {
      const [row] = await database.query<{ reports: number }>(
        `select count(distinct session_id) as reports from citations
         where project_id = $1 and source_id = any($2::text[])`,
        [projectId, sourceIds],
      )
      return row?.reports ?? 0
    },
    async countReportsCitingResource(resourceId) {
      const [row] = await database.query<{ reports: number }>(
        `select count(distinct session_id) as reports from citations
         where project_id = $1 and (resource_id = $2 or resource_id in (
           select r.resource_id from resource_registry r where r.project_id = $1 and r.parent_id = $2))`,
        [projectId, resourceId],
      )
      return row?.reports ?? 0
    },
    async forgetRemovedResources() {
      await database.query(
        `delete from observations o
         where o.project_id = $1 and o.resource_id is not null
           -- What Quarry's own tools wrote stands in no registry.
           and not starts_with(o.resource_id, '${ownToolPrefix}')
           and not exists (select 1 from resource_registry r where r.resource_id = o.resource_id and r.project_id = o.project_id)
           and not exists (
             select 1 from citations c
             where c.session_id = o.session_id and c.resource_id = o.resource_id and c.cited_text = o.sentence)`,
        [projectId],
      )
    },
    async forgetSources(transaction, sourceIds) {
      await transaction.query(
        `delete from observations o
         where o.project_id = $1 and o.source_id = any($2::text[])
           and not exists (
             select 1 from citations c
             where c.session_id = o.session_id and c.source_id = o.source_id and c.cited_text = o.sentence)`,
        [projectId, sourceIds],
      )
      await transaction.query(
        `update sessions set investigation = jsonb_set(investigation, '{hits}', coalesce(
           (select jsonb_agg(hit order by place)
            from jsonb_array_elements(investigation -> 'hits') with ordinality as hits (hit, place)
            where not (hit ->> 'sourceId' = any($2::text[]))), '[]'))
         where project_id = $1 and exists (
           select 1 from jsonb_array_elements(investigation -> 'hits') as hit where hit ->> 'sourceId' = any($2::text[]))`,
        [projectId, sourceIds],
      )
    },
  }
}
