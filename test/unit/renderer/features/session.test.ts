import { describe, expect, it } from 'vitest'
import type { ReportSection, ReportSentence } from '../../../../contract/report/report'
import { paragraphsOf } from '../../../../contract/report/report-blocks'
import type { SessionEventView, SessionState } from '../../../../contract/session/session'
import { stateSpans } from '../../../../renderer/features/inspector/timeline'
import { withoutMarks } from '../../../../renderer/features/report/paragraphs'
import { isHalted } from '../../../../renderer/features/session/is-halted'
import { stageStates } from '../../../../renderer/features/session/life-line'
import { shownState } from '../../../../renderer/features/steps/steps'

describe('stageStates', () => {
  it('tells what is done, where it is and what is ahead', () => {
    expect(stageStates('running', null)).toEqual({
      clarified: 'done',
      looked: 'done',
      planned: 'done',
      researching: 'now',
      writing: 'ahead',
      checking: 'ahead',
    })
  })

  it('says who is waited for', () => {
    expect(stageStates('awaitingPlanReview', null).planned).toBe('waiting')
    expect(stageStates('awaitingClarification', null).clarified).toBe('waiting')
    expect(stageStates('paused', null).researching).toBe('waiting')
  })

  it('does not call a stage done that was interrupted', () => {
    expect(stageStates('failed', 'reporting')).toMatchObject({
      researching: 'done',
      writing: 'halted',
      checking: 'ahead',
    })
    expect(stageStates('stopped', 'investigating')).toMatchObject({ looked: 'stopped', planned: 'ahead' })
  })

  it('calls everything done at the end', () => {
    expect(new Set(Object.values(stageStates('done', null)))).toEqual(new Set(['done']))
  })
})

describe('isHalted', () => {
  const settings = { clarify: true, autoAccept: false }

  it('is true of what only a person has go on', () => {
    expect(isHalted({ state: 'stopped', settings })).toBe(true)
    expect(isHalted({ state: 'blockedReview', settings })).toBe(true)
    expect(isHalted({ state: 'paused', settings: { ...settings, resumesByItself: false } })).toBe(true)
  })

  it('is false of a pause that ends by itself, and of what is at work or over', () => {
    expect(isHalted({ state: 'paused', settings })).toBe(false)
    expect(isHalted({ state: 'paused', settings: { ...settings, resumesByItself: true } })).toBe(false)
    expect(isHalted({ state: 'running', settings: { ...settings, resumesByItself: false } })).toBe(false)
    expect(isHalted({ state: 'done', settings })).toBe(false)
  })
})

describe('stateSpans', () => {
  const event = (sequence: number, state: SessionState, second: number): SessionEventView => ({
    sequence,
    state,
    at: new Date(second * 1000).toISOString(),
    type: 'x',
    detail: null,
  })

  it('joins events of one state and ends each where the next begins', () => {
    const events = [event(1, 'planning', 0), event(2, 'planning', 2), event(3, 'running', 5)]
    expect(stateSpans(events, false, 9000).map((span) => [span.state, span.startMs, span.endMs])).toEqual([
      ['planning', 0, 5000],
      ['running', 5000, 5000],
    ])
  })

  it('lets what still lasts end now', () => {
    expect(stateSpans([event(1, 'running', 5)], true, 9000)[0]?.endMs).toBe(9000)
  })
})

describe('the report', () => {
  const sentence = (id: string, paragraph: number): ReportSentence => ({
    id,
    text: id,
    citations: [],
    verdict: 'supported',
    method: 'verbatim',
    reason: null,
    paragraph,
  })

  it('puts sentences of one number into one paragraph', () => {
    const section: ReportSection = {
      kind: 'aspect',
      heading: 'x',
      sentences: [sentence('a', 0), sentence('b', 0), sentence('c', 1)],
    }
    expect(paragraphsOf(section).map((paragraph) => paragraph.map((one) => one.id))).toEqual([['a', 'b'], ['c']])
  })

  it('leaves marks out that stand as chips, and only those', () => {
    expect(withoutMarks('It holds [1][2].')).toBe('It holds.')
    expect(withoutMarks('It holds. [3]')).toBe('It holds.')
    expect(withoutMarks('The array a[0] is first.')).toBe('The array a[0] is first.')
    expect(withoutMarks('成立[1]。')).toBe('成立。')
  })
})

describe('shownState', () => {
  const step = { state: 'blocked', skipped: false, blockedBy: 'resource_shortage' } as const

  it('does not call a step blocked that only waits in line', () => {
    expect(shownState(step)).toBe('pending')
    expect(shownState({ ...step, blockedBy: 'missing_resource' })).toBe('blocked')
    expect(shownState({ ...step, blockedBy: 'dependency_not_ready' })).toBe('blocked')
    expect(shownState({ ...step, skipped: true })).toBe('skipped')
  })
})
