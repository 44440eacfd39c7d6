import type { Database } from '../../store'
import type { SamplePassage } from './ports'

interface Row {
  passage_id: number
  source_id: string
  name: string
  title: string | null
  heading_path: string[]
  text: string
}

/**
 * Reads passages spread evenly over the library, source after source: the same ones until the library changes. Found by
 * the sources' counts, as numbering 350,000 passages took seconds.
 */
export function createPassageSampler(input: {
  readonly database: Database
  readonly projectId: string
}): (count: number, options: { signal: AbortSignal }) => Promise<SamplePassage[]> {
  return async (count, { signal }) => {
    const rows = await input.database.query<Row>(
      `with placed as (
         select source_id, passage_count, sum(passage_count) over (order by added_at, source_id) - passage_count as before,
                greatest(1, sum(passage_count) over () / $2::int) as step
         from sources where project_id = $1 and passage_count > 0
       )
       select p.passage_id, p.source_id, s.name, s.title, p.heading_path, p.text
       from placed
       cross join generate_series((step - 1 - before % step)::int, passage_count - 1, step::int) as sampled
       -- One look-up each: the planner expects so many that it would read all passages.
       cross join lateral (
         select * from passages p where p.project_id = $1 and p.source_id = placed.source_id and p.ordinal = sampled limit 1
       ) p
       join sources s on s.source_id = p.source_id
       order by p.passage_id limit $2::int`,
      [input.projectId, count],
      { signal },
    )
    return rows.map((row) => ({
      passageId: row.passage_id,
      sourceId: row.source_id,
      sourceName: row.name,
      title: row.title,
      headingPath: row.heading_path,
      text: row.text,
    }))
  }
}
