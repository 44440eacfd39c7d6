import { expect, it } from 'vitest'
import type { QueryReading } from '../../../../../contract/databases/query-reading'
import { withCondition, withGroup, withMeasure, withShown } from '../../../../../renderer/features/queries/correction'

const average = { fn: 'avg', table: 'orders', column: 'amount', distinct: false } as const
const reading: QueryReading = {
  rowsOf: 'orders',
  shown: [],
  measures: [average],
  groups: [{ table: 'orders', column: 'city', unit: null }],
  conditions: [{ table: 'orders', column: 'status', op: '=', values: ['paid'] }],
  anyOf: [],
  related: [],
  having: [{ measure: average, op: '>', value: 3 }],
  order: [
    { column: null, measure: average, descending: true },
    { column: 'city', measure: null, descending: false },
  ],
  limit: 3,
  isCountOfGroups: false,
  share: null,
}

it('what is ordered and bounded by a measure follows it to another table', () => {
  const count = { fn: 'count', table: 'customers', column: null, distinct: false } as const
  const { rowsOf, measures, order, having } = withMeasure(reading, 0, count)
  expect({ rowsOf, measures, by: order[0]?.measure, bounded: having[0]?.measure }).toEqual({
    rowsOf: 'customers',
    measures: [count],
    by: count,
    bounded: count,
  })
})

it('what is ordered by a column follows it, and goes with it', () => {
  const moved = withGroup(reading, 0, { table: 'customers', column: 'region', unit: null })
  expect(moved.order[1]?.column).toBe('region')
  const removed = withGroup(reading, 0, null)
  expect(removed.groups).toEqual([])
  expect(removed.order.map(({ column }) => column)).toEqual([null])
})

it('conditions and shown columns take another column, or go', () => {
  const column = { table: 'customers', column: 'level' }
  expect(withCondition(reading, 0, column).conditions).toEqual([{ ...column, op: '=', values: ['paid'] }])
  expect(withCondition(reading, 0, null).conditions).toEqual([])
  const listed = { ...reading, measures: [], groups: [], shown: [{ table: 'orders', column: 'city' }] }
  expect(withShown(listed, 0, column)).toMatchObject({
    shown: [column],
    order: [{ column: null }, { column: 'level' }],
  })
})
