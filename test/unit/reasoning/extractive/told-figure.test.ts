import { expect, it } from 'vitest'
import type { AskedFigure } from '../../../../main/language'
import { draftFigure } from '../../../../main/reasoning/extractive/compute-figure'
import { toldFigure } from '../../../../main/reasoning/extractive/told-figure'
import { callPlaceOf } from '../../../../main/reasoning/places/answers'
import { checkCited } from '../../../../main/reasoning/verification/check-cited'
import { wordingFor } from '../../../../main/reasoning/wording'

const answered = { resourceId: 'database:shop', resourceName: 'shop', at: '2026-01-01T00:00:00.000Z' }

function said(language: 'en' | 'zh-CN', figure: AskedFigure, columns: readonly string[], row: (number | string)[]) {
  const { code, texts, tables } = draftFigure(figure, columns, wordingFor(language))!
  const label = texts.label ?? ''
  const told: Partial<Record<AskedFigure['kind'], string[]>> = {
    growth: [`${texts.value} 2022`, `${texts.value} 2023`, label],
  }
  const table = { columns: told[figure.kind] ?? [label, texts.count ?? ''], rows: [row] }
  const sentence = toldFigure(figure, columns, table, language)
  const place = callPlaceOf(answered, { operation: 'compute', arguments: { code, texts, tables } }, { table })
  // It is checked like any other claim.
  expect([sentence, checkCited(sentence ?? '', [place]).verdict]).toEqual([sentence, 'supported'])
  return sentence
}

it.each<[AskedFigure, string[], (number | string)[], string, string]>([
  [
    { kind: 'median' },
    ['revenue'],
    [1166.5, 12],
    'The median of revenue is 1,166.5, of 12 values.',
    'revenue 的中位数为 1,166.5，共 12 个值。',
  ],
  [
    { kind: 'stdev' },
    ['revenue'],
    [1234567.123456, 1200],
    'The standard deviation of revenue is 1,234,567.1235, of 1,200 values.',
    'revenue 的标准差为 1,234,567.1235，共 1,200 个值。',
  ],
  [
    { kind: 'variance' },
    ['revenue'],
    [0.0001234567, 2],
    'The variance of revenue is 0.0001235, of 2 values.',
    'revenue 的方差为 0.0001235，共 2 个值。',
  ],
  [
    { kind: 'quantile', share: 0.9 },
    ['revenue'],
    [7, 1],
    'The 90% quantile of revenue is 7, of 1 value.',
    'revenue 的 90% 分位数为 7，共 1 个值。',
  ],
  [
    { kind: 'correlation' },
    ['price', 'stock'],
    [-0.6123456, 6],
    'The correlation of price and stock is -0.6123, of 6 pairs of values.',
    'price 与 stock 的相关系数为 -0.6123，共 6 对值。',
  ],
  [
    { kind: 'growth', years: ['2022', '2023'] },
    ['year', 'total'],
    ['1200', 1500, 25],
    'From 2022 to 2023, total changed by +25%, from 1,200 to 1,500.',
    'total 从 2022 年的 1,200 变为 2023 年的 1,500，变化 +25%。',
  ],
  [
    { kind: 'trend' },
    ['month', 'count'],
    [-3.25, 14],
    'The trend of count is -3.25 per month, over 14 months.',
    'count 每月变化 -3.25，共 14 个月。',
  ],
])('tells %o as a person would', (figure, columns, row, english, chinese) => {
  expect(said('en', figure, columns, row)).toBe(english)
  expect(said('zh-CN', figure, columns, row)).toBe(chinese)
})

it('leaves groups and periods to their table, and what has no number to its row', () => {
  const rows = [[1, 2]]
  const told = (figure: AskedFigure, columns: string[], cells: (number | null)[][] = rows) =>
    toldFigure(figure, columns, { columns: ['a', 'b'], rows: cells }, 'en')
  expect(told({ kind: 'median' }, ['city', 'revenue'])).toBeNull()
  expect(told({ kind: 'growth', years: null }, ['year', 'total'])).toBeNull()
  expect(told({ kind: 'median' }, ['revenue'], [[null, 0]])).toBeNull()
  expect(told({ kind: 'median' }, ['revenue'], [...rows, ...rows])).toBeNull()
  expect(told({ kind: 'median' }, ['revenue'], [])).toBeNull()
})
