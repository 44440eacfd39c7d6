import { describe, expect, it } from 'vitest'
import type { SourcePlace } from '../../../../contract/report/place'
import type { StepEvidence } from '../../../../contract/session/session'
import {
  answeredEvidence,
  answeredReport,
  evidence,
  plannedSteps,
  report,
  session,
} from '../../../../renderer/dev/fixtures'
import { evidenceByStep, evidenceOf } from '../../../../renderer/features/inspector/evidence-by-step'
import { citationsByOrigin } from '../../../../renderer/features/report/citations-by-origin'
import { whyOf } from '../../../../renderer/features/source/why-of'

const plan = { version: 1, steps: [...plannedSteps].reverse(), remark: null, approvedAt: '2026-01-01T00:00:00Z' }
const first = evidence[0]!
const reason = first.reason!
const { place: firstPlace } = first
if (firstPlace.kind !== 'source') throw new Error('The first piece is of a source.')
const at = (start: number, end: number, change: Partial<SourcePlace> = {}, score = reason.score): StepEvidence => ({
  ...first,
  place: { ...firstPlace, passageId: null, start, end, ...change },
  reason: { ...reason, score },
})

describe('evidenceOf', () => {
  const view = session('done', {
    plan,
    evidence,
    report,
    reportVersions: [1, 2].map((version) => ({
      version,
      title: 'Q',
      partial: false,
      writtenAt: '2026-01-01T00:00:00Z',
    })),
  })

  it('is of the version that is open: an earlier one rests on what it cites, not on the steps of the newest', () => {
    const newest = evidenceOf(view, { version: 2, report })
    expect(newest.groups.map(({ n }) => n)).toEqual([1, 2, 3])
    const earlier = { ...report, citations: report.citations.slice(0, 2) }
    expect(evidenceOf(view, { version: 1, report: earlier })).toEqual({ groups: [], citations: earlier.citations })
    expect(evidenceOf(view, { version: 1, report: null })).toEqual({ groups: [], citations: [] })
  })
})

describe('evidenceByStep', () => {
  it('follows the plan and knows by which number each sentence is cited', () => {
    const groups = evidenceByStep(session('done', { plan, evidence, report }))
    expect(groups.map(({ n, items }) => [n, items.map((item) => item.n)])).toEqual([
      [1, [1, 4]],
      [2, [2]],
      [3, [3]],
    ])
  })

  it('knows the number of an answer, too', () => {
    const groups = evidenceByStep(session('done', { plan, evidence: answeredEvidence, report: answeredReport }))
    expect(groups[0]?.items.map((item) => [item.piece.place.kind, item.n])).toEqual([
      ['query', 5],
      ['call', 6],
      ['source', 1],
      ['source', 4],
    ])
  })

  it('says how many a step kept where not all came', () => {
    const kept = { ...plan, steps: plan.steps.map((step) => ({ ...step, kept: 31 })) }
    expect(evidenceByStep(session('done', { plan: kept, evidence }))[0]?.kept).toBe(31)
  })

  it('is empty without a plan', () => expect(evidenceByStep(session('planning', { evidence }))).toEqual([]))
})

describe('citationsByOrigin', () => {
  it('puts the numbers of a source together, in the order of first citation', () => {
    const [one, two, three, four] = report.citations
    const groups = citationsByOrigin([four!, one!, three!, two!])
    expect(groups.map((group) => group.map(({ n }) => n))).toEqual([
      [1, 3],
      [2, 4],
    ])
  })

  it('puts answers by their resource', () => {
    const groups = citationsByOrigin(answeredReport.citations)
    expect(groups.map((group) => group.map(({ n }) => n))).toEqual([[1, 3], [2, 4], [5, 7, 8], [6]])
  })
})

describe('whyOf', () => {
  const place = { sourceId: firstPlace.sourceId, range: { start: 100, end: 150 } }
  const found = (pieces: StepEvidence[], passageId: number | null = null) =>
    whyOf(session('done', { investigation: null, evidence: pieces }), place, passageId)?.score

  it('takes the very place first, though another scores more', () => {
    expect(found([at(90, 160, {}, 0.9), at(100, 150, {}, 0.4)])).toBe(0.4)
  })

  it('takes what shares most with the place, then the cited passage', () => {
    expect(found([at(140, 400, {}, 0.9), at(90, 149, {}, 0.4)])).toBe(0.4)
    expect(found([at(400, 500, { passageId: 7 }, 0.3)], 7)).toBe(0.3)
  })

  it('takes the better of two steps that found the same', () => {
    expect(found([at(100, 150, {}, 0.2), at(100, 150, {}, 0.8)])).toBe(0.8)
  })

  it('finds nothing in another source, or apart without a passage', () => {
    expect(found([at(400, 500), at(100, 150, { sourceId: 'another' })])).toBeUndefined()
  })

  it('looks at what was found while looking around, too', () => {
    const view = session('done')
    const hit = view.investigation!.hits[2]!
    expect(whyOf(view, { sourceId: hit.sourceId, range: hit.locator }, null)).toEqual(hit.reason)
  })
})
