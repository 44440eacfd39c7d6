import { expect, it } from 'vitest'
import type { CitationView, Claim, Remark, ReportView } from '../../../contract/report/report'
import type { RemarkFact } from '../../../contract/report/report-facts'
import { judgeAnswer } from '../../../main/learner/judge-answer'

const heading = '1. How do leaves fall?'
const question = { question: 'How do leaves fall?', heading, sourceIds: ['a'] }
const definition = { question: 'What is a leaf?', heading: null, sourceIds: ['a'] }
const claim = (id: string, n: number, verdict: Claim['verdict'] = 'supported'): Claim => ({
  ...{ id, text: `Sentence ${id}.`, citations: [n], paragraph: 0 },
  ...{ method: 'verbatim' as const, verdict, reason: null },
})
const remark = (fact: RemarkFact): Remark => ({ id: fact.kind, citations: [], paragraph: 0, method: 'none', fact })
const citation = (n: number, sourceId: string): CitationView => ({
  n,
  place: {
    ...{
      kind: 'source',
      sourceId,
      sourceName: sourceId,
      sourceTitle: null,
      passageId: n,
      headingPath: ['Leaves', heading],
    },
    ...{ start: 0, end: 9, page: null, lineStart: 1, lineEnd: 1, contentHash: 'f'.repeat(64) },
  },
  ...{ citedText: 'Sentence.', citedTextHash: 'e'.repeat(64), state: 'present' as const },
})
const report = (sentences: (Claim | Remark)[], sections: ReportView['sections'] = []): ReportView => ({
  ...{ title: 'T', language: 'en', sections: [{ kind: 'summary', sentences }, ...sections] },
  citations: [citation(1, 'a'), citation(2, 'b'), citation(3, 'c')],
  ...{ droppedCitations: 0, supported: 2, claims: 2, partial: false, writtenAt: '2026-01-01T00:00:00.000Z' },
})
const reasonOf = (judged: ReturnType<typeof judgeAnswer>) => (judged.kind === 'kept' ? null : judged.reason)

it('keeps what stands under the heading that asks, with what it cites, and nothing else', () => {
  const stopped = remark({ kind: 'stoppedEarly', values: {} })
  const judged = judgeAnswer(
    question,
    report([claim('s1', 1), claim('s2', 2)], [{ kind: 'notFound', sentences: [stopped] }]),
  )
  expect(judged).toMatchObject({ kind: 'kept', summary: { citations: [{ n: 1 }] } })
  expect(judged.kind === 'kept' && judged.summary.sections).toMatchObject([
    { kind: 'summary', sentences: [{ id: 's1' }] },
  ])
})

it('keeps the sentences that say what a thing is, whatever source says it', () => {
  const says = { ...claim('s2', 2), text: 'A leaf is an organ of a plant.' }
  const judged = judgeAnswer(
    definition,
    report([claim('s1', 1), says, { ...claim('s3', 3), text: 'Each leaf falls.' }]),
  )
  expect(judged.kind === 'kept' && judged.summary.sections[0]?.sentences).toEqual([says])
  expect(reasonOf(judgeAnswer(definition, report([claim('s1', 1)])))).toBe('notAnswered')
})

it.each([
  ['notAnswered', report([])],
  ['notAnswered', report([remark({ kind: 'nothingAnswers', values: {} })])],
  ['notAnswered', { ...report([claim('s1', 1)]), partial: true }],
  ['unsupported', report([claim('s1', 1), claim('s2', 2, 'insufficient')])],
  ['unsupported', report([claim('s1', 1), claim('s2', 2, 'contradicted')])],
  ['unsupported', report([claim('s1', 1), { ...claim('s2', 2), citations: [] }])],
  ['elsewhere', report([claim('s1', 2)])],
  [
    'namesMissing',
    report(
      [claim('s1', 1)],
      [{ kind: 'notFound', sentences: [remark({ kind: 'termsMissing', values: { terms: ['WAL'] } })] }],
    ),
  ],
] as const)('drops what is %s', (reason, given) => {
  expect(reasonOf(judgeAnswer(question, given))).toBe(reason)
})
