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

it('what was asked of a database as a whole lacks no part of it, and what is missing is called by the question', () => {
  const question = 'How many appointments were cancelled, and what was the average fee?'
  const of = (title: string, found: Evidence[], asksPart?: true) => ({
    step: { id: title, title, query: title, dependsOn: [], skipped: false, type: 'research' as const, doneWhen: '' },
    findings: { found: 100, evidence: found },
    ...(asksPart && { asksPart }),
  })
  const missing = (...steps: ReturnType<typeof of>[]) => {
    const input = { inquiry: { question, clarifications: [] }, steps, partial: false }
    const { sections } = writeReport(input, { signal: new AbortController().signal }, new Date(), null)
    return sections
      .flatMap(({ sentences }) => sentences)
      .flatMap((one) => ('fact' in one && one.fact.kind === 'stepEmpty' ? [one.fact.values.title] : []))
  }
  const rows = [evidence('appointments: 635, average fee: 211.56', sitesQuery)]
  const [first, second] = ['How many appointments were cancelled?', 'What was the average fee?'] as const
  expect(missing(of(first, rows), of(second, []))).toEqual([])
  expect(missing(of(first, rows, true), of(second, []))).toEqual([second])
  expect(missing(of('The answer in detail', []))).toEqual([question])
})

describe('a part of the question that no database was asked', () => {
  const question = 'Which site has the highest spf, and how does a heat pump work?'
  const step = { dependsOn: [], skipped: false, type: 'research' as const, doneWhen: '' }
  const told = 'A heat pump works by moving heat from a cool place to a warm one.'
  const summaryOf = (title: string, rows: readonly Evidence[], asksPart = true) => {
    const steps = [
      {
        step: { ...step, id: 'a', title: 'Which site has the highest spf?', query: 'Which site has the highest spf' },
        findings: { found: 1, evidence: [...rows] },
        asksPart,
      },
      {
        step: { ...step, id: 'b', title, query: title },
        findings: {
          found: 2,
          evidence: [
            evidence('Site: Bergen; spf: 3.1; heat pump: works', placeIn('table', 0, 40)),
            evidence(told, placeIn('manual', 0, told.length)),
          ],
        },
      },
    ]
    const input = { inquiry: { question, clarifications: [] }, steps, partial: false }
    const { sections } = writeReport(input, { signal: new AbortController().signal }, new Date(), null)
    return sections
      .filter(({ kind }) => kind === 'summary')
      .flatMap(({ sentences }) => sentences.map((one) => ('text' in one ? one.text : one.fact.kind)))
  }
  const row = evidence('site: Chur, spf: 4.68', sitesQuery)

  it('is answered by documents below the rows, without rows of their tables', () => {
    expect(summaryOf('How does a heat pump work?', [row])).toEqual(['site: Chur, spf: 4.68', told])
  })

  it('is answered by rows of its own beside those of another, however many these are', () => {
    const many = Array.from({ length: 25 }, (_, at) =>
      evidence(`site: Site ${at}, spf: ${at}`, { ...sitesQuery, row: at }),
    )
    const count = evidence('members: 12', { ...sitesQuery, hash: 'other', row: 0 })
    const of = (id: string, title: string, found: Evidence[]) => ({
      step: { ...step, id, title, query: title },
      findings: { found: found.length, evidence: found },
      asksPart: true,
    })
    const steps = [of('a', 'List the sites?', many), of('b', 'How many members are there?', [count])]
    const input = {
      inquiry: { question: 'List the sites, and how many members are there?', clarifications: [] },
      steps,
      partial: false,
    }
    const { sections } = writeReport(input, { signal: new AbortController().signal }, new Date(), null)
    const told = sections[0]!.sentences.flatMap((one) => ('text' in one ? [one.text] : []))
    expect(told).toHaveLength(21)
    expect(told.at(-1)).toBe('members: 12')
  })

  it('is left to the rows where all of the question was asked', () => {
    expect(summaryOf('How does a heat pump work?', [row], false)).toEqual(['site: Chur, spf: 4.68'])
  })
})
