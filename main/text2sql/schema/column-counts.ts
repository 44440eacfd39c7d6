import type { DatabaseCell } from '../../../contract/databases/database-tasks'

export type Select = (sql: string, maxRows: number) => Promise<readonly (readonly DatabaseCell[])[]>

/**
 * Rows from which a table is large, and of how many of its rows different values are counted then. To count those of each column of
 * 700,000 rows by 43 columns took SQLite ten minutes, and takes it four seconds so.
 */
const large = { rows: 50_000, sampledRows: 20_000 }

/** How many values a column has, by the place of the column. */
export interface ColumnCounts {
  readonly rows: number
  /** Different values; of a large table at least so many, unless they are as many as its rows. */
  readonly distinct: readonly number[]
  /** Rows that hold something. */
  readonly held: readonly number[]
}

interface Counted {
  /** As the dialect writes it. */
  readonly column: string
  readonly type: string
  readonly isPrimary: boolean
}

/** What is measured may differ in every row, and names none. */
const isMeasured = (type: string): boolean => /real|float|double|num|dec|date|time/i.test(type)

/**
 * Counts what the columns of a table hold. Of a large table different values are counted in its first rows; where none comes
 * twice there, and the column may name its rows, in all of them.
 * @param from the table, as the dialect writes it
 * @param told how many rows it is said to have; null where that is not known
 * @throws what `select` throws
 */
export async function countColumns(
  select: Select,
  from: string,
  columns: readonly Counted[],
  told: number | null,
): Promise<ColumnCounts> {
  const held = columns.map(({ column }) => `COUNT(${column})`)
  const distinct = columns.map(({ column }) => `COUNT(DISTINCT ${column})`)
  const counts = async (counted: readonly string[], of = from): Promise<readonly number[]> => {
    const [row = []] = await select(`SELECT ${['COUNT(*)', ...counted].join(', ')} FROM ${of}`, 1)
    return ['COUNT(*)', ...counted].map((_, at) => Number(row[at] ?? 0))
  }
  if (told !== null && told <= large.rows) {
    const [rows = 0, ...all] = await counts([...distinct, ...held])
    return { rows, distinct: all.slice(0, columns.length), held: all.slice(columns.length) }
  }
  const [rows = 0, ...heldAll] = await counts(held)
  const names = columns.map(({ column }) => column).join(', ')
  const [seen = 0, ...distinctSeen] = await counts(
    distinct,
    `(SELECT ${names} FROM ${from} LIMIT ${large.sampledRows}) AS seen`,
  )
  const distinctAll: number[] = []
  for (const [at, { type, isPrimary }] of columns.entries()) {
    const some = distinctSeen[at]!
    const mayBeUnique = seen > 0 && some === seen && heldAll[at] === rows && !isPrimary && !isMeasured(type)
    distinctAll.push(mayBeUnique ? (await counts([distinct[at]!]))[1]! : some)
  }
  return { rows, distinct: distinctAll, held: heldAll }
}
