import type { DatabaseInspection, InspectionLimits } from '../../contract/database-tasks'
import { QuarryError } from '../../contract/errors'
import type { TableSchema } from '../../contract/resource'
import type { SqlConnection, TableHead } from './connection'
import { type ProfiledTable, proposeQueries } from './questions'
import { type ColumnProfile, maxSampleCharacters, profileColumns } from './samples'

/**
 * Looks at a database: what there is first, which is told at once, then counts and samples of the tables, of the views
 * last, as one that computes for minutes must not cost the tables; then questions that the engine itself has planned.
 * @param report called with what stands so far
 */
export async function inspect(
  connection: SqlConnection,
  limits: InspectionLimits,
  report: (inspection: DatabaseInspection) => void,
): Promise<DatabaseInspection> {
  const deadline = performance.now() + limits.detailsMs
  const heads = await connection.heads()
  const kept = heads.slice(0, limits.maxTables)
  const shapes = await connection.shapes(kept)
  const tables: ProfiledTable[] = kept.map((head, index) => ({
    head,
    table: { ...undetailed(head), ...clipped(shapes[index]!, limits.maxColumnsPerTable) },
    profiles: [],
  }))
  const standing = (queries: DatabaseInspection['knownQueries'] = [], questions: readonly string[] = []) => ({
    tables: tables.map(({ table }) => table),
    tablesTotal: heads.length,
    sizeBytes: connection.sizeBytes,
    sampleQuestions: questions,
    knownQueries: queries,
  })
  report(standing())
  let characters = 0
  const detail = async (entry: ProfiledTable): Promise<void> => {
    if (performance.now() > deadline || characters > maxSampleCharacters) return
    await addDetails(connection, entry, limits)
    for (const { samples } of entry.table.columns) for (const sample of samples) characters += sample.length
  }
  for (const entry of tables) if (entry.table.kind === 'table') await detail(entry)
  report(standing())
  const proposed = proposeQueries(tables, connection.dialect)
  const known: { question: string; sql: string }[] = []
  for (const { question, sql } of proposed.queries) {
    if (await canPlan(connection, sql)) known.push({ question, sql })
  }
  for (const entry of tables) {
    if (entry.table.kind !== 'view') continue
    report(standing(known, proposed.questions))
    await detail(entry)
  }
  return standing(known, proposed.questions)
}

const undetailed = (head: TableHead): TableSchema => ({
  schema: head.schema,
  name: head.name,
  kind: head.kind,
  rows: head.rowsEstimate,
  rowsEstimated: head.rowsEstimate !== null,
  columns: [],
  foreignKeys: [],
})

const clipped = <Shape extends Pick<TableSchema, 'columns'>>(shape: Shape, maxColumns: number): Shape => ({
  ...shape,
  columns: shape.columns.slice(0, maxColumns),
})

async function addDetails(connection: SqlConnection, entry: ProfiledTable, limits: InspectionLimits): Promise<void> {
  const { head, table } = entry
  let profiles: ColumnProfile[]
  try {
    if (head.kind === 'table') {
      const { rows, estimated } = await connection.count(head)
      Object.assign(table, { rows, rowsEstimated: estimated })
    }
    profiles = await profileColumns(connection, head, table, limits)
  } catch (error) {
    // A view of what is gone, a table without the right to read it or of an extension that is not here: listed alone.
    if (error instanceof QuarryError && error.code === 'resource.invalid') return
    throw error
  }
  entry.profiles = profiles
  table.columns = table.columns.map((column, index) => ({ ...column, samples: [...(profiles[index]?.samples ?? [])] }))
}

async function canPlan(connection: SqlConnection, sql: string): Promise<boolean> {
  try {
    await connection.plan(sql)
    return true
  } catch (error) {
    if (error instanceof QuarryError && error.code === 'resource.invalid') return false
    throw error
  }
}
