import type { SqlExecutor } from '../store'
import type { RaisingDocument, RaisingDomain } from './raise-questions'

/** Headings that are looked at, of a project: one question takes seconds, so these last for weeks. */
const mostHeadings = 5000

interface DocumentRow extends RaisingDocument {
  readonly domainId: string | null
}

/** What questions are raised from: domains with their documents, the largest first, then documents that are in none. */
export async function readMaterial(database: SqlExecutor, projectId: string): Promise<RaisingDomain[]> {
  const domains = await database.query<{ domainId: string; name: string; aliases: string[]; isNamed: boolean }>(
    `select d.domain_id as "domainId", d.name, d.aliases, d.edited ?| array['name', 'aliases'] as "isNamed"
     from domains d where d.project_id = $1 and not d.removed
     order by (select count(*) from domain_sources s where s.domain_id = d.domain_id) desc, d.name, d.domain_id`,
    [projectId],
  )
  const documents = await database.query<DocumentRow>(
    `with asking as (
       select p.source_id, h.heading, min(p.ordinal) as first from passages p
       cross join lateral jsonb_array_elements_text(p.heading_path) as h (heading)
       where p.project_id = $1 and length(h.heading) <= 400
         and (h.heading ~ '[?？]\\s*$' or h.heading ~* '\\m(how|why|when|what)\\M' or h.heading ~ '如何|怎样|怎么|为什么|为何|什么是|何时')
       group by p.source_id, h.heading order by p.source_id, first limit ${mostHeadings}
     )
     select s.source_id as "sourceId", coalesce(s.title, s.name) as title, s.content_hash as "contentHash",
            ds.domain_id as "domainId",
            coalesce((select jsonb_agg(a.heading order by a.first, a.heading) from asking a
                      where a.source_id = s.source_id), '[]') as headings
     from sources s left join domain_sources ds
       on ds.source_id = s.source_id and exists (select from domains d where d.domain_id = ds.domain_id and not d.removed)
     where s.project_id = $1 and s.state = 'indexed' and s.content_hash is not null
     order by ds.ordinal, s.queued_at, s.source_id`,
    [projectId],
  )
  const inDomain = (domainId: string | null): RaisingDocument[] => documents.filter((one) => one.domainId === domainId)
  return [
    ...domains.map(({ domainId, ...words }) => ({ ...words, documents: inDomain(domainId) })),
    { name: null, aliases: [], isNamed: false, documents: inDomain(null) },
  ]
}
