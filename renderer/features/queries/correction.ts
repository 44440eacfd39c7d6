import type { QueryReading, ReadMeasure } from '../../../contract/databases/query-reading'
import type { TableSchema } from '../../../contract/resources/resource'

/** A column by its table and its name. */
export interface ColumnName {
  readonly table: string
  readonly column: string
}
type Group = QueryReading['groups'][number]

/** Every column that a reading could name, in the order of the tables. */
export const columnsOf = (tables: readonly TableSchema[]): ColumnName[] =>
  tables.flatMap(({ name, columns }) => columns.map((column) => ({ table: name, column: column.name })))

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Another measure in the place of one; what was ordered by it, or bounded, is so by the new one. */
export function withMeasure(reading: QueryReading, at: number, measure: ReadMeasure): QueryReading {
  const before = reading.measures[at]
  return {
    ...reading,
    rowsOf: at === 0 ? measure.table : reading.rowsOf,
    measures: reading.measures.map((one, index) => (index === at ? measure : one)),
    order: reading.order.map((one) => (same(one.measure, before) ? { ...one, measure } : one)),
    having: reading.having.map((one) => (same(one.measure, before) ? { ...one, measure } : one)),
  }
}

/** Another group in the place of one, or none. */
export function withGroup(reading: QueryReading, at: number, group: Group | null): QueryReading {
  const before = reading.groups[at]
  return orderedByShown({
    ...reading,
    groups: reading.groups.flatMap((one, index) => (index !== at ? [one] : group === null ? [] : [group])),
    order: reading.order.map((one) =>
      group !== null && before !== undefined && one.column === before.column ? { ...one, column: group.column } : one,
    ),
  })
}

/** Another column shown in the place of one, or none. */
export function withShown(reading: QueryReading, at: number, shown: ColumnName | null): QueryReading {
  const before = reading.shown[at]
  return orderedByShown({
    ...reading,
    shown: reading.shown.flatMap((one, index) => (index !== at ? [one] : shown === null ? [] : [shown])),
    order: reading.order.map((one) =>
      shown !== null && before !== undefined && one.column === before.column ? { ...one, column: shown.column } : one,
    ),
  })
}

/** Another column for a condition, or no condition. */
export function withCondition(reading: QueryReading, at: number, column: ColumnName | null): QueryReading {
  return {
    ...reading,
    conditions: reading.conditions.flatMap((one, index) => {
      if (index !== at) return [one]
      // What a code stands for in one column says nothing of another.
      const { meanings: _, ...rest } = one
      return column === null ? [] : [{ ...rest, ...column }]
    }),
  }
}

/** Rows of groups are ordered by what they show. */
function orderedByShown(reading: QueryReading): QueryReading {
  const isGrouped = reading.measures.length > 0
  return {
    ...reading,
    order: reading.order.filter(
      ({ column }) => column === null || !isGrouped || reading.groups.some((group) => group.column === column),
    ),
  }
}
