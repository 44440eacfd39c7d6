import { describe, expect, it } from 'vitest'
import { createActor, createMachine, fromPromise, waitFor } from 'xstate'
import { type StepState, stepState } from '../../../contract/session'
import { type PerformStepInput, type StepOutcome, stepMachine } from '../../../main/research/step-machine'

function stepAt(state: StepState, work: () => Promise<StepOutcome> = () => new Promise(() => undefined)) {
  const parent = createActor(createMachine({})).start()
  const machine = stepMachine.provide({ actors: { performStep: fromPromise<StepOutcome, PerformStepInput>(work) } })
  return createActor(machine, { parent, input: { sessionId: 's1', planId: 'p1', stepId: 'a', state } }).start()
}

describe('a step', () => {
  it.each(stepState.options)('taken up from a row in %s', (state) => {
    const expected = state === 'allocating' || state === 'running' ? 'pending' : state
    expect(stepAt(state).getSnapshot().value).toBe(expected)
  })

  it.each(['observed', 'blocked', 'failed'] as const)('ends %s as its work says', async (state) => {
    const actor = stepAt('pending', () => Promise.resolve({ state }))
    actor.send({ type: 'START' })
    expect((await waitFor(actor, (snapshot) => snapshot.status === 'done')).value).toBe(state)
  })

  it('starts once', () => {
    let started = 0
    const actor = stepAt('pending', () => {
      started += 1
      return new Promise(() => undefined)
    })
    actor.send({ type: 'START' })
    actor.send({ type: 'START' })
    expect(started).toBe(1)
    expect(actor.getSnapshot().value).toEqual({ working: 'allocating' })
    actor.send({ type: 'EXECUTOR_AWAITED' })
    expect(actor.getSnapshot().value).toEqual({ working: 'waiting' })
    actor.send({ type: 'EXECUTOR_ALLOCATED' })
    expect(actor.getSnapshot().value).toEqual({ working: 'running' })
  })

  it('is skipped only before it starts', () => {
    const actor = stepAt('pending')
    actor.send({ type: 'SKIP' })
    expect(actor.getSnapshot().value).toBe('skipped')
  })

  it('says when its rows could not be written', async () => {
    const actor = stepAt('pending', () => Promise.reject(new Error('disk full')))
    actor.send({ type: 'START' })
    expect((await waitFor(actor, (snapshot) => snapshot.status === 'done')).value).toBe('unrecorded')
  })
})
