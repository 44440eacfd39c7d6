import { QuarryError } from '../../../contract/errors'
import type { SourceFilter, SourceView } from '../../../contract/library/source'
import type { Database, SqlValue } from '../../store'
import { type InFlightProgress, type SourceRow, sourceColumns, viewOfRow } from './source-row'

/** Where a source in flight stands, by its id. */
export type ProgressOf = (sourceId: string) => InFlightProgress | undefined

/** A page of the sources that a filter lets through, single files and notes first, then folder by folder. */
export async function listSources(
  database: Database,
  projectId: string,
  options: { offset: number; limit: number; filter?: SourceFilter | undefined },
  progressOf: ProgressOf,
): Promise<{ sources: SourceView[]; total: number }> {
  const { where, parameters } = conditionsOf(projectId, options.filter)
  const [counted] = await database.query<{ total: number }>(
    `select count(*) as total from sources s where s.project_id = $1 ${where}`,
    parameters,
  )
  const rows = await database.query<SourceRow>(
    `select ${sourceColumns} from sources s where s.project_id = $1 ${where}
     order by coalesce(s.root, ''), coalesce(s.path, s.name), s.source_id
     offset $${parameters.length + 1} limit $${parameters.length + 2}`,
    [...parameters, options.offset, options.limit],
  )
  return { sources: rows.map((row) => viewOfRow(row, progressOf(row.source_id))), total: counted?.total ?? 0 }
}

/** One source's row. Throws `source.notFound`. */
export async function findSource(database: Database, projectId: string, sourceId: string): Promise<SourceRow> {
  const [row] = await database.query<SourceRow>(
    `select ${sourceColumns} from sources s where s.project_id = $1 and s.source_id = $2`,
    [projectId, sourceId],
  )
  if (row === undefined) {
    throw new QuarryError('source.notFound', 'This source is no longer in the library.', { context: { sourceId } })
  }
  return row
}

/** What a filter asks beside the project, which is the first parameter. */
function conditionsOf(projectId: string, filter: SourceFilter = {}): { where: string; parameters: SqlValue[] } {
  const parameters: SqlValue[] = [projectId]
  const conditions = ['']
  if (filter.text !== undefined && filter.text.trim() !== '') {
    parameters.push(`%${filter.text.trim().replace(/[\\%_]/g, '\\$&')}%`)
    const pattern = `$${parameters.length}`
    conditions.push(`(s.name ilike ${pattern} or s.title ilike ${pattern} or s.path ilike ${pattern})`)
  }
  if (filter.states !== undefined) {
    // A row in flight says `reading` though its ingest is embedding.
    parameters.push(filter.states.includes('embedding') ? [...filter.states, 'reading'] : filter.states)
    conditions.push(`s.state = any($${parameters.length}::text[])`)
  }
  if (filter.root !== undefined) {
    parameters.push(filter.root)
    conditions.push(`s.root = $${parameters.length}`)
  }
  if (filter.tag !== undefined) {
    parameters.push([filter.tag])
    conditions.push(`s.tags && $${parameters.length}::text[]`)
  }
  if (filter.collection !== undefined) {
    parameters.push([filter.collection])
    conditions.push(`s.collections && $${parameters.length}::text[]`)
  }
  return { where: conditions.join(' and '), parameters }
}
