import { expect, it } from 'vitest'
import type { SourceDate } from '../../../contract/library/source-date'
import type { ReportView } from '../../../contract/report/report'
import { namesOf, withDates } from '../../../main/research/roles/dated'
import { placeIn } from '../../fixtures/places'

const dates: SourceDate[] = [
  { sourceId: 'a', title: 'Pumps', kind: 'issued', date: '2019', by: 'Lund et al.' },
  { sourceId: 'b', title: 'Notes', kind: 'fileChanged', date: '2024-05-03' },
]
const sourceDates = async (ids: readonly string[]) => dates.filter(({ sourceId }) => ids.includes(sourceId))
const remark = { id: 's1', citations: [1, 2], paragraph: 0, method: 'none' as const }
const citation = (n: number, id: string) =>
  ({ n, place: placeIn(id, 0, 9), citedText: 'x', citedTextHash: 'x', state: 'present' }) as const
const report: ReportView = {
  title: 'How much?',
  language: 'en',
  sections: [
    {
      kind: 'aspect',
      heading: 'Where the sources differ',
      sentences: [
        { ...remark, fact: { kind: 'oneDeniesOther', values: {} } },
        { ...remark, id: 's2', fact: { kind: 'noDisagreement', values: {} } },
      ],
    },
  ],
  citations: [citation(1, 'a'), citation(2, 'b')],
  droppedCitations: 0,
  supported: 0,
  claims: 0,
  partial: false,
  writtenAt: '2026-01-01T00:00:00.000Z',
}

it('says beside a disagreement alone when its sources are from', async () => {
  const { sections, sourceDates: kept } = await withDates(report, { sourceDates })
  expect(sections[0]?.sentences.map((one) => (one.method === 'none' ? one.fact : null))).toEqual([
    { kind: 'oneDeniesOther', values: {} },
    { kind: 'sourceDated', values: dates[0] },
    { kind: 'sourceDated', values: dates[1] },
    { kind: 'noDisagreement', values: {} },
  ])
  expect(kept).toEqual(dates)
  expect(await withDates(report, {})).toBe(report)
})

it('calls a source by its authors and year only where they are known', async () => {
  const evidence = ['a', 'b'].map((id) => ({ sentence: 'x', place: placeIn(id, 0, 9), score: 1, reason: null }))
  expect([...(await namesOf(evidence, { sourceDates }))]).toEqual([
    ['a', 'Lund et al. (2019): Pumps'],
    ['b', 'Notes'],
  ])
})
