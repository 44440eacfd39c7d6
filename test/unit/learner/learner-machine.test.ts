import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, initialTransition, SimulatedClock, transition } from 'xstate'
import { type LearnerEvent, learnerMachine } from '../../../main/learner/learner-machine'
import type { Observation, Weighed } from '../../../main/learner/ports'
import type { RaisedQuestion } from '../../../main/learner/raise-questions'

const next = {
  key: 'k',
  question: 'q?',
  raisedBy: { kind: 'title', values: { name: 't' } },
  heading: null,
  sourceIds: [],
  hash: 'h',
} as const
const weighed: Weighed = { isOn: true, isPaused: false, hasBudget: true, next }
const free: Observation = { presence: { isIdle: true, onMains: true }, isBusy: false }
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output }) as unknown as LearnerEvent
const observed = (observation: Observation): LearnerEvent => ({ type: 'OBSERVED', observation })

/** Where events lead, from the start. */
function ledBy(...events: LearnerEvent[]) {
  let [state] = initialTransition(learnerMachine)
  for (const event of events) [state] = transition(learnerMachine, state, event)
  return state
}
const weighing = (found: Partial<Weighed> = {}) => done('0.learner.weighing', { ...weighed, ...found })
const asked = done('0.learner.attending.asking')

describe('the learner', () => {
  it.each([
    ['off', { isOn: false }],
    ['paused', { isPaused: true }],
    ['spent', { hasBudget: false }],
    ['exhausted', { next: null }],
  ] as const)('is %s where that is so', (state, found) => {
    expect(ledBy(weighing(found)).value).toBe(state)
    expect(ledBy(weighing(found), { type: 'CHANGED' }).value).toBe('weighing')
  })

  it.each([
    ['somebody is there', { ...free, presence: { isIdle: false, onMains: true } }],
    ['the computer runs on battery', { ...free, presence: { isIdle: true, onMains: false } }],
    ['something else works', { ...free, isBusy: true }],
    ['nothing says whether anybody is there', { ...free, presence: null }],
  ])('asks nothing while %s, and stops where that begins', (_, observation) => {
    expect(ledBy(weighing(), observed(observation)).value).toEqual({ attending: 'waiting' })
    expect(ledBy(weighing(), observed(free)).value).toEqual({ attending: 'asking' })
    expect(ledBy(weighing(), observed(free), observed(observation)).value).toEqual({ attending: 'waiting' })
  })

  it('asks what a person wants asked, off or spent and whoever is there, but never beside other work', () => {
    const wanted: LearnerEvent = { type: 'DEMANDED', questions: 2 }
    const nobodyKnows = observed({ presence: null, isBusy: false })
    const off = weighing({ isOn: false, hasBudget: false, isPaused: true })
    const first = ledBy(off, wanted, off, observed({ presence: null, isBusy: true }))
    expect(first.value).toEqual({ attending: 'waiting' })
    const [asking] = transition(learnerMachine, first, nobodyKnows)
    expect(asking.value).toEqual({ attending: 'asking' })
    const [second] = transition(learnerMachine, asking, asked)
    expect(second.context.demanded).toBe(1)
    const last = ledBy(off, wanted, off, nobodyKnows, asked, off, nobodyKnows, asked)
    expect(last.context.demanded).toBe(0)
    expect(transition(learnerMachine, last, off)[0].value).toBe('off')
    // Withdrawn, or with nothing left to ask, it is over.
    expect(ledBy(off, wanted, off, nobodyKnows, { type: 'WITHDRAWN' }).context.demanded).toBe(0)
    expect(ledBy(off, wanted, weighing({ next: null }))).toMatchObject({ value: 'exhausted', context: { demanded: 0 } })
  })

  it('stops the question that is under way as soon as somebody is back, and asks again once they left', async () => {
    const signals: AbortSignal[] = []
    let tell: (observation: Observation) => void = () => {}
    const actor = createActor(
      learnerMachine.provide({
        actors: {
          weigh: fromPromise(async () => weighed),
          watch: fromCallback(({ sendBack }) => {
            tell = (observation) => sendBack(observed(observation))
          }),
          ask: fromPromise<void, { readonly question: RaisedQuestion; readonly isDemanded: boolean }>(({ signal }) => {
            signals.push(signal)
            return new Promise(() => {})
          }),
        },
      }),
    ).start()
    await new Promise((resolve) => setImmediate(resolve))
    tell(free)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    tell({ ...free, presence: { isIdle: false, onMains: true } })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    tell(free)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    actor.stop()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  it('weighs anew ten minutes after its budget was spent, and five after a failure', async () => {
    const clock = new SimulatedClock()
    const found: (Weighed | Error)[] = [
      { ...weighed, hasBudget: false },
      new Error('no luck'),
      { ...weighed, isOn: false },
    ]
    const actor = createActor(
      learnerMachine.provide({
        actors: {
          weigh: fromPromise(async () => {
            const one = found.shift()!
            if (one instanceof Error) throw one
            return one
          }),
        },
      }),
      { clock },
    ).start()
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    await settled()
    expect(actor.getSnapshot().value).toBe('spent')
    clock.increment(10 * 60_000 - 1)
    expect(actor.getSnapshot().value).toBe('spent')
    clock.increment(1)
    await settled()
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { error: { message: 'no luck' } } })
    clock.increment(5 * 60_000)
    await settled()
    expect(actor.getSnapshot().value).toBe('off')
    actor.stop()
  })
})
