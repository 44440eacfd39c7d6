import type { DatabaseInspection } from '../../../../contract/databases/database-tasks'
import { keptQuestion } from '../../../../contract/databases/sample-question'
import type { KnownCapability } from '../../../../contract/resources/capabilities'
import type { DatabaseEngine, TableColumn, TableSchema } from '../../../../contract/resources/resource'
import { plainWords } from '../../../../workers/databases/plain-words'

/** Limits of contract/resources/resource.ts. */
const maxText = 8000
const maxCapabilities = 200
const maxCapability = 200
/** Parts of a text that are named one by one; matching works on a few hundred words at most. */
const describedTables = 40
const describedColumns = 20
const describedValues = 12

const engineNames: Record<DatabaseEngine, string> = {
  sqlite: 'SQLite database',
  duckdb: 'DuckDB database',
  parquet: 'Parquet file',
  csv: 'CSV file',
  json: 'JSON file',
  excel: 'Excel workbook',
  postgresql: 'PostgreSQL database',
  mysql: 'MySQL database',
}

/** How its SQL is called where it differs from what holds the rows. */
const sqlOf: Record<DatabaseEngine, string> = {
  sqlite: 'SQLite',
  duckdb: 'DuckDB',
  parquet: 'DuckDB',
  csv: 'DuckDB',
  json: 'DuckDB',
  excel: 'DuckDB',
  postgresql: 'PostgreSQL',
  mysql: 'MySQL',
}

const general: readonly KnownCapability[] = ['sql_query', 'data_analysis']

/** The texts that matching works on. */
export interface DraftTexts {
  readonly description: string
  readonly capabilities: string[]
  readonly usageInfo: string
}

/** A database in plain words: its tables, their columns, and values that tell what it is about. */
export function describeDatabase(engine: DatabaseEngine, name: string, found: DatabaseInspection): DraftTexts {
  const { tables } = found
  const sentences = [
    `${engineNames[engine]} ${plainWords(name)} with ${amount(found)}.`,
    ...tables.slice(0, describedTables).map(tableSentence),
    ...valueSentences(tables),
  ]
  return {
    description: joined(sentences, ' '),
    capabilities: clippedList(capabilitiesOf(tables)),
    usageInfo: joined(outlines(engine, tables), '\n'),
  }
}

/** What answers questions on a database: its subjects, and questions that it can answer. */
export function describeQuestions(name: string, found: DatabaseInspection): DraftTexts {
  const subjects = found.tables
    .slice(0, describedTables)
    .map(({ name: table, columns }) => `${plainWords(table)} (${listed(columns)})`)
  const queries = found.knownQueries.map(({ question, sql }) => `${question}\n${sql}`)
  return {
    description: joined(
      [
        `Answers questions on the data of ${plainWords(name)} with SQL.`,
        subjects.length > 0 ? `It knows of ${subjects.join('; ')}.` : '',
        ...found.sampleQuestions.map(keptQuestion),
      ],
      ' ',
    ),
    capabilities: clippedList([
      ...general,
      ...found.sampleQuestions.map(keptQuestion),
      ...found.tables.map((table) => plainWords(table.name)),
    ]),
    usageInfo: joined(['Asked in words; answers with the query and its rows. Known queries:', ...queries], '\n\n'),
  }
}

/** A database that could not be looked into yet. */
export function describeUnseen(engine: DatabaseEngine, name: string): DraftTexts {
  return {
    description: `${engineNames[engine]} ${plainWords(name)}. Its tables are not known yet.`,
    capabilities: [...general],
    usageInfo: `Queried with ${sqlOf[engine]} SQL, read-only, once it can be opened.`,
  }
}

function amount({ tables, tablesTotal }: DatabaseInspection): string {
  const views = tables.filter(({ kind }) => kind === 'view').length
  const plain = tablesTotal - views
  const parts = [plain === 1 ? '1 table' : `${plain} tables`]
  if (views > 0) parts.push(views === 1 ? '1 view' : `${views} views`)
  return parts.join(' and ')
}

function tableSentence({ name, rows, rowsEstimated, columns, comment }: TableSchema): string {
  const words = listed(columns)
  const counted = rows === null ? [] : [`${rowsEstimated ? 'about ' : ''}${rows} ${rows === 1 ? 'row' : 'rows'}`]
  const told = [...(comment === undefined ? [] : [comment]), ...counted]
  const size = told.length === 0 ? '' : ` (${told.join(', ')})`
  return `${capitalised(plainWords(name))}${size}${words === '' ? '' : `: ${words}`}.`
}

/** Only words tell what a table is about: numbers, dates and long texts do not. */
function valueSentences(tables: readonly TableSchema[]): string[] {
  const sentences = new Set<string>()
  for (const { name, samples } of tables.flatMap(({ columns }) => columns)) {
    if (sentences.size === describedValues) break
    const words = samples.filter(isWords)
    if (words.length >= 2) sentences.add(`${capitalised(plainWords(name))} such as ${words.join(', ')}.`)
  }
  return [...sentences]
}

const isWords = (sample: string): boolean =>
  /\p{L}{3}/u.test(sample) && sample.length <= 40 && !/^[0-9a-f-]{16,}$/i.test(sample)

function* capabilitiesOf(tables: readonly TableSchema[]): Generator<string> {
  yield* general
  for (const { name } of tables) yield plainWords(name)
  for (const { name, columns } of tables) {
    for (const column of columns) yield `${plainWords(name)} ${plainWords(column.name)}`
  }
}

function* outlines(engine: DatabaseEngine, tables: readonly TableSchema[]): Generator<string> {
  yield `Queried with ${sqlOf[engine]} SQL, read-only. Tables:`
  for (const table of tables) yield outline(table)
}

/** `orders(id integer primary key, customer_id integer → customers.id) about 500 rows`: exact names, as queries need them. */
function outline({ schema, name, kind, rows, rowsEstimated, columns, foreignKeys, comment }: TableSchema): string {
  const target = new Map(
    foreignKeys.flatMap((key) =>
      key.columns.map((column, index) => [
        column,
        `${key.table}${key.references[index] ? `.${key.references[index]}` : ''}`,
      ]),
    ),
  )
  const list = columns.map((column) =>
    [
      column.name,
      column.type,
      column.primaryKey ? 'primary key' : '',
      target.has(column.name) ? `→ ${target.get(column.name)}` : '',
      column.comment === undefined ? '' : `“${column.comment}”`,
    ]
      .filter((word) => word !== '')
      .join(' '),
  )
  const size = rows === null ? '' : ` ${rowsEstimated ? 'about ' : ''}${rows} rows`
  return `${kind === 'view' ? 'view ' : ''}${schema === null ? '' : `${schema}.`}${name}(${list.join(', ')})${size}${comment === undefined ? '' : ` “${comment}”`}`
}

function listed(columns: readonly TableColumn[]): string {
  const names = columns.slice(0, describedColumns).map(({ name }) => plainWords(name))
  const more = columns.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** No more is asked for than the limit holds: a database may have 100,000 columns. */
function clippedList(names: Iterable<string>): string[] {
  const clipped = new Set<string>()
  for (const name of names) {
    const text = name.trim().slice(0, maxCapability)
    if (text !== '') clipped.add(text)
    if (clipped.size === maxCapabilities) break
  }
  return [...clipped]
}

/** As many whole parts as the limit holds; a first one that is too long is cut. */
function joined(parts: Iterable<string>, separator: string): string {
  let text = ''
  for (const part of parts) {
    if (part === '') continue
    const next = text === '' ? part : text + separator + part
    if (next.length > maxText) return text === '' ? part.slice(0, maxText) : text
    text = next
  }
  return text
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
