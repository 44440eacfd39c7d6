import { expect, it } from 'vitest'
import type { CitationView, ReportSection } from '../../../contract/report/report'
import { speechIn, toldReadings } from '../../../wording'

const hash = 'a'.repeat(64)
const citation = (n: number, row: number, totalRows: number, more: object = {}): CitationView =>
  ({ n, place: { kind: 'query', resourceId: 'shop', statement: 'select 1', hash, row, totalRows, ...more } }) as never
const summaryOf = (...cited: number[]): ReportSection =>
  ({ kind: 'summary', sentences: cited.map((n) => ({ id: `s${n}`, citations: [n], verdict: 'supported' })) }) as never

it.each([
  [[1, 2], 45, ['Shown here: 2 of 45 rows.'], ['此处显示 45 行中的 2 行。']],
  [[1, 2], 2, [], []],
  // The same row cited twice is one row.
  [[1, 2, 3], 4, ['Shown here: 2 of 4 rows.'], ['此处显示 4 行中的 2 行。']],
])('a summary that cites %j of %i rows says how many it shows', (cited, total, english, chinese) => {
  const citations = [citation(1, 0, total), citation(2, 1, total), citation(3, 1, total)]
  const told = (language: 'en' | 'zh-CN') => toldReadings(summaryOf(...cited), citations, speechIn(language))
  expect(told('en')).toEqual(english)
  expect(told('zh-CN')).toEqual(chinese)
})

it('rows of two answers are counted apart', () => {
  const citations = [citation(1, 0, 9), citation(2, 0, 9, { resourceId: 'other' })]
  expect(toldReadings(summaryOf(1, 2), citations, speechIn('en'))).toEqual(['Shown here: 1 of 9 rows.'])
  citations[1] = citation(2, 0, 1, { resourceId: 'other' })
  expect(toldReadings(summaryOf(1, 2), citations, speechIn('en'))).toEqual(['Shown here: 1 of 9 rows.'])
})

it('times that have rows are told in the plural', () => {
  const of = {
    rowsOf: 'paper',
    shown: [],
    measures: [],
    groups: [{ table: 'paper', column: 'pubdate', unit: 'month' }],
    conditions: [],
    anyOf: [],
    related: [],
    having: [],
    order: [],
    limit: null,
    isCountOfGroups: true,
    share: null,
  }
  const reading = { kind: 'queryRead', values: { of, per: null } }
  const read = citation(1, 0, 1, { reading })
  expect(toldReadings(summaryOf(1), [read], speechIn('en'))).toEqual([
    'Read as: how many months of “pubdate” there are.',
  ])
})
