import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallDraft, draftCall } from '../../../main/drafting'
import { idIn } from '../../../main/drafting/earlier-ids'
import { mentionsIn } from '../../../main/drafting/mentions'

const text = { type: 'string' }
const whole = { type: 'integer' }
const tool = (
  name: string,
  description: string,
  properties: Record<string, unknown> = {},
  required: string[] = [],
  effect: 'reads' | 'changes' = 'reads',
) => ({ name, description, inputSchema: { type: 'object', properties, required }, effect })

const shop = [
  tool('listOrders', 'GET /orders List orders', {
    status: { type: 'string', enum: ['open', 'shipped', 'cancelled'] },
    limit: whole,
    from: { type: 'string', format: 'date' },
    to: { type: 'string', format: 'date' },
  }),
  tool('getOrder', 'GET /orders/{orderId} Get an order', { orderId: whole }, ['orderId']),
  tool('listCustomers', 'GET /customers List customers', { country: text, email: { type: 'string', format: 'email' } }),
  tool('getCustomer', 'GET /customers/{id} Get a customer', { id: text }, ['id']),
  tool('searchProducts', 'GET /products/search Search products', { q: text, maxPrice: { type: 'number' } }, ['q']),
  tool('deleteOrder', 'DELETE /orders/{orderId} Delete an order', { orderId: whole }, ['orderId'], 'changes'),
]
const weather = [
  tool('get_forecast', 'Weather forecast of a city', { city: text, days: whole }, ['city']),
  tool('get_alerts', 'Weather alerts of a state', { state: text }, ['state']),
]
const everything = [
  tool('echo', 'Echoes back the input string', { message: text }, ['message']),
  tool('get-sum', 'Returns the sum of two numbers', { a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b']),
  tool('get-env', 'Returns all environment variables'),
]
const memory = [
  tool('read_graph', 'Read the entire knowledge graph'),
  tool('search_nodes', 'Search for nodes in the knowledge graph based on a query', { query: text }, ['query']),
  tool('open_nodes', 'Open specific nodes by their names', { names: { type: 'array', items: text } }, ['names']),
]
const books = [
  tool('查询图书', '按书名或作者查询图书', { 书名: text }, ['书名']),
  tool('图书列表', '列出全部图书', { 语言: { type: 'string', enum: ['中文', '英文'] } }),
]

const shown = (draft: CallDraft): unknown[] =>
  draft.kind === 'declined' ? [draft.reason, draft.tool, ...draft.missing] : [draft.tool, draft.input]

describe('a call is drafted from a question', () => {
  it.each([
    [shop, 'Which orders are open?', ['listOrders', { status: 'open' }]],
    [
      shop,
      'List the shipped orders from March 2024',
      ['listOrders', { status: 'shipped', from: '2024-03-01', to: '2024-03-31' }],
    ],
    [
      shop,
      'Show all orders between 2024-01-05 and 2024-02-10',
      ['listOrders', { from: '2024-01-05', to: '2024-02-10' }],
    ],
    [shop, 'Which orders came in since 2024-01-05?', ['listOrders', { from: '2024-01-05' }]],
    [shop, 'Which orders came in before 2024-01-05?', ['listOrders', { to: '2024-01-05' }]],
    [shop, 'Show the last 5 orders', ['listOrders', { limit: 5 }]],
    [shop, 'What is the status of order 42?', ['getOrder', { orderId: 42 }]],
    [shop, 'What is in order #1007?', ['getOrder', { orderId: 1007 }]],
    [shop, 'Show customer C-17', ['getCustomer', { id: 'C-17' }]],
    [shop, 'Which customers come from the country Switzerland?', ['listCustomers', { country: 'Switzerland' }]],
    [shop, 'Which customer has the email anna@example.org?', ['listCustomers', { email: 'anna@example.org' }]],
    [shop, 'Search products for "heat pump"', ['searchProducts', { q: 'heat pump' }]],
    [shop, 'Which products are there about heat pumps?', ['searchProducts', { q: 'heat pumps' }]],
    [shop, '订单42的状态是什么？', ['getOrder', { orderId: 42 }]],
    [shop, '列出2024年3月的订单', ['listOrders', { from: '2024-03-01', to: '2024-03-31' }]],
    [shop, '查询产品“热泵”', ['searchProducts', { q: '热泵' }]],
    [weather, 'What is the weather forecast for Chur?', ['get_forecast', { city: 'Chur' }]],
    [weather, 'Forecast for San Francisco, 3 days', ['get_forecast', { city: 'San Francisco', days: 3 }]],
    [weather, 'Are there weather alerts in the state of Texas?', ['get_alerts', { state: 'Texas' }]],
    [everything, 'What is the sum of 17 and 25?', ['get-sum', { a: 17, b: 25 }]],
    [everything, 'Echo the message: Grüezi mitenand', ['echo', { message: 'Grüezi mitenand' }]],
    [everything, 'Echo “hello world”', ['echo', { message: 'hello world' }]],
    [memory, 'What does the knowledge graph know about Chur?', ['search_nodes', { query: 'Chur' }]],
    [memory, 'Read the entire knowledge graph', ['read_graph', {}]],
    [books, '查询图书《红楼梦》', ['查询图书', { 书名: '红楼梦' }]],
    [books, '列出全部中文图书', ['图书列表', { 语言: '中文' }]],
  ] as const)('%#', (tools, question, expected) => {
    expect(shown(draftCall(question, tools))).toEqual(expected)
  })
})

it('whose tools they are is no part of what is asked', () => {
  const parcels = [tool('getParcel', 'GET /parcels/{parcelId} Status of a parcel', { parcelId: whole }, ['parcelId'])]
  for (const question of ['What is the status of parcel 42?', '包裹 42 的状态是什么？']) {
    const meant = draftCall(question, parcels, { service: 'Parcel service' })
    expect([shown(meant), meant.kind === 'call' && meant.sureness > 0.8]).toEqual([
      ['getParcel', { parcelId: 42 }],
      true,
    ])
  }
  const asked = draftCall('memory 里有什么关于 Chur 的内容？', memory, { service: 'memory' })
  expect(shown(asked)).toEqual(['search_nodes', { query: 'Chur' }])
  const draft = draftCall('What does the memory know about Chur?', memory, { service: 'memory' })
  expect(shown(draft)).toEqual(['search_nodes', { query: 'Chur' }])
})

describe('a call is declined', () => {
  it.each([
    [shop, 'Why do heat pumps need water?', ['noTool', null]],
    [shop, 'How does a transformer network attend?', ['noTool', null]],
    [shop, 'Delete order 42', ['changes', 'deleteOrder']],
    [shop, '删除订单42', ['changes', 'deleteOrder']],
    [weather, 'What is the weather forecast?', ['missing', 'get_forecast', 'city']],
    [everything, 'What is the sum of 17?', ['missing', 'get-sum', 'a', 'b']],
    [[...shop, ...shop], 'What is the status of order 42?', ['unsure', null]],
    [[], 'What is the status of order 42?', ['noTool', null]],
  ] as const)('%#', (tools, question, expected) => {
    expect(shown(draftCall(question, tools))).toEqual(expected)
  })
})

describe('ids are found in earlier results', () => {
  const earlier = [{ customers: [{ id: 'c9', name: 'Anna' }] }]
  it('under the name of the argument, or as the id of what it is named after', () => {
    expect(idIn([{ orderId: 3 }], 'order_id')).toEqual({ value: 3, from: [0] })
    expect(idIn([{ orderId: 4 }, ...earlier, ...earlier], 'customerId')).toEqual({ value: 'c9', from: [2, 1] })
    expect(idIn([...earlier, { customer: { id: 'c10' } }], 'customerId')).toBeNull()
    expect(idIn(earlier, 'orderId')).toBeNull()
  })
  it('and fill what the question does not say', () => {
    const orders = tool('ordersOfCustomer', 'GET /customers/{customerId}/orders', { customerId: text }, ['customerId'])
    expect(shown(draftCall('Which orders has the customer?', [orders], { earlier }))).toEqual([
      'ordersOfCustomer',
      { customerId: 'c9' },
    ])
  })
})

it.each([
  ['on 5 March 2024', ['2024-03-05']],
  ['March 5th, 2024', ['2024-03-05']],
  ['2024年3月5日', ['2024-03-05']],
  ['in 2023', ['2023-01-01']],
  ['2024-02-31', [2024]],
  ['1,234.5 and -3', [1234.5, -3]],
  ['see https://example.org/a?b=1 now', ['https://example.org/a?b=1']],
  ['order AB-12 of 3f2504e0-4f89-11d3-9a0c-0305e82c3301', ['AB-12', '3f2504e0-4f89-11d3-9a0c-0305e82c3301']],
  ['Where does Anna Keller live in New York?', ['Anna Keller', 'New York']],
  ['Marble 5, 2024', [5, 2024]],
])('names what stands in “%s”', (question, values) => {
  const found = mentionsIn(question).filter(({ kind }) => question !== 'Marble 5, 2024' || kind === 'number')
  expect(found.map(({ value }) => value).slice(0, values.length)).toEqual(values)
})

it('what misses an argument keeps the others, each with where it is from', () => {
  const place = tool('get_forecast', 'Weather forecast of a city', { city: text, days: whole }, ['city', 'days'])
  expect(draftCall('What is the weather forecast for Chur?', [place])).toMatchObject({
    reason: 'missing',
    missing: ['days'],
    given: { input: { city: 'Chur' }, origins: { city: 'question' }, lent: [] },
  })
  const lent = tool('getInvoice', 'Invoice of a customer', { customerId: text, year: whole }, ['customerId', 'year'])
  const draft = draftCall('Show the invoice of the customer', [lent], { earlier: [{ customer: { id: 'c9' } }] })
  expect(draft).toMatchObject({
    given: { input: { customerId: 'c9' }, origins: { customerId: 'earlierAnswer' }, lent: [0] },
  })
})

it('any question and any schema give a draft', () => {
  const schema = fc.dictionary(
    fc.string({ maxLength: 12 }),
    fc.oneof(
      fc.constant(true),
      fc.constant(null),
      fc.record(
        {
          type: fc.constantFrom('string', 'integer', 'array', 7),
          enum: fc.constantFrom([], ['a', 1], 'x'),
          default: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    ),
    { maxKeys: 5 },
  )
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string(),
      schema,
      fc.array(fc.string(), { maxLength: 3 }),
      (question, name, properties, required) => {
        const draft = draftCall(question, [
          { name, description: name, inputSchema: { type: 'object', properties, required }, effect: 'reads' },
        ])
        expect(['call', 'declined', 'lookUp']).toContain(draft.kind)
      },
    ),
    { numRuns: 300 },
  )
})
