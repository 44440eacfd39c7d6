import type { QueryRead, QueryReading, ReadCondition, ReadMeasure } from '../../../contract/databases/query-reading'
import { QuarryError } from '../../../contract/errors'
import { derivedNamed } from '../schema/derived'
import type { Column, Table } from '../schema/profile'
import type { Filter, Measure, Query } from './query'

/**
 * The query that a reading names: as one was told, or as a person corrected it.
 * @throws QuarryError `input.invalid` where it names what the database has not, or says nothing that can be shown
 */
export function queryOfReading(reading: QueryReading, tables: readonly Table[]): Query {
  const tableOf = (name: string): Table => {
    const found = tables.find((table) => table.name === name)
    if (found !== undefined) return found
    throw new QuarryError('input.invalid', `The database has no table “${name}”.`)
  }
  const columnOf = ({ table, column }: { readonly table: string; readonly column: string }): Column => {
    const of = tableOf(table)
    const found = of.columns.find(({ name }) => name === column) ?? derivedNamed(column, of, tables)
    if (found !== undefined) return found
    throw new QuarryError('input.invalid', `The table “${table}” has no column “${column}”.`)
  }
  const holding = (type: Column['type'], column: Column): Column => {
    if (column.type === type) return column
    throw new QuarryError('input.invalid', `“${column.name}” holds no ${type}s.`)
  }
  const measureOf = ({ fn, table, column, distinct, since }: ReadMeasure): Measure => {
    const measured = column === null ? null : columnOf({ table, column })
    if (measured === null && fn !== 'count') throw new QuarryError('input.invalid', 'Only rows can be counted.')
    if (measured !== null && since !== undefined) {
      const from = holding('date', columnOf({ table, column: since.column }))
      return { fn, table: from.table, column: holding('date', measured), distinct, since: { ...since, column: from } }
    }
    if (measured !== null && (fn === 'sum' || fn === 'avg')) holding('number', measured)
    return { fn, table: tableOf(table), column: measured, distinct }
  }
  const filterOf = ({ op, values, ...named }: ReadCondition): Filter => {
    const column = columnOf(named)
    if (op.endsWith(' column')) columnOf({ ...named, column: String(values[0]) })
    return { column: op.endsWith('average') ? holding('number', column) : column, op, values, words: '' }
  }
  const conditions = reading.conditions.map(filterOf)
  const { share, groups, measures, shown } = reading
  if (shown.length + groups.length + measures.length === 0 && share === null)
    throw new QuarryError('input.invalid', 'Nothing is left to be shown.')
  return {
    root: tableOf(reading.rowsOf),
    outputs: shown.map(columnOf),
    measures: measures.map(measureOf),
    groups: groups.map((group) =>
      group.unit === null ? columnOf(group) : { column: columnOf(group), unit: group.unit },
    ),
    filters: share === null ? conditions : (reading.within ?? []).map(filterOf),
    anyOf: reading.anyOf.map(filterOf),
    related: reading.related.map(({ table, isAbsent }) => ({ table: tableOf(table), isAbsent })),
    having: reading.having.map(({ measure, op, value }) => ({ measure: measureOf(measure), op, value })),
    order: reading.order.map(({ column, measure, descending }) => {
      if (measure !== null) return { term: { kind: 'measure', measure: measureOf(measure) }, descending }
      const all = [...shown, ...groups].find((one) => one.column === column)
      const term = columnOf(all ?? { table: reading.rowsOf, column: column ?? '' })
      return { term: { kind: 'column', column: term }, descending }
    }),
    limit: reading.limit,
    withTies: reading.limit === 1,
    // A group that a correction took away counts no places.
    ofEach: (reading.ofEach ?? [])
      .filter(({ table, column }) =>
        groups.some((group) => group.unit === null && group.table === table && group.column === column),
      )
      .map(columnOf),
    nth: reading.nth ?? null,
    distinct: false,
    onlyCount: reading.isCountOfGroups,
    share: share === null ? null : { filters: conditions, percent: share === 'percent' },
  }
}

/** The same reading of another question of its shape: what the first question named becomes what the second does. */
export function readAgain(read: QueryRead, from: QuestionShape['slots'], to: QuestionShape['slots']): QueryRead {
  const again = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(again)
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value)
          // What other codes stand for is not known here.
          .filter(([name]) => name !== 'meanings')
          .map(([name, one]) => [name, isName(name) ? one : again(one)]),
      )
    const at = value === null ? -1 : from.findIndex((slot) => slot === value)
    return at < 0 ? value : (to[at] ?? value)
  }
  const isName = (name: string): boolean =>
    !['of', 'per', 'conditions', 'within', 'anyOf', 'having', 'values', 'value', 'limit'].includes(name)
  return { ...read, values: again(read.values) as QueryRead['values'] }
}

/** A question with its values, numbers and times taken out, and these in their order. */
export interface QuestionShape {
  readonly shape: string
  readonly slots: readonly (string | number | boolean | null)[]
}
