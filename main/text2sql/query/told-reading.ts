import type { QueryRead, QueryReading, ReadCondition, ReadMeasure } from '../../../contract/databases/query-reading'
import type { Answerable } from '../answerable'
import type { Filter, Measure, Query } from './query'

/** How a question was read, as a fact. */
export function toldReading({ query, second }: Pick<Answerable, 'query' | 'second'>, question?: string): QueryRead {
  const values = {
    of: readingOf(query),
    per: second === null ? null : readingOf(second.query),
    ...(second?.isSubtracted === true && { isDifference: true }),
    ...(question !== undefined && { question }),
  }
  return { kind: 'queryRead', values }
}

const measureOf = ({ fn, table, column, distinct, since }: Measure): ReadMeasure => ({
  fn,
  table: table.name,
  column: column?.name ?? null,
  distinct,
  ...(since !== undefined && { since: { column: since.column.name, unit: since.unit } }),
})

const conditionOf = ({ column, op, values }: Filter): ReadCondition => ({
  table: column.table.name,
  column: column.name,
  op,
  values: [...values],
  ...(column.labels !== undefined && { meanings: values.map((value) => column.labels?.get(String(value)) ?? null) }),
})

function readingOf(query: Query): QueryReading {
  return {
    rowsOf: query.root.name,
    shown: query.outputs.map(({ table, name }) => ({ table: table.name, column: name })),
    measures: query.measures.map(measureOf),
    groups: query.groups.map((group) =>
      'unit' in group
        ? { table: group.column.table.name, column: group.column.name, unit: group.unit }
        : { table: group.table.name, column: group.name, unit: null },
    ),
    conditions: (query.share?.filters ?? query.filters).map(conditionOf),
    anyOf: query.anyOf.map(conditionOf),
    related: query.related.map(({ table, isAbsent }) => ({ table: table.name, isAbsent })),
    having: query.having.map(({ measure, op, value }) => ({ measure: measureOf(measure), op, value })),
    order: query.order.map(({ term, descending }) => ({
      column: term.kind === 'column' ? term.column.name : null,
      measure: term.kind === 'measure' ? measureOf(term.measure) : null,
      descending,
    })),
    limit: query.limit,
    ...(query.ofEach.length > 0 && {
      ofEach: query.ofEach.map(({ table, name }) => ({ table: table.name, column: name })),
    }),
    ...(query.nth !== null && { nth: query.nth }),
    isCountOfGroups: query.onlyCount,
    share: query.share === null ? null : query.share.percent ? 'percent' : 'fraction',
    ...(query.share !== null && query.filters.length > 0 && { within: query.filters.map(conditionOf) }),
  }
}
