import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import type { DatabaseEngine, TableSchema } from '../../../contract/resources/resource'
import { dialectOf } from '../query/dialect'
import { likeness } from '../words/likeness'
import { canonicalWords, identifierWords, joined } from '../words/words'
import { codesByKind, codeTableOf, labelsFor } from './code-tables'
import { countColumns, type Select } from './column-counts'
import {
  areNumbersInText,
  areYears,
  type ColumnTruth,
  type ColumnType,
  extentOf,
  holdsLists,
  keyWords,
  truthOfTexts,
  typeOf,
  unitWords,
} from './column-types'
import { calledBy, headIn, labelsIn, nameIn, withReferences, wordsTold } from './comments'
import { type DateForm, dateFormOf } from './dates'
import { nameReaderOf } from './glued-names'

// Over 300 lines: what is known of a database, and the one reading that finds it.

export interface Column {
  readonly table: Table
  readonly name: string
  readonly type: ColumnType
  /** What a column that says yes or no holds for each; null for any other. */
  readonly truth: ColumnTruth | null
  /** How its dates are written, of a column of dates. */
  readonly dateForm: DateForm
  /** Of a column of dates: they tell the time of the day as well. */
  readonly tellsHours: boolean
  /** Canonical words of its name, without what all columns of the table begin with and the words of the table. */
  readonly words: readonly string[]
  /** What it is called besides: what its comment says first. */
  readonly alsoCalled: readonly (readonly string[])[]
  readonly isUnique: boolean
  /** The only key of its table, and no other table's. */
  readonly isPrimary: boolean
  /** One of the keys that tell rows of its table apart only together. */
  readonly isPartOfKey: boolean
  /** Rows that hold nothing in it: who gets no commission has none. */
  readonly isSparse: boolean
  /** Names a row rather than measures it. */
  readonly isKey: boolean
  /** Its numbers are written as text, as a table read from a file has them. */
  readonly isWritten: boolean
  /** Several things stand in one cell, each of which stands elsewhere alone: `calcite, gypsum`. */
  readonly holdsLists: boolean
  /** A number that is a year, whatever its name says. */
  readonly isYear: boolean
  /** Where its dates or years begin and end, by `timeKey`; null where it tells no time, or its values are not known. */
  readonly extent: readonly [first: string, last: string] | null
  /** Distinct values, where there are few enough to be read; else null. */
  readonly values: readonly DatabaseCell[] | null
  /** Canonical words of its comment. */
  readonly told: ReadonlySet<string>
  /** What its codes stand for, where a comment or a table of codes explains them. */
  readonly labels?: ReadonlyMap<string, string>
  /** What it is computed from, of a figure that no column holds (`derived.ts`). */
  readonly derived?: Derived
}

/** Two columns of a row, or of a row and one that it refers to, as one figure. `days`: from the left date to the right one. */
export interface Derived {
  readonly op: 'times' | 'minus' | 'per' | 'days'
  readonly left: Column
  readonly right: Column
}

export interface Table {
  readonly schema: string | null
  readonly name: string
  /** What the database calls it: the manager of an employee is an employee, by another name. */
  readonly source: string
  readonly words: readonly string[]
  /** What it is called besides: what its comment says first. */
  readonly alsoCalled: readonly (readonly string[])[]
  /** Canonical words of its comment. */
  readonly told: ReadonlySet<string>
  /** What the names of all its columns begin with: `mb` of `mb_no`, `mb_nm`. Empty where they begin otherwise. */
  readonly prefix: readonly string[]
  readonly rows: number | null
  readonly columns: readonly Column[]
  readonly foreignKeys: TableSchema['foreignKeys']
}

/** A database as questions are read against it. */
export interface DatabaseProfile {
  /** Words of the database's own name, which a question may say without meaning any of its tables. */
  readonly words: ReadonlySet<string>
  readonly engine: DatabaseEngine
  readonly tables: readonly Table[]
}

/** Distinct values of a column that are read; of one with more, none is known. */
const maxValues = 2000
const maxValueCharacters = 80
const maxTables = 60
/** Columns of a table whose values are read, one statement each: of the others only the names are known. */
const maxReadColumns = 200

/** Whether a column holds to whom somebody reports, who is their manager. */
export const saysReportsTo = (name: string): boolean => /^reports?_?to$/i.test(name)

/** How many first words all names share: `sbCustId`, `sbCustName` share two. */
function sharedPrefix(names: readonly (readonly string[])[]): number {
  if (names.length < 3) return 0
  let length = 0
  while (names.every((words) => words.length > length + 1 && words[length] === names[0]![length])) length += 1
  return length
}

/** `bname` of a bank is its name and `bid` its id; `fname` and `lname` of somebody are parts of one. */
function withInitial(words: readonly string[], [table = '']: readonly string[]): readonly string[] {
  const [only = '', ...more] = words
  if (more.length > 0 || !table.startsWith(only[0]!)) return words
  const rest = only.slice(1)
  return rest === 'name' || rest === 'id' ? [rest] : words
}

/** What a comment calls something, where that is not its name. */
const otherName = (words: readonly string[], head: readonly string[] | null): readonly (readonly string[])[] =>
  head === null || head.join(' ') === words.join(' ') ? [] : [head]

/** @returns the words without those of the table, where something is left that says more than `id` */
function ownWords(
  words: readonly string[],
  prefix: number,
  table: readonly string[],
  tables: readonly (readonly string[])[],
): readonly string[] {
  const rest = words.slice(prefix)
  // `doc_type` of documents is their type.
  const isOfTable = (word: string): boolean =>
    table.some(
      (one) =>
        one === word ||
        (word.length >= 3 && (one.startsWith(word) || likeness(one, word) >= 0.9)) ||
        // `HvTyp` of a hive
        (/^[b-df-hj-np-tv-z]{2}$/.test(word) && one[0] === word[0] && one.includes(word[1]!, 1)),
    )
  const own = rest.filter((word) => !isOfTable(word))
  // `cost_chf` of costs is a cost.
  if (own.every((word) => unitWords.has(word))) return rest
  // `product_inventory` of an inventory is no product.
  const isTable = tables.some((other) => other !== table && other.join(' ') === own.join(' '))
  return isTable ? rest : own
}

/**
 * Reads of a database what its schema does not tell: which columns are unique, and the values that people name in questions.
 * @throws what `select` throws
 */
export async function profileDatabase(
  {
    name,
    engine,
    tables,
  }: { readonly name: string; readonly engine: DatabaseEngine; readonly tables: readonly TableSchema[] },
  select: Select,
): Promise<DatabaseProfile> {
  const { quote } = dialectOf(engine)
  const placeOf = ({ schema, name }: Pick<TableSchema, 'schema' | 'name'>): string =>
    schema === null ? quote(name) : `${quote(schema)}.${quote(name)}`
  // What a view holds stands in the tables that it is made of, and is read there.
  const hasTables = tables.some(({ kind }) => kind === 'table')
  const kept = withReferences(
    tables.filter(({ columns, kind }) => columns.length > 0 && !(hasTables && kind === 'view')).slice(0, maxTables),
  )
  const nameReader = nameReaderOf(kept)
  const tableNames = kept.map(({ name, comment }) => calledBy(comment, name, null, true) ?? nameReader.words(name))
  const tablePrefix = sharedPrefix(tableNames)
  const profiled: Table[] = []
  for (const [at, schema] of kept.entries()) {
    const from = placeOf(schema)
    const words = headOf(tableNames[at]!.slice(tablePrefix), schema.name).filter((word) => !idleTableWords.has(word))
    const names = headsOf(schema.columns).map((name) => nameReader.words(name))
    const prefix = sharedPrefix(names)
    const keys = schema.columns.filter(({ primaryKey }) => primaryKey)
    const counted = schema.columns.slice(0, maxReadColumns).map(({ name, type, primaryKey }) => {
      return { column: quote(name), type, isPrimary: primaryKey && keys.length === 1 }
    })
    const counts = await countColumns(select, from, counted, schema.rowsEstimated ? null : schema.rows)
    const { rows } = counts
    const columns: Column[] = []
    const table: Table = {
      schema: schema.schema,
      name: schema.name,
      source: schema.name,
      words: words.length > 0 ? words : tableNames[at]!,
      alsoCalled: [
        ...otherName(tableNames[at]!, headIn(schema.comment, null, true)),
        ...shortNames(schema.name, names),
      ],
      told: wordsTold(schema.comment),
      prefix: names[0]!.slice(0, prefix),
      rows,
      columns,
      foreignKeys: schema.foreignKeys,
    }
    for (const [index, { name, type, primaryKey, comment }] of schema.columns.entries()) {
      const distinct = counts.distinct[index] ?? 0
      const column = quote(name)
      const spaced = nameReader.spaced(name)
      const read = distinct > maxValues || index >= maxReadColumns ? null : await valuesOf(column, from)
      const shortEnough = read?.filter((value) => String(value).length <= maxValueCharacters) ?? []
      const seen = (read ?? schema.columns[index]!.samples).filter((value) => value !== null && value !== '')
      const isReferring = schema.foreignKeys.some(({ columns }) => columns.includes(name))
      const isWritten = !primaryKey && !isReferring && read !== null && areNumbersInText(type, spaced, read)
      const columnType = isWritten ? 'number' : typeOf(type, spaced, seen)
      const explained = isReferring ? nameIn(comment, name) : calledBy(comment, name, read)
      const called = explained ?? (saysReportsTo(name) ? ['manager'] : withInitial(names[index]!, table.words))
      const said = ownWords(called, prefix, table.words, tableNames)
      const flagged = columnType === 'boolean' ? said.filter((word) => !flagWords.has(word)) : said
      const own = flagged.length > 0 ? flagged : said
      const isNumeric = seen.some((value) => typeof value === 'number')
      const dateForm = dateFormOf(spaced, seen) ?? 'iso'
      // Years as a unit are no year, whatever the values are.
      const isUnseenYear = seen.length === 0 && !/years\b/i.test(name)
      const isLikely =
        isUnseenYear || (seen.length > 0 && seen.every((value) => Number.isNaN(Number(value)) || Number(value) > 1000))
      const isYear = (own.includes('year') && isLikely) || (!primaryKey && areYears(spaced, own, read ?? []))
      const isUnique = (primaryKey && keys.length === 1) || (rows > 0 && distinct === rows)
      const mayBeCode = !primaryKey && !isReferring && columnType !== 'date' && columnType !== 'boolean'
      const labels = mayBeCode ? labelsIn(comment, read) : null
      columns.push({
        table,
        name,
        // A scale that is explained is a number still: it has a mean.
        type: labels === null || own.some((word) => scaleWords.has(word)) ? columnType : 'text',
        ...(labels !== null && { labels }),
        truth:
          columnType === 'boolean'
            ? (truthOfTexts(spaced, seen) ?? (isNumeric ? { yes: 1, no: 0 } : { yes: true, no: false }))
            : null,
        dateForm,
        tellsHours: columnType === 'date' && (/^epoch/.test(dateForm) || seen.some(tellsHour)),
        words: own,
        alsoCalled: isReferring ? [] : otherName(own, headIn(comment, read)),
        isUnique,
        isSparse: (counts.held[index] ?? rows) < rows,
        isPrimary: primaryKey && keys.length === 1 && !schema.foreignKeys.some(({ columns }) => columns.includes(name)),
        isPartOfKey: primaryKey && keys.length > 1,
        isKey:
          primaryKey ||
          schema.foreignKeys.some(({ columns: [only, ...more] }) => only === name && more.length === 0) ||
          // `citation_num` counts, `invoice_number` names.
          own.some((word) => keyWords.has(word) && !(word === 'number' && /int|real|num|dec|doub/i.test(type))) ||
          // `nr_of_seats` counts, `seat_no` names.
          /[_ ](?:no|nr)$/i.test(spaced) ||
          (index === 0 && /id$/i.test(spaced)),
        isWritten,
        holdsLists: columnType === 'text' && holdsLists(shortEnough),
        isYear,
        told: wordsTold(comment),
        extent: columnType === 'date' || isYear ? extentOf(columnType, dateForm, shortEnough) : null,
        values: read === null ? null : shortEnough,
      })
    }
    profiled.push(table)
  }
  return { engine, words: new Set(identifierWords(name)), tables: await withLabels(profiled) }

  /** The different values of a column; null where they are too many. */
  async function valuesOf(column: string, from: string): Promise<DatabaseCell[] | null> {
    const found = await select(`SELECT DISTINCT ${column} FROM ${from} WHERE ${column} IS NOT NULL`, maxValues + 1)
    return found.length > maxValues ? null : found.map(([value]) => value ?? null)
  }

  /** With what codes stand for, and without the table that says so. */
  async function withLabels(all: readonly Table[]): Promise<readonly Table[]> {
    for (const table of all) {
      // What others refer to holds rows of its own: accounts by type, code and name.
      const isReferredTo = all.some(({ foreignKeys }) => foreignKeys.some((key) => key.table === table.name))
      const found = isReferredTo ? null : codeTableOf(table)
      if (found === null) continue
      const { kind, code, text } = found
      const asked = [kind, code, text].map(quote).join(', ')
      const rows = await select(
        `SELECT DISTINCT ${asked} FROM ${placeOf(table)} WHERE ${quote(text)} IS NOT NULL`,
        maxValues,
      )
      const kinds = codesByKind(rows)
      let isUsed = false
      for (const other of all) {
        const columns = other.columns as Column[]
        for (const [at, column] of columns.entries()) {
          if (other === table || column.isUnique) continue
          const labels = labelsFor(column, other, kinds, nameReader.words)
          if (labels === null) continue
          isUsed = true
          columns[at] = { ...column, labels, type: 'text', isKey: false, truth: null }
        }
      }
      if (isUsed) return all.filter((other) => other !== table)
    }
    return all
  }
}

/** A day alone is read from a file as its midnight. */
const tellsHour = (value: DatabaseCell): boolean => /[ T](?!00:00(?::00)?)\d{1,2}:\d\d/.test(String(value))

/** What the rows are of `energy_by_country`: energy, of several countries. */
function headOf(words: readonly string[], name: string): readonly string[] {
  const [before = '', after] = name.toLowerCase().split(/[_\s-]by[_\s-]/, 2)
  const head = after === undefined ? words : words.slice(0, identifierWords(before).length)
  return head.length === 0 ? words : head
}

const idleTableWords = canonicalWords(
  'information table tab tbl dim fact record data list master mst lookup lkp header hdr',
)
const scaleWords = canonicalWords('rating score level severity grade rank satisfaction difficulty importance')
/** What a name says besides of a column that says yes or no. */
const flagWords = canonicalWords('yn jn flag flg ind indicator bool kz')

/** What names of columns say before what they add in brackets or behind a comma; whole, where another has the same head. */
function headsOf(columns: TableSchema['columns']): readonly string[] {
  const heads = columns.map(({ name }) => name.split(/[(,]/, 1)[0]!.trim() || name)
  return columns.map(({ name }, at) => (heads.filter((head) => head === heads[at]).length === 1 ? heads[at]! : name))
}

/** What rows are called for short where a column says of which kind they are: the sites of `campsite` by their `site_type`. */
const shortNames = (table: string, names: readonly (readonly string[])[]): (readonly string[])[] =>
  names.flatMap(([word = '', kind, ...more]) =>
    kind === 'type' && more.length === 0 && word.length > 3 && joined(table).endsWith(word) && joined(table) !== word
      ? [[word]]
      : [],
  )
