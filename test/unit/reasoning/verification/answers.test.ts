import { describe, expect, it } from 'vitest'
import type { Place } from '../../../../contract/report/place'
import type { CitationView, ReportSentence, ReportView } from '../../../../contract/report/report'
import { queryPlaceOf } from '../../../../main/reasoning'
import { verifyReport } from '../../../../main/reasoning/verification/verify-report'
import { sha256 } from '../../../../main/store/canonical-json'
import { convertCall, placeIn, sitesQuery } from '../../../fixtures/places'

const whole = { ...sitesQuery, row: null }

/** The verdict on one sentence that cites these places. */
async function verdictOn(text: string, ...places: Place[]) {
  const citations = places.map((place, at): CitationView => {
    const cited = place.kind === 'source' ? 'Chur is the coldest site.' : text
    return { n: at + 1, place, citedText: cited, citedTextHash: sha256(cited), state: 'present' }
  })
  const sentence: ReportSentence = {
    id: 's1',
    text,
    citations: citations.map(({ n }) => n),
    verdict: 'unchecked',
    method: 'rules',
    reason: null,
    paragraph: 0,
  }
  const report: ReportView = {
    title: 't',
    language: 'en',
    sections: [{ kind: 'summary', sentences: [sentence] }],
    citations,
    droppedCitations: 0,
    supported: 0,
    claims: 1,
    partial: false,
    writtenAt: '2026-01-01T00:00:00.000Z',
  }
  const verified = await verifyReport(report, async () => 'Chur is the coldest site.', {
    signal: new AbortController().signal,
  })
  return { ...verified.sections[0]?.sentences[0], state: verified.citations[0]?.state }
}

describe('a sentence that cites a query', () => {
  it.each([
    ['its cells', 'Chur: 4.68'],
    ['a value rounded as it is written', 'Chur had the highest SPF of 2024, 4.7.'],
    ['a name of the row alone', 'The best site was Chur.'],
  ])('is supported by %s', async (_, text) => {
    expect(await verdictOn(text, sitesQuery)).toMatchObject({ verdict: 'supported', state: 'present' })
  })

  it.each([
    ['another figure for the named row', 'Chur had an SPF of 5.2.', sitesQuery],
    ['a figure rounded too far', 'Chur had an SPF of 5.', sitesQuery],
    ['the figure of another row', 'Chur had an SPF of 3.9.', sitesQuery],
  ])('is contradicted by %s', async (_, text, place) => {
    const answer = await verdictOn(text, place)
    expect(answer).toMatchObject({ verdict: 'contradicted', reason: { kind: 'numbersNotCited' } })
  })

  it.each([
    ['a name that is not there', 'The best site, says Zermatt, has 4.68.', whole],
    ['nothing of the answer', 'Heat pumps are efficient.', whole],
    ['a figure of a stretch that is not all', 'Chur had an SPF of 5.2.', { ...whole, totalRows: 900 }],
    ['a denial', 'Chur did not reach 4.68.', sitesQuery],
  ])('is not confirmed with %s', async (_, text, place) => {
    expect(await verdictOn(text, place)).toMatchObject({ verdict: 'insufficient' })
  })

  it('is supported where it says of an empty row that it is, and of no other', async () => {
    const asked = { statement: 'select share from energy where country = ?', parameters: ['Kenya'] }
    const place = queryPlaceOf(sitesQuery, asked, { columns: ['share'], rows: [[null]] }, 0)
    expect(await verdictOn('share: –', place)).toMatchObject({ verdict: 'supported' })
    expect(await verdictOn('losses: –', place)).toMatchObject({ verdict: 'insufficient' })
    expect(await verdictOn('site: –, spf: –', sitesQuery)).toMatchObject({ verdict: 'insufficient' })
  })

  it('counts how many rows there are', async () => {
    expect(await verdictOn('Of the 3 sites Chur is first.', whole)).toMatchObject({ verdict: 'supported' })
  })
})

describe('a sentence that cites a call', () => {
  it('is held against the part of the result', async () => {
    expect(await verdictOn('Mach 14 is about 4,224 m/s.', convertCall)).toMatchObject({ verdict: 'supported' })
    expect(await verdictOn('Mach 14 is about 4,500 m/s.', convertCall)).toMatchObject({ verdict: 'contradicted' })
  })
})

describe('a stored answer', () => {
  it.each([
    ['a cell', { ...sitesQuery, rows: [['Chur', 5.2], ...sitesQuery.rows.slice(1)] }],
    ['the place of the rows', { ...sitesQuery, firstRow: 0, totalRows: 900, rows: sitesQuery.rows.slice(0, 1) }],
    ['a result', { ...convertCall, value: { value: 1 } }],
  ])('that was altered in %s confirms nothing', async (_, place) => {
    expect(await verdictOn('Chur had an SPF of 5.2.', place)).toMatchObject({
      verdict: 'insufficient',
      state: 'changed',
    })
  })

  it('stands beside a source as text', async () => {
    const source = placeIn('a', 0, 25)
    expect(await verdictOn('Chur is the coldest site.', source, sitesQuery)).toMatchObject({ verdict: 'supported' })
    expect(await verdictOn('Chur is the coldest site of 77.', source, sitesQuery)).not.toMatchObject({
      verdict: 'supported',
    })
  })
})
