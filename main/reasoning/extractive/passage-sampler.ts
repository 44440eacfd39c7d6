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

/** Reads passages spread evenly over the library by their order of arrival: the same ones until the library changes. */
export function createPassageSampler(input: {
  readonly database: Database
  readonly projectId: string
}): (count: number, options: { signal: AbortSignal }) => Promise<SamplePassage[]> {
  return async (count, { signal }) => {
    const rows = await input.database.query<Row>(
      `with numbered as (
         select passage_id, row_number() over (order by passage_id) as position, count(*) over () as total
         from passages where project_id = $1
       )
       select p.passage_id, p.source_id, s.name, s.title, p.heading_path, p.text
       from numbered n join passages p using (passage_id) join sources s using (source_id)
       where n.position % greatest(1, n.total / $2::int) = 0
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
