import { describe, expect, it } from 'vitest'
import type { ReportView } from '../../../contract/report/report'
import { answeredThing } from '../../../main/research/understood-question'

/** A report whose first claim cites rows, or a source where there are none. */
function reportOf(rows: unknown[][] | null, change: object = {}): ReportView {
  const columns = ['site_id', 'opened', 'site_name', 'orders']
  const place =
    rows === null
      ? { kind: 'source', sourceName: 'notes.md' }
      : { kind: 'query', columns, rows, firstRow: 0, totalRows: rows.length, row: null, ...change }
  const claim = {
    id: 'summary-1',
    text: 'site: Chur',
    citations: [1],
    paragraph: 0,
    method: 'quote',
    verdict: 'supported',
  }
  return { sections: [{ kind: 'summary', sentences: [claim] }], citations: [{ n: 1, place }] } as unknown as ReportView
}

const chur = ['CH-1', '2021-03-04', 'Chur', 9]
const davos = ['DA-2', '2020-01-02', 'Davos', 7]

describe('what an answer names', () => {
  it('is the name in the only row, or in the one that is meant', () => {
    expect(answeredThing(reportOf([chur]))).toBe('Chur')
    expect(answeredThing(reportOf([chur, davos], { row: 1 }))).toBe('Davos')
    expect(answeredThing(reportOf([davos], { firstRow: 4, totalRows: 9, row: 4 }))).toBe('Davos')
  })
  it('is a number or code where the row has no name, and nothing where there is a figure alone, several rows or a source', () => {
    expect(answeredThing(reportOf([['BP-22-0145', '2022-11-13', null, 35]]))).toBe('BP-22-0145')
    expect(answeredThing(reportOf([[12, '2022-11-13', null, 35]]))).toBeNull()
    expect(answeredThing(reportOf([chur, davos]))).toBeNull()
    expect(answeredThing(reportOf(null))).toBeNull()
  })
})
