import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, initialTransition, transition, waitFor } from 'xstate'
import { QuarryError } from '../../../contract/errors'
import { type StepState, stepState } from '../../../contract/session/session'
import { type AllocatedMember, memberFailure } from '../../../main/pool'
import type { StepFindings } from '../../../main/reasoning'
import { type BriefedStep, type StepEvent, type StepKey, stepMachine } from '../../../main/research/step-machine'
import type { CallNotice } from '../../../main/tools'
import { brief, fakeStep, members } from './step-actors'

const inputAt = (state: StepState) => ({ sessionId: 's1', planId: 'p1', stepId: 'a', state })

function started(machine: typeof stepMachine) {
  const actor = createActor(machine, { input: inputAt('pending') }).start()
  actor.send({ type: 'START' })
  return actor
}

const pending = <Output, Input>() => fromPromise<Output, Input>(() => new Promise(() => undefined))
const gathering = { working: { leased: 'gathering' } } as const
const notice = (event: StepEvent) => fromCallback<CallNotice, BriefedStep>(({ sendBack }) => sendBack(event))
const findings = { found: 3, evidence: [] }

describe('a step', () => {
  it.each(stepState.options)('taken up from a row in %s', (state) => {
    const expected = state === 'allocating' || state === 'running' ? 'pending' : state
    const [snapshot, actions] = initialTransition(stepMachine, inputAt(state))
    expect(snapshot.value).toBe(expected)
    // It tells the session; one that waits for an answer looks out for it.
    expect(actions).toHaveLength(state === 'awaitingConfirmation' ? 2 : 1)
  })

  it('goes from phase to phase without doing anything itself', () => {
    const [first] = initialTransition(stepMachine, inputAt('pending'))
    const steps: StepEvent[] = [{ type: 'START' }]
    let [at, actions] = transition(stepMachine, first, steps[0] as StepEvent)
    expect(at.value).toEqual({ working: 'requesting' })
    const done = (id: string, output: unknown) => ({ type: `xstate.done.actor.${id}`, output }) as unknown as StepEvent
    const next = (event: StepEvent) => {
      ;[at, actions] = transition(stepMachine, at, event)
      return at.value
    }
    const request = { taskId: 't', requirements: [], label: 'A', sessionId: 's1', holder: 'Why?' }
    expect(next(done('0.step.working.requesting', request))).toEqual({ working: { leased: 'allocating' } })
    expect(
      next({ type: 'MEMBERS_AWAITED', reason: { kind: 'poolStopped', values: {} }, blockedBy: 'resource_shortage' }),
    ).toEqual({
      working: { leased: 'recordingWait' },
    })
    expect(next({ type: 'MEMBERS_ALLOCATED', members })).toEqual({ working: { leased: 'beginning' } })
    expect(next(done('0.step.working.leased.beginning', brief))).toEqual(gathering)
    expect(next({ type: 'GATHERING_PROGRESSED' })).toEqual(gathering)
    expect(actions.map(({ type }) => type)).toEqual(['xstate.sendTo'])
    expect(next({ type: 'GATHERED', findings })).toEqual({ working: { leased: 'recording' } })
    expect(next(done('0.step.working.leased.recording', undefined))).toEqual({ working: { leased: 'returning' } })
    expect(next({ type: 'MEMBERS_RETURNED' })).toBe('observed')
  })

  it('is observed once its findings are written and its members are back', async () => {
    const { machine, lease } = fakeStep({ gather: notice({ type: 'GATHERED', findings }) })
    const ended = await waitFor(started(machine), ({ status }) => status === 'done')
    expect([ended.value, lease.outcomes, lease.ended]).toEqual(['observed', [{ kind: 'completed' }], true])
  })

  it.each([
    [
      'the input',
      new QuarryError('input.invalid', 'No such column.'),
      { kind: 'failed', error: { code: 'input.invalid', message: 'No such column.' } },
    ],
    [
      'a resource',
      memberFailure('The database died.', { resourceId: 'db' }),
      { kind: 'memberFailed', error: { code: 'pool.memberFailed', message: 'The database died.' }, memberId: 'db#1' },
    ],
    [
      'a member',
      memberFailure('It crashed.', { memberId: 'executor-1' }),
      { kind: 'memberFailed', error: { code: 'pool.memberFailed', message: 'It crashed.' }, memberId: 'executor-1' },
    ],
  ])('fails by %s, and says so of nothing else that it holds', async (_what, error, outcome) => {
    const { machine, lease } = fakeStep({ gather: notice({ type: 'GATHERING_FAILED', error }) })
    const ended = await waitFor(started(machine), ({ status }) => status === 'done')
    expect([ended.value, lease.outcomes]).toMatchObject(['failed', [outcome]])
  })

  it('is blocked where nobody can ever do it', async () => {
    const { machine, lease } = fakeStep({}, false)
    const actor = started(machine)
    await waitFor(actor, (snapshot) => snapshot.matches({ working: { leased: 'allocating' } }))
    lease.tell({ type: 'MEMBERS_REFUSED', error: new QuarryError('pool.noSuchMember', 'No database.') })
    expect((await waitFor(actor, ({ status }) => status === 'done')).value).toBe('blocked')
  })

  it('fails where the pool takes its members back', async () => {
    const { machine, lease } = fakeStep()
    const actor = started(machine)
    await waitFor(actor, (snapshot) => snapshot.matches(gathering))
    lease.tell({ type: 'MEMBERS_LOST', error: new QuarryError('pool.memberFailed', 'No sign of life.') })
    expect((await waitFor(actor, ({ status }) => status === 'done')).value).toBe('failed')
  })

  it.each([
    ['allocating', {}, false],
    [
      'beginning',
      { beginGathering: pending<typeof brief, StepKey & { readonly members: readonly AllocatedMember[] }>() },
      true,
    ],
    ['gathering', {}, true],
    [
      'recording',
      {
        gather: notice({ type: 'GATHERED', findings }),
        recordFindings: pending<void, BriefedStep & { readonly findings: StepFindings }>(),
      },
      true,
    ],
  ] as const)('stopped while %s, gives up what it holds', async (phase, actors, grants) => {
    const { machine, lease } = fakeStep(actors, grants)
    const actor = started(machine)
    await waitFor(actor, (snapshot) => snapshot.matches({ working: { leased: phase } }))
    expect(lease.ended).toBe(false)
    actor.stop()
    expect(lease.ended).toBe(true)
  })

  it('says when its rows could not be written, and gives up what it holds', async () => {
    const { machine, lease } = fakeStep({
      beginGathering: fromPromise(() => Promise.reject(new QuarryError('store.diskFull', 'disk full'))),
    })
    const ended = await waitFor(started(machine), ({ status }) => status === 'done')
    expect([ended.value, lease.ended]).toEqual(['unrecorded', true])
  })
})
