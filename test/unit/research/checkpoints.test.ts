import { describe, expect, it } from 'vitest'
import type { StepState } from '../../../contract/session/session'
import {
  checkpointsOf,
  type PlanHistory,
  type ReportHistory,
  type SessionHistory,
  type StepHistory,
  stateAt,
} from '../../../main/research/checkpoints'

const at = (minute: number): string => `2026-11-23T10:${String(minute).padStart(2, '0')}:00.000Z`
const step = (id: string, position: number, state: StepState, minute: number): StepHistory => ({
  id,
  title: `Step ${id}`,
  position,
  state,
  updatedAt: at(minute),
})
const plan = (version: number, minute: number, steps: readonly StepHistory[], reportVersion = 1): PlanHistory => ({
  planId: `p${version}`,
  version,
  reportVersion,
  isApproved: true,
  createdAt: at(minute),
  steps,
})
const report = (version: number, minute: number, change: Partial<ReportHistory> = {}): ReportHistory => ({
  version,
  title: 'Report',
  isPartial: false,
  isVerified: true,
  createdAt: at(minute),
  ...change,
})

/** Two steps, one of which failed and one was left out while the plan ran; then one more; then a follow-up. */
const history: SessionHistory = {
  plans: [
    plan(1, 0, [step('a', 0, 'observed', 1), step('b', 1, 'failed', 2), step('c', 2, 'skipped', 3)]),
    plan(2, 5, [step('a', 0, 'observed', 1), step('b', 1, 'failed', 2), step('d', 2, 'observed', 6)]),
    plan(3, 10, [step('e', 0, 'running', 11)], 2),
  ],
  reports: [report(1, 8), report(2, 12, { isPartial: true })],
}

describe('checkpoints', () => {
  it('are each plan, each step where it ran and found something, and each whole report', () => {
    expect(checkpointsOf(history).map((one) => [one.id, one.at, one.stepsDone, one.stepsTotal])).toEqual([
      ['plan-1', at(0), 0, 3],
      ['plan-1-step-1', at(1), 1, 3],
      ['plan-2', at(5), 2, 3],
      ['plan-2-step-3', at(6), 3, 3],
      ['report-1', at(8), 3, 3],
      ['plan-3', at(10), 0, 1],
    ])
    expect(checkpointsOf({ plans: [], reports: [] })).toEqual([])
  })

  it('hold what was over then, and nothing that came later', () => {
    const over = (id: string): string[] => [...(stateAt(history, id).plan?.over ?? [])]
    expect(over('plan-1')).toEqual([])
    // What was left out later was still to be done.
    expect(over('plan-1-step-1')).toEqual(['a'])
    expect(over('plan-2')).toEqual(['a', 'b'])
    expect(over('plan-2-step-3')).toEqual(['a', 'b', 'd'])
    expect(stateAt(history, 'plan-2')).toMatchObject({ earlier: [{ version: 1 }], reports: [], addedRounds: 1 })
    expect(stateAt(history, 'plan-1').addedRounds).toBe(0)
    expect(stateAt(history, 'report-1')).toMatchObject({
      plan: { history: { version: 2 } },
      reports: [{ version: 1 }],
    })
    expect(stateAt(history, 'plan-3')).toMatchObject({ reports: [{ version: 1 }], addedRounds: 0 })
  })

  it('tell a step that ran within the moment of its plan from one that the plan began with', () => {
    const quick = { plans: [plan(1, 0, [step('a', 0, 'observed', 0)])], reports: [] }
    expect(checkpointsOf(quick).map((one) => [one.id, one.stepsDone])).toEqual([
      ['plan-1', 0],
      ['plan-1-step-1', 1],
    ])
  })

  it('count a round once, however often its plan was sent back, and none for an edit', () => {
    const edited = plan(2, 1, [step('a', 0, 'observed', 2)])
    const added = [step('a', 0, 'observed', 2), step('b', 1, 'pending', 3)]
    const plans = [plan(1, 0, [step('a', 0, 'pending', 0)]), edited, plan(3, 3, added), plan(4, 4, added)]
    expect(stateAt({ plans, reports: [] }, 'plan-2').addedRounds).toBe(0)
    expect(stateAt({ plans, reports: [] }, 'plan-4').addedRounds).toBe(1)
  })

  it('of a follow-up that needed no steps rest on the plan before it', () => {
    const { plans } = history
    const reports = [report(1, 8), report(2, 9)]
    const checkpointState = stateAt({ plans: plans.slice(0, 2), reports }, 'report-2')
    expect(checkpointState).toMatchObject({
      checkpoint: { planVersion: 2, stepsDone: 3 },
      reports: [{}, {}],
      addedRounds: 0,
    })
  })

  it.each(['plan-9', 'plan-1-step-2', 'report-2', '', 'plan-1-step-1 '])('that are none are refused: “%s”', (id) => {
    expect(() => stateAt(history, id)).toThrow(expect.objectContaining({ code: 'checkpoint.notFound' }))
  })
})
