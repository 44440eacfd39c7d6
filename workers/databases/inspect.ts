import type { DatabaseInspection, InspectionLimits } from '../../contract/databases/database-tasks'
import { keptQuestion, type SampleQuestion } from '../../contract/databases/sample-question'
import { QuarryError } from '../../contract/errors'
import type { TableSchema } from '../../contract/resources/resource'
import type { SqlConnection, TableHead, TableShape } from './connection'
import { type ProfiledTable, type Proposal, proposeQueries } from './questions'
import { type ColumnProfile, maxSampleCharacters, profileColumns } from './samples'

/**
 * Looks at a database: what there is first, which is told at once, then counts and samples of the tables, of the views
 * last, as one that computes for minutes must not cost the tables. Of the questions that its schema suggests those are
 * known whose queries the engine has answered: of tables before views, and of none that would take long.
 * @param report called with what stands so far
 */
export async function inspect(
  connection: SqlConnection,
  limits: InspectionLimits,
  report: (inspection: DatabaseInspection) => void,
): Promise<DatabaseInspection> {
  const deadline = performance.now() + limits.detailsMs
  const heads = await connection.heads()
  const kept = heads.filter(({ name, schema }) => isNameable(name, schema)).slice(0, limits.maxTables)
  const shapes = withinSchema(await connection.shapes(kept))
  const tables: ProfiledTable[] = kept.map((head, index) => ({
    head,
    table: { ...undetailed(head), ...clipped(shapes[index]!, limits.maxColumnsPerTable) },
    profiles: [],
  }))
  const seenSoFar = (queries: DatabaseInspection['knownQueries'] = [], questions: readonly SampleQuestion[] = []) => ({
    tables: tables.map(({ table }) => table),
    tablesTotal: heads.length,
    sizeBytes: connection.sizeBytes,
    sampleQuestions: questions,
    knownQueries: queries,
  })
  report(seenSoFar())
  let characters = 0
  const detail = async (entry: ProfiledTable): Promise<void> => {
    if (performance.now() > deadline || characters > maxSampleCharacters) return
    await addDetails(connection, entry, limits)
    for (const { samples } of entry.table.columns) for (const sample of samples) characters += sample.length
  }
  for (const entry of tables) if (entry.table.kind === 'table') await detail(entry)
  report(seenSoFar())
  const { queries, questions } = proposeQueries(tables, connection.dialect, limits.maxTriedRows)
  const known: { question: string; sql: string }[] = []
  const triesEnd = performance.now() + limits.triesMs
  let isOver = false
  const tryOut = async ({ question, sql }: Proposal): Promise<void> => {
    if (isOver || performance.now() > triesEnd) return
    const answer = await tried(connection, sql)
    if (answer === 'answered') known.push({ question: keptQuestion(question), sql })
    // A server's connection may have gone with the query that it cut off.
    isOver = answer === 'timeout'
  }
  for (const proposal of queries) {
    if (proposal.rows === null || proposal.rows > limits.maxTriedRows) continue
    // Should this one not come to its end, those before it stand.
    if (proposal.rows > quickRows) report(seenSoFar(known, questions))
    await tryOut(proposal)
  }
  for (const entry of tables) {
    if (entry.table.kind !== 'view' || isOver) continue
    report(seenSoFar(known, questions))
    await detail(entry)
  }
  const isSmall = sumOfRows(tables) <= limits.maxTriedRows
  for (const proposal of queries) {
    if (proposal.rows !== null || !isSmall) continue
    report(seenSoFar(known, questions))
    await tryOut(proposal)
  }
  return seenSoFar(known, questions)
}

/** Gone through in some milliseconds by every engine. */
const quickRows = 50_000

/** Of all tables; without end where one was not counted. */
const sumOfRows = (tables: readonly ProfiledTable[]): number =>
  tables.reduce((sum, { table }) => (table.kind === 'view' ? sum : sum + (table.rows ?? Number.POSITIVE_INFINITY)), 0)

/** Rows that are taken of an answer to see that there is one. */
const triedRows = 20

const undetailed = (head: TableHead): TableSchema => ({
  schema: head.schema,
  name: head.name,
  kind: head.kind,
  rows: head.rowsEstimate,
  rowsEstimated: head.rowsEstimate !== null,
  columns: [],
  foreignKeys: [],
})

/** Longest name of a table or column that is dealt with; servers have 64 characters, files any number. */
const maxNameLength = 1000
/** Characters of all names and types: what a question is asked with, and stored. */
const maxSchemaCharacters = 4_000_000

const isNameable = (...names: readonly (string | null)[]): boolean =>
  names.every((name) => name === null || name.length <= maxNameLength)

/** The shapes without what no schema has: names and types as long as books, and more of them than anybody asks about. */
function withinSchema(shapes: readonly TableShape[]): TableShape[] {
  let left = maxSchemaCharacters
  const isWithin = (...names: readonly string[]): boolean => {
    if (left > 0 && isNameable(...names)) for (const name of names) left -= name.length
    else return false
    return true
  }
  return shapes.map(({ columns, foreignKeys, ...shape }) => ({
    ...shape,
    columns: columns.filter(({ name, type }) => isWithin(name, type)),
    foreignKeys: foreignKeys.filter((key) => isWithin(key.table, ...key.columns, ...key.references)),
  }))
}

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

/** Whether a query is known good: one that does not stand up, or takes too much memory, is refused. */
async function tried(connection: SqlConnection, sql: string): Promise<'answered' | 'refused' | 'timeout'> {
  try {
    await connection.plan(sql)
    await connection.select(sql, triedRows)
    return 'answered'
  } catch (error) {
    if (!(error instanceof QuarryError)) throw error
    if (error.code === 'resource.invalid' || error.code === 'resource.tooLarge') return 'refused'
    if (error.code === 'resource.timeout') return 'timeout'
    throw error
  }
}
