import { expect, it } from 'vitest'
import type { CitationView, Claim, Remark, ReportView } from '../../../contract/report'
import type { RemarkFact } from '../../../contract/report-facts'
import { judgeAnswer } from '../../../main/learner/judge-answer'

const question = { sourceIds: ['a'] }
const claim = (id: string, n: number, verdict: Claim['verdict'] = 'supported'): Claim => ({
  ...{ id, text: `Sentence ${id}.`, citations: [n], paragraph: 0 },
  ...{ method: 'verbatim' as const, verdict, reason: null },
})
const remark = (fact: RemarkFact): Remark => ({ id: fact.kind, citations: [], paragraph: 0, method: 'none', fact })
const citation = (n: number, sourceId: string): CitationView => ({
  n,
  place: {
    ...{ kind: 'source', sourceId, sourceName: sourceId, sourceTitle: null, passageId: n, headingPath: [] },
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

it('keeps the supported sentences of an answer with what they cite, and nothing else', () => {
  const judged = judgeAnswer(
    question,
    report(
      [claim('s1', 1), claim('s2', 2)],
      [{ kind: 'notFound', sentences: [remark({ kind: 'stoppedEarly', values: {} })] }],
    ),
  )
  expect(judged).toMatchObject({ kind: 'kept', summary: { citations: [{ n: 1 }, { n: 2 }] } })
  expect(judged.kind === 'kept' && judged.summary.sections.map(({ kind }) => kind)).toEqual(['summary'])
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
