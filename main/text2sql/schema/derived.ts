import { canonical } from '../words/words'
import type { Column, Derived, Table } from './profile'

const signs = { times: ' × ', minus: ' − ', per: ' ÷ ', days: ' → ' } as const
const operations = ['times', 'minus', 'per', 'days'] as const
const [amount, difference, share, day] = ['amount', 'difference', 'ratio', 'day'].map(canonical) as [
  string,
  string,
  string,
  string,
]
const saying: Record<Derived['op'], string> = { times: amount, minus: difference, per: share, days: day }

/** One column for the same figure, however often it is asked for. */
const known = new WeakMap<Column, Map<string, Column>>()

/**
 * The figure that two columns make: the price of a line by its quantity, the days from one date to another.
 * @param table whose rows it is of: each has one row of the other column's table, where that is another
 */
export function derivedOf(op: Derived['op'], left: Column, right: Column, table: Table): Column {
  const nameOf = (column: Column): string =>
    column.table === table ? column.name : `${column.table.name}.${column.name}`
  const name = `${nameOf(left)}${signs[op]}${nameOf(right)}`
  const made = known.get(left) ?? new Map<string, Column>()
  known.set(left, made)
  const column = made.get(name) ?? {
    table,
    name,
    type: 'number',
    truth: null,
    dateForm: 'iso',
    words: [saying[op]],
    isUnique: false,
    isSparse: false,
    isPrimary: false,
    isPartOfKey: false,
    isKey: false,
    isWritten: false,
    holdsLists: false,
    told: new Set(),
    alsoCalled: [],
    isYear: false,
    tellsHours: false,
    extent: null,
    values: null,
    derived: { op, left, right },
  }
  made.set(name, column)
  return column
}

/** The figure that a reading names as `derivedOf` did; undefined where it names none. */
export function derivedNamed(name: string, table: Table, tables: readonly Table[]): Column | undefined {
  for (const op of operations) {
    const [left, right, ...more] = name.split(signs[op]).map((part) => columnNamed(part, table, tables))
    if (left !== undefined && right !== undefined && more.length === 0) return derivedOf(op, left, right, table)
  }
  return undefined
}

function columnNamed(name: string, table: Table, tables: readonly Table[]): Column | undefined {
  const own = table.columns.find((column) => column.name === name)
  const others = tables.filter((other) => other !== table && name.startsWith(`${other.name}.`))
  return own ?? others.flatMap((other) => other.columns.find((one) => `${other.name}.${one.name}` === name) ?? [])[0]
}
