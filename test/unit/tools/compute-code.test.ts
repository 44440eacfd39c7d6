import * as ss from 'simple-statistics'
import { expect, it } from 'vitest'
import type { ComputeTask } from '../../../contract/calls/compute'
import { draftFigure } from '../../../main/reasoning/extractive/compute-figure'
import { wordingFor } from '../../../main/reasoning/wording'
import { runCode } from '../../../workers/compute/run-code'
import { statistics } from '../../../workers/compute/statistics'

const limits = { timeMs: 20_000, memoryBytes: 32 * 1024 * 1024, stackBytes: 192 * 1024, outputCharacters: 10_000 }
const run = async (code: string, given: Partial<ComputeTask> = {}): Promise<unknown> =>
  JSON.parse(await runCode({ code, tables: {}, texts: {}, limits, ...given }))

it('gives the figures that textbooks and other programs give', () => {
  const stats = statistics(ss as never)
  const values = [2, 4, 4, 4, 5, 5, 7, 9]
  expect([stats.sum(values), stats.mean(values), stats.median(values)]).toEqual([40, 5, 4.5])
  // Divided by n - 1, as numpy with ddof=1, R and STDDEV_SAMP of SQL do.
  expect(stats.stdev(values)).toBeCloseTo(2.13809, 5)
  expect(stats.variance(values)).toBeCloseTo(32 / 7, 10)
  // As numpy.quantile and percentile_cont.
  expect([0, 0.25, 0.5, 0.9, 1].map((share) => stats.quantile([15, 20, 35, 40, 50], share))).toEqual([
    15, 20, 35, 46, 50,
  ])
  // Anscombe's first set.
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
  const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
  expect(stats.correlation(x, y)).toBeCloseTo(0.81642, 5)
  expect(stats.regression(x, y).slope).toBeCloseTo(0.50009, 5)
  expect(stats.regression(x, y).intercept).toBeCloseTo(3.00009, 5)
  expect([stats.percentChange(80, 100), stats.percentChange(-10, -5)]).toEqual([25, 50])
  expect(stats.growth([100, 110, 99])).toEqual([10, -10])
  expect(stats.groupBy([{ a: 1 }, { a: 2 }, { a: 1 }], 'a').map(({ key, rows }) => [key, rows.length])).toEqual([
    [1, 2],
    [2, 1],
  ])
  expect([stats.round(2.345, 2), stats.min([3, 1]), stats.max([3, 1])]).toEqual([2.35, 1, 3])
})

it('passes over empty cells, reads numbers in texts, and refuses what is none', () => {
  const stats = statistics(ss as never)
  expect(stats.median([null, '1.5', '', 2.5, undefined, ' 3e1 '])).toBe(2.5)
  expect(stats.correlation([1, 2, null, 3, 4], [2, 4, 9, null, 8])).toBeCloseTo(1, 10)
  expect(() => stats.mean([1, 'two'])).toThrow('“two” is not a number.')
  expect(() => stats.mean([Number.NaN])).toThrow('is not a number')
  expect(() => stats.median([null])).toThrow('At least 1 numbers are needed')
  expect(() => stats.stdev([1])).toThrow('At least 2')
  expect(() => stats.correlation([1, 1, 1], [1, 2, 3])).toThrow('all equal')
  expect(() => stats.column([{ a: 1 }], 'b')).toThrow('There is no column “b”.')
})

it('computes over tables and texts, and answers the last expression', async () => {
  const tables = {
    sites: [
      { site: 'Chur', factor: 4.7 },
      { site: 'Graz', factor: 4.1 },
    ],
  }
  expect(await run('const f = stats.column(tables.sites, "factor"); stats.mean(f)', { tables })).toBeCloseTo(4.4)
  expect(await run('ss.median([1, 2, 9]) + texts.note.length', { texts: { note: 'abc' } })).toBe(5)
  expect(await run('[new Map([["a", 1n]]), new Date("2024-03-01").getUTCDay()]')).toEqual([[['a', '1']], 5])
})

const sales = [
  { year: '2021', total: 0 },
  { year: '2022', total: '80' },
  { year: '2023', total: 100 },
  { year: '2025', total: 130 },
]
const months = ['2023-11', '2023-12', '2024-02'].map((month, at) => ({ month, count: [4, 7, 13][at]! }))
const cells = [2, 4, null, '9'].map((price, at) => ({ city: at < 2 ? 'Bern' : 'Chur', price, stock: -at }))
it.each([
  [{ kind: 'median' }, ['price'], cells, [{ 'median of price': 4, values: 3 }]],
  [
    { kind: 'stdev' },
    ['city', 'price'],
    cells,
    [{ city: 'Bern', values: 2, 'standard deviation of price': 1.414213562 }],
  ],
  [{ kind: 'quantile', share: 0.75 }, ['price'], cells, [{ '75% quantile of price': 6.5, values: 3 }]],
  [
    { kind: 'correlation' },
    ['price', 'stock'],
    cells,
    [{ 'correlation of price and stock': -0.9986254289, values: 3 }],
  ],
  [
    { kind: 'growth', years: null },
    ['year', 'total'],
    sales,
    [
      { year: '2021', total: 0, 'change of total in %': null },
      { year: '2022', total: 80, 'change of total in %': null },
      { year: '2023', total: 100, 'change of total in %': 25 },
      { year: '2025', total: 130, 'change of total in %': 30 },
    ],
  ],
  [
    { kind: 'growth', years: ['2022', '2023'] },
    ['year', 'total'],
    sales,
    [{ 'total 2022': '80', 'total 2023': 100, 'change of total in %': 25 }],
  ],
  [{ kind: 'trend' }, ['month', 'count'], months, [{ 'trend of count per month': 3, values: 3 }]],
] as const)('runs what rules draft for %o', async (figure, columns, rows, result) => {
  // biome-ignore format: a table
  const draft = draftFigure(figure, columns, wordingFor('en'))!
  expect(await run(draft.code, { texts: draft.texts, tables: { ...draft.tables, rows: [...rows] } })).toEqual(result)
})

it.each([
  'while (true) {}',
  '/(a+)+$/.test("a".repeat(40) + "!")',
  '({ get a() { for (;;); } })',
  '({ toJSON() { for (;;); } })',
  'try { for (;;); } catch { for (;;); }',
])('ends %s, which has no end', async (code) => {
  const ended = run(code, { limits: { ...limits, timeMs: 50 } })
  await expect(ended).rejects.toMatchObject({ code: 'tool.codeFailed', context: { reason: 'time', limit: 50 } })
})

it.each([
  ['new Array(1e7).fill("x").map((x) => x + Math.sqrt(2))', 'memory'],
  ['new Uint8Array(5e8)', 'memory'],
  ['function f() { return f() + 1 } f()', 'memory'],
  ['JSON.parse("[".repeat(1e6))', 'threw'],
  ['"x".repeat(20000)', 'output'],
  ['throw { get message() { throw 1 } }', 'threw'],
  ['undefined', 'threw'],
  ['0 / 0', 'threw'],
  ['Promise.resolve(1)', 'threw'],
  ['const a = {}; a.a = a; a', 'threw'],
  ['not code at all', 'threw'],
])('ends %s with an error', async (code, reason) => {
  await expect(run(code)).rejects.toMatchObject({ code: 'tool.codeFailed', context: { reason } })
})

it('has no way to run a text as code, no clock and no chance', async () => {
  const ways = [
    'eval("1")',
    '(0, globalThis.eval)("1")',
    'Function("return 1")()',
    '(() => {}).constructor("return 1")()',
    '(function* () {}).constructor("yield 1")().next()',
    '(async () => {}).constructor("return 1")()',
    'Reflect.getPrototypeOf(async function* () {}).constructor("yield 1")()',
    '[].map.constructor("return 1")()',
    'Reflect.construct((() => {}).constructor, ["return 1"])()',
    'setTimeout("1", 1)',
    'Date.now()',
    'new Date().getTime()',
    'Date()',
    'new (new Date(0).constructor)().getTime()',
    'Math.random()',
  ]
  const tried = ways.map((way) => `() => ${way}`).join(', ')
  const code = `[${tried}].filter((way) => { try { way(); return true } catch { return false } }).map(String)`
  expect(await run(code)).toEqual([])
})

it('finds nothing of the process around it, whatever it does to its own world', async () => {
  const names =
    'require process module fetch XMLHttpRequest WebSocket Worker WebAssembly console std os scriptArgs print load Deno'
  expect(await run(`"${names}".split(" ").filter((name) => name in globalThis)`)).toEqual([])
  await expect(run('import("fs").then((fs) => fs)')).rejects.toMatchObject({ context: { reason: 'threw' } })
  const spoilt =
    'Object.prototype.polluted = 1; Array.prototype.map = () => { throw 1 }; JSON.stringify = () => "{}"; Object.keys = null; [1]'
  expect(await run(spoilt)).toEqual([1])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  // The next run has a world of its own.
  expect(await run('[1, 2].map((n) => n * 2)')).toEqual([2, 4])
})

it('takes what is handed in for data, whatever it says', async () => {
  const evil = '"); globalThis.stolen = 1; ("'
  const tables = { rows: [{ [evil]: evil, __proto__: null, constructor: 'x' }] }
  const texts = { note: '`; throw 1' }
  expect(await run('[tables.rows[0], texts.note, typeof stolen]', { tables, texts })).toEqual([
    { [evil]: evil, constructor: 'x' },
    texts.note,
    'undefined',
  ])
})
