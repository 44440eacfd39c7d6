import { describe, expect, it } from 'vitest'
import { sessionState } from '../../../contract/session/session'
import { nextStates } from '../../../contract/session/session-transitions'
import { isUnfinishedWork, resumeState, type SessionRows } from '../../../main/research/resume'

const approved = {
  planId: 'p1',
  approved: true,
  steps: [
    { id: 'a', dependsOn: [], state: 'observed', blockedBy: null },
    { id: 'b', dependsOn: ['a'], state: 'running', blockedBy: null },
    { id: 'c', dependsOn: [], state: 'allocating', blockedBy: null },
    { id: 'd', dependsOn: [], state: 'skipped', blockedBy: null },
    { id: 'e', dependsOn: [], state: 'blocked', blockedBy: null },
    { id: 'f', dependsOn: [], state: 'of a later version', blockedBy: null },
    { id: 'g', dependsOn: [], state: 'blocked', blockedBy: 'resource_shortage' as const },
  ],
}

function rows(change: Partial<SessionRows>): SessionRows {
  return {
    state: 'running',
    interruptedState: null,
    plan: approved,
    report: null,
    hasObservations: true,
    settings: {},
    ...change,
  }
}

describe('where a session starts from its rows', () => {
  it('takes up dead work as pending and leaves what is over alone', () => {
    const point = resumeState(rows({}))
    expect(point?.entry).toBe('running')
    expect(point?.plan?.steps.map(({ id, state, waits }) => [id, state, waits])).toEqual([
      ['a', 'observed', false],
      ['b', 'pending', false],
      ['c', 'pending', false],
      ['d', 'skipped', false],
      ['e', 'blocked', false],
      ['f', 'pending', false],
      ['g', 'pending', false],
    ])
  })

  it('runs only an approved plan', () => {
    expect(resumeState(rows({ plan: { ...approved, approved: false } }))?.entry).toBe('planning')
    expect(resumeState(rows({ plan: null }))?.entry).toBe('planning')
  })

  it.each(sessionState.options)('goes from %s where it is, or where the table of transitions leads', (state) => {
    const plans = [null, approved, { ...approved, approved: false }]
    const reports = [null, { verified: false }, { verified: true }]
    const interrupted = [null, ...sessionState.options]
    for (const plan of plans)
      for (const report of reports)
        for (const hasObservations of [false, true])
          for (const interruptedState of interrupted) {
            const point = resumeState(rows({ state, plan, report, hasObservations, interruptedState }))
            const [entered] = (point?.entry ?? '').split('.')
            expect([state, ...nextStates(state)]).toContain(entered)
          }
  })

  it('knows every state of the contract, and leaves others alone', () => {
    for (const state of sessionState.options) expect(resumeState(rows({ state }))).not.toBeNull()
    expect(resumeState(rows({ state: 'daydreaming' }))).toBeNull()
  })

  it.each([
    ['running', null, true, 'stopped.reporting'],
    ['running', { verified: false }, true, 'stopped.verifying'],
    ['running', { verified: true }, true, 'stopped.settled'],
    ['running', null, false, 'stopped.settled'],
    ['reporting', null, true, 'stopped.reporting'],
    ['verifying', { verified: false }, true, 'stopped.settled'],
    ['planning', null, false, 'stopped.settled'],
    ['planning', null, true, 'stopped.reporting'],
    ['awaitingPlanReview', null, true, 'stopped.reporting'],
  ])(
    'a session stopped while %s (report %j, observations %s) goes to %s',
    (interruptedState, report, hasObservations, entry) => {
      expect(resumeState(rows({ state: 'stopped', interruptedState, report, hasObservations }))?.entry).toBe(entry)
    },
  )

  it('has only unfinished work go on by itself', () => {
    const waiting = sessionState.options.filter((state) => {
      const point = resumeState(rows({ state, interruptedState: 'verifying' }))
      return point !== null && !isUnfinishedWork(point.entry)
    })
    expect(waiting).toEqual([
      'awaitingClarification',
      'awaitingPlanReview',
      'done',
      'blockedReview',
      'stopped',
      'failed',
    ])
  })
})
