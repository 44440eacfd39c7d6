import { expect, it } from 'vitest'
import type { Evidence } from '../../../../main/reasoning'
import { writeReport } from '../../../../main/reasoning/extractive/write-report'
import { placeIn } from '../../../fixtures/places'

/** Titles of steps that a report on a comparison says found nothing, where another step found these sentences. */
function stepsWithout(question: string, ...sentences: string[]): string[] {
  const evidence = sentences.map(
    (sentence, at): Evidence => ({
      sentence,
      place: placeIn(`source-${at}`, 0, sentence.length),
      score: 1,
      reason: null,
    }),
  )
  const stepOf = (title: string, found: Evidence[]) => ({
    step: { id: title, title, query: title, dependsOn: [], skipped: false, type: 'research' as const, doneWhen: '' },
    findings: { found: 9, evidence: found },
  })
  const titles = ['R290', 'R32', 'R290 and R32 compared']
  const steps = [...titles.map((title) => stepOf(title, [])), stepOf('Gases', evidence)]
  const input = { inquiry: { question, clarifications: [] }, steps, partial: false }
  const report = writeReport(input, { signal: new AbortController().signal }, new Date(), null)
  return report.sections
    .flatMap(({ sentences: told }) => told)
    .flatMap((one) => ('fact' in one && one.fact.kind === 'stepEmpty' ? one.fact.values.title : []))
}

it('says of no side that nothing was found which the table of both tells', () => {
  const question = 'Compare R290 and R32.'
  expect(stepsWithout(question, 'R290 burns easily in air.', 'R32 burns slowly in air.')).toEqual([])
  expect(stepsWithout(question, 'R290 burns easily in air.')).toEqual(['R290', 'R32', 'R290 and R32 compared'])
})
