import { describe, expect, it } from 'vitest'
import type { Place } from '../../../../contract/report/place'
import type { Evidence } from '../../../../main/reasoning'
import { writeReport } from '../../../../main/reasoning/extractive/write-report'
import { placeIn, sitesQuery } from '../../../fixtures/places'

const evidence = (sentence: string, place: Place): Evidence => ({ sentence, place, score: 1, reason: null })

/** The sections of a report on a question that a database answered, beside what documents say. */
function besideRows(question: string, ...sentences: string[]) {
  const found = [
    evidence('site: Chur, spf: 4.68', sitesQuery),
    ...sentences.map((text, at) => evidence(text, placeIn(`source-${at}`, 0, text.length))),
  ]
  const step = {
    id: 'step-1',
    title: 'The answer in detail',
    query: question,
    dependsOn: [],
    skipped: false,
    type: 'research' as const,
    doneWhen: '',
  }
  const input = {
    inquiry: { question, clarifications: [] },
    steps: [{ step, findings: { found: 3, evidence: found } }],
    partial: false,
  }
  const report = writeReport(input, { signal: new AbortController().signal }, new Date(), null)
  return report.sections
    .filter(({ kind }) => kind === 'aspect')
    .flatMap(({ sentences }) => sentences.map((one) => ('text' in one ? one.text : one.fact.kind)))
}

describe('what documents say beside the rows of a database', () => {
  const question = 'What was the average pump efficiency per site in winter?'
  const about = 'The efficiency of a pump at each site falls in winter, when the ground is cold.'

  it('is told where it speaks of most of the question', () => {
    expect(besideRows(question, about)).toEqual([about])
  })

  it('is left out where it shares a word with the question and no more', () => {
    expect(besideRows(question, 'The previous site map is kept in the archive.', about)).toEqual([about])
  })
})
