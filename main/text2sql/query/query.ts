import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import type { ReadCondition } from '../../../contract/databases/query-reading'
import type { Column, Table } from '../schema/profile'
import type { ElapsedUnit, TimePart, TimeUnit } from './dialect'

/** `range`: the highest less the lowest. */
export type Aggregate = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'range'
export type Comparison = '>' | '<' | '>=' | '<=' | '=' | 'after' | 'before' | 'since' | 'until'

export interface Measure {
  readonly fn: Aggregate
  /** Null: rows of the table are counted. */
  readonly column: Column | null
  readonly table: Table
  readonly distinct: boolean
  /** The time from this date of a row to the one in `column` is measured. */
  readonly since?: { readonly column: Column; readonly unit: ElapsedUnit }
}

/** How many rows a table has. */
export const countOf = (table: Table): Measure => ({ fn: 'count', column: null, table, distinct: false })

/** A figure over the values of a column. */
export const figureOf = (fn: Aggregate, column: Column): Measure => ({
  fn,
  column,
  table: column.table,
  distinct: false,
})

/** The sum of a column that says of each row how many it is, and the number of rows where none does. */
export const unitsOrRows = (units: Column | null, table: Table): Measure =>
  units === null ? countOf(table) : figureOf('sum', units)

export interface Filter {
  readonly column: Column
  readonly op: ReadCondition['op']
  readonly values: readonly DatabaseCell[]
  /** As the question says it. */
  readonly words: string
}

export interface TimeGroup {
  readonly column: Column
  readonly unit: TimeUnit | TimePart | 'decade'
}

/** The table of what rows are grouped by. */
export const tableOfGroup = (group: Column | TimeGroup): Table => ('unit' in group ? group.column.table : group.table)

/** Whether what rows are grouped by is when they were: their groups stand in its order. */
export const groupsByTime = (group: Column | TimeGroup): boolean =>
  'unit' in group || group.isYear || group.type === 'date'

/** What rows are sorted by, or groups are made of. */
export type Term =
  | { readonly kind: 'column'; readonly column: Column }
  | { readonly kind: 'measure'; readonly measure: Measure }

/** A question as a query, before an engine's dialect. */
export interface Query {
  readonly root: Table
  readonly outputs: readonly Column[]
  readonly measures: readonly Measure[]
  readonly groups: readonly (Column | TimeGroup)[]
  readonly filters: readonly Filter[]
  /** Filters of which one suffices. */
  readonly anyOf: readonly Filter[]
  /** Tables that must, or must not, have a row for the root's. */
  readonly related: readonly { readonly table: Table; readonly isAbsent: boolean }[]
  readonly having: readonly {
    readonly measure: Measure
    readonly op: '=' | '<>' | '>' | '<' | '>=' | '<='
    readonly value: DatabaseCell
  }[]
  readonly order: readonly { readonly term: Term; readonly descending: boolean }[]
  readonly limit: number | null
  /** Rows that share the first place are all shown. */
  readonly withTies: boolean
  /** Groups for each of which places are counted anew; empty: they are counted among all. */
  readonly ofEach: readonly Column[]
  /** Instead of the first place this one is asked for; rows that are equal share one. */
  readonly nth: number | null
  readonly distinct: boolean
  /** Only how many rows there are is asked. */
  readonly onlyCount: boolean
  /** The part that these filters leave of the rows of each group, or of all; without filters, each group as a part of all. */
  readonly share: { readonly filters: readonly Filter[]; readonly percent: boolean } | null
}
