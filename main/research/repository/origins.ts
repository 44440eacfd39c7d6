import type { CitationOrigin } from '../../../contract/report/citation-origin'
import type { SqlExecutor } from '../../store'
import type { ReportKey } from './reports'

interface Row {
  n: number
  found: CitationOrigin['found'][number] | null
}

/** For each citation of a version the steps that found what it cites: of the newest plan up to that version that did. */
export async function readOrigins(
  executor: SqlExecutor,
  projectId: string,
  { sessionId, version }: ReportKey,
): Promise<CitationOrigin[]> {
  const rows = await executor.query<Row>(
    `with found as (
       select c.n, p.version, s.position, o.ordinal,
         max(p.version) over (partition by c.n) as newest,
         jsonb_build_object('step', s.position + 1, 'title', s.title, 'query', s.query, 'found', s.found,
           'kept', coalesce(s.kept, 0), 'rank', o.ordinal + 1, 'score', o.score, 'reason', o.reason) as found
       from citations c
       join observations o on o.session_id = c.session_id and o.place = c.place
       join plans p on p.plan_id = o.plan_id and p.report_version <= c.version
       join steps s on s.plan_id = o.plan_id and s.step_id = o.step_id
       where c.session_id = $1 and c.version = $2 and c.project_id = $3)
     select c.n, f.found from citations c left join found f on f.n = c.n and f.version = f.newest
     where c.session_id = $1 and c.version = $2 and c.project_id = $3 order by c.n, f.position, f.ordinal`,
    [sessionId, version, projectId],
  )
  const origins = new Map<number, CitationOrigin['found']>()
  for (const { n, found } of rows) origins.set(n, [...(origins.get(n) ?? []), ...(found === null ? [] : [found])])
  return [...origins].map(([n, found]) => ({ n, found }))
}
