import type { SampleQuestion } from '../../contract/databases/sample-question'
import type { TableColumn, TableSchema } from '../../contract/resources/resource'
import { type Dialect, qualified, type TableHead } from './connection'
import { plainWords } from './plain-words'
import type { ColumnProfile } from './samples'

export interface ProfiledTable {
  readonly head: TableHead
  readonly table: TableSchema
  profiles: readonly ColumnProfile[]
}

export interface Proposal {
  readonly question: SampleQuestion
  readonly sql: string
  /** Rows that are gone through for it; null where that is not known, as of a view. */
  readonly rows: number | null
}

const maxTables = 8
const maxQueries = 16
const maxQuestions = 24
/** A text with at most so many values, each several times, names groups. */
const maxCategories = 20

/**
 * Questions that a database can answer, with their queries, by its schema: how many, of which kind, the largest, over
 * time, and along its foreign keys. The tables with the most rows come first.
 */
export function proposeQueries(
  tables: readonly ProfiledTable[],
  dialect: Dialect,
  /** Of a table with more rows, or nobody knows how many, some are asked for as well: that is answered at once. */
  manyRows = Number.POSITIVE_INFINITY,
): { readonly queries: readonly Proposal[]; readonly questions: readonly SampleQuestion[] } {
  const withColumns = tables.filter(({ table }) => table.columns.length > 0)
  const weight = ({ table }: ProfiledTable): number => (table.kind === 'table' ? (table.rows ?? 1) : 0)
  const largest = withColumns.toSorted((left, right) => weight(right) - weight(left)).slice(0, maxTables)
  const perTable = largest.map((entry) => [
    countOf(entry, dialect),
    ...someOf(entry, dialect, manyRows),
    ...joinsOf(entry, withColumns, dialect),
    ...groupsOf(entry, dialect),
    ...overTimeOf(entry, dialect),
    ...largestOf(entry, dialect),
  ])
  // One of each table before the second of any.
  const inTurn: Proposal[] = []
  for (let round = 0; perTable.some((list) => round < list.length); round++) {
    for (const list of perTable) if (list[round] !== undefined) inTurn.push(list[round]!)
  }
  return {
    queries: inTurn.slice(0, maxQueries),
    questions: inTurn.slice(0, maxQuestions).map(({ question }) => question),
  }
}

function countOf({ head, table }: ProfiledTable, dialect: Dialect): Proposal {
  return {
    question: { kind: 'sampleCount', values: { of: plainWords(table.name) } },
    sql: `SELECT COUNT(*) AS ${dialect.quote('count')} FROM ${qualified(dialect, head)}`,
    rows: table.rows,
  }
}

function someOf({ head, table }: ProfiledTable, dialect: Dialect, manyRows: number): Proposal[] {
  if (table.kind === 'view' || (table.rows ?? Number.POSITIVE_INFINITY) < manyRows) return []
  const sql = `SELECT * FROM ${qualified(dialect, head)} LIMIT 10`
  const question: SampleQuestion = { kind: 'sampleSome', values: { of: plainWords(table.name) } }
  return [{ question, sql, rows: 10 }]
}

function groupsOf(entry: ProfiledTable, dialect: Dialect): Proposal[] {
  const { head, table } = entry
  const category = columnsOf(entry, isCategory)[0]
  if (category === undefined) return []
  const group = dialect.quote(category.name)
  const from = qualified(dialect, head)
  const count = dialect.quote('count')
  const named = { of: plainWords(table.name), group: plainWords(category.name) }
  const proposals: Proposal[] = [
    {
      question: { kind: 'sampleByGroup', values: named },
      sql: `SELECT ${group}, COUNT(*) AS ${count} FROM ${from} GROUP BY ${group} ORDER BY ${count} DESC LIMIT 50`,
      rows: table.rows,
    },
  ]
  const measure = columnsOf(entry, isMeasure)[0]
  if (measure !== undefined) {
    const average = dialect.quote('average')
    proposals.push({
      question: { kind: 'sampleAverage', values: { ...named, measure: plainWords(measure.name) } },
      sql: `SELECT ${group}, AVG(${dialect.quote(measure.name)}) AS ${average} FROM ${from} GROUP BY ${group} ORDER BY ${average} DESC LIMIT 50`,
      rows: table.rows,
    })
  }
  return proposals
}

function largestOf(entry: ProfiledTable, dialect: Dialect): Proposal[] {
  const { head, table } = entry
  return columnsOf(entry, isMeasure)
    .slice(0, 2)
    .map((measure): Proposal => {
      const column = dialect.quote(measure.name)
      return {
        question: {
          kind: 'sampleHighest',
          values: { of: plainWords(table.name), measure: plainWords(measure.name) },
        },
        sql: `SELECT * FROM ${qualified(dialect, head)} WHERE ${column} IS NOT NULL ORDER BY ${column} DESC LIMIT 10`,
        rows: table.rows,
      }
    })
}

function overTimeOf(entry: ProfiledTable, dialect: Dialect): Proposal[] {
  const { head, table } = entry
  const date = columnsOf(entry, isDate)[0]
  if (date === undefined) return []
  const [month, count] = [dialect.quote('month'), dialect.quote('count')]
  const expression = dialect.month(dialect.quote(date.name))
  return [
    {
      question: {
        kind: 'samplePerMonth',
        values: { of: plainWords(table.name), date: plainWords(date.name) },
      },
      sql: `SELECT ${expression} AS ${month}, COUNT(*) AS ${count} FROM ${qualified(dialect, head)} GROUP BY ${expression} ORDER BY ${expression}`,
      rows: table.rows,
    },
  ]
}

function joinsOf({ head, table }: ProfiledTable, all: readonly ProfiledTable[], dialect: Dialect): Proposal[] {
  return table.foreignKeys.slice(0, 3).flatMap((key) => {
    const other = all.find((entry) => entry.table.name === key.table && entry.table.schema === table.schema)
    if (other === undefined || other.table === table) return []
    const keys = other.table.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name)
    const references = key.references.length > 0 ? key.references : keys
    if (references.length !== key.columns.length) return []
    const label = `p.${dialect.quote(labelOf(other) ?? references[0]!)}`
    const on = key.columns.map((column, index) => `c.${dialect.quote(column)} = p.${dialect.quote(references[index]!)}`)
    const count = dialect.quote('count')
    return [
      {
        question: {
          kind: 'samplePerOwner',
          values: { of: plainWords(table.name), owner: plainWords(other.table.name) },
        },
        sql: `SELECT ${label}, COUNT(*) AS ${count} FROM ${qualified(dialect, head)} c JOIN ${qualified(dialect, other.head)} p ON ${on.join(' AND ')} GROUP BY ${label} ORDER BY ${count} DESC LIMIT 10`,
        rows: table.rows === null || other.table.rows === null ? null : table.rows + other.table.rows,
      },
    ]
  })
}

type Test = (column: TableColumn, profile: ColumnProfile | undefined) => boolean

function columnsOf({ table, profiles }: ProfiledTable, isWanted: Test): TableColumn[] {
  const inKeys = new Set(table.foreignKeys.flatMap(({ columns }) => columns))
  return table.columns.filter(
    (column, index) => !column.primaryKey && !inKeys.has(column.name) && isWanted(column, profiles[index]),
  )
}

const isIdentifier = (name: string): boolean =>
  /(?:^|[_\s-])(?:id|uuid|guid|key|code|zip|phone)$|(?:Id|ID)$/i.test(name)

const isNumeric = ({ type }: TableColumn): boolean =>
  /^(?:(?:tiny|small|medium|big|huge|u)*int(?:eger)?\d*\b|numeric|number|dec|real|double|float|money)/i.test(type) &&
  !type.endsWith('[]')

const isText = ({ type }: TableColumn): boolean => /char|text|string|clob|enum|any/i.test(type)

/** The year of something, of which neither mean nor maximum says much: `year built`, `birth_year`, and not `cost_per_year`. */
const isYear = (name: string): boolean =>
  /^year(?: of)?(?: \p{L}+)?$|(?<!per) year$|年份$|年度$/u.test(plainWords(name))

const isMeasure: Test = (column, profile) =>
  isNumeric(column) &&
  !isIdentifier(column.name) &&
  !isYear(column.name) &&
  (profile === undefined || profile.distinct > 2)

const isCategory: Test = (column, profile) =>
  isText(column) &&
  !isIdentifier(column.name) &&
  profile !== undefined &&
  profile.distinct >= 2 &&
  profile.distinct <= maxCategories &&
  profile.filled >= 2 * profile.distinct

const isDate: Test = (column, profile) =>
  /date|timestamp/i.test(column.type) ||
  (isText(column) &&
    (profile?.samples.length ?? 0) > 0 &&
    profile!.samples.every((sample) => /^\d{4}-\d{2}-\d{2}(?:$|[ T])/.test(sample)))

/** The column that a person would call a row by. */
function labelOf({ table }: ProfiledTable): string | null {
  const texts = table.columns.filter(isText)
  return (
    (texts.find(({ name }) => /(?:^|[_\s-])(?:name|title|label)$|Name$|Title$/i.test(name)) ?? texts[0])?.name ?? null
  )
}
