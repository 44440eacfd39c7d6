import { expect, it } from 'vitest'
import type { JsonValue } from '../../../contract/json'
import { recordsIn } from '../../../main/text2sql/results/records'

it.each<[string, JsonValue, unknown]>([
  [
    'nested objects are columns, lists are what their items are called',
    { orders: [{ id: 1, customer: { name: 'Ada' }, labels: [{ name: 'new' }, { name: 'gift' }], notes: [] }] },
    { rows: [{ id: 1, customer_name: 'Ada', labels: 'new, gift', notes: null }], pointer: '/orders', total: null },
  ],
  [
    'wrappers have no name',
    [{ type: 'bill', attributes: { name: 'Road tax', amount: 61 } }],
    { rows: [{ type: 'bill', name: 'Road tax', amount: 61 }], pointer: '', total: null },
  ],
  [
    'lists beside each other are rows',
    { hourly: { time: ['01:00', '02:00'], temperature: [7, 9] } },
    {
      rows: [
        { time: '01:00', temperature: 7 },
        { time: '02:00', temperature: 9 },
      ],
      pointer: '/hourly',
      total: null,
    },
  ],
  [
    'there are more than are here',
    { data: [{ a: 1 }], meta: { pagination: { total: 158, count: 1 } } },
    { rows: [{ a: 1 }], pointer: '/data', total: 158 },
  ],
  [
    'a text with a head and commas is a table',
    'Name,Members\ngeneral,148\nrandom,61\n',
    {
      rows: [
        { Name: 'general', Members: '148' },
        { Name: 'random', Members: '61' },
      ],
      pointer: '',
      total: null,
    },
  ],
  ['a sentence is none', 'Chur, Graz and Bern are sites.\nAll of them.', null],
  ['one thing is none', { id: 7, tags: ['a', 'b'] }, null],
  ['nothing is none', { items: [] }, null],
])('%s', (_, value, expected) => {
  expect(recordsIn(value)).toEqual(expected)
})
