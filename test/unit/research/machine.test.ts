import { describe, expect, it, vi } from 'vitest'
import {
  type ActorRefFrom,
  type AnyStateNode,
  createActor,
  fromCallback,
  fromPromise,
  initialTransition,
  SimulatedClock,
  transition,
  waitFor,
} from 'xstate'
import { QuarryError } from '../../../contract/errors'
import type { NextVersion } from '../../../contract/session/session'
import { type PersonAct, transitionsOf } from '../../../contract/session/session-transitions'
import { memberMachine } from '../../../main/pool/member-machine'
import { poolMachine } from '../../../main/pool/pool-machine'
import { leasedRoleMachine } from '../../../main/research/leased-role-machine'
import { type ResearchEvent, researchMachine, shownState } from '../../../main/research/machine'
import { type EntryState, entryStates, type ResumePoint } from '../../../main/research/resume'
import type { RoleInput, RowsMoved } from '../../../main/research/role'
import type { ScheduledStep } from '../../../main/research/schedule'
import { type BriefedStep, type GatheringNotice, stepMachine } from '../../../main/research/step-machine'
import type { CallNotice } from '../../../main/tools'
import { type FakeLease, fakeRole, fakeStep, members } from './step-actors'

const never = <Output, Input>() => fromPromise<Output, Input>(() => new Promise<Output>(() => undefined))
const moved = <Input>(point: Omit<ResumePoint, 'resumesByItself'>) =>
  fromPromise<RowsMoved, Input>(() => Promise.resolve({ point: { ...point, resumesByItself: true } }))
const broken = <Output, Input>(message: string) => fromPromise<Output, Input>(() => Promise.reject(new Error(message)))
const steps: ScheduledStep[] = [
  { id: 'a', dependsOn: [], state: 'pending', waits: false },
  { id: 'b', dependsOn: ['a'], state: 'pending', waits: false },
]
const plan = { planId: 'p1', steps }
const awaited = {
  type: 'MEMBERS_AWAITED',
  reason: { kind: 'poolStopped', values: {} },
  blockedBy: 'resource_shortage',
} as const

/** The machine with nothing that ever answers, but what the test says. */
function sessionAt(
  entry: EntryState,
  actors: Parameters<typeof researchMachine.provide>[0]['actors'] = {},
  { resumesByItself = true, clock = new SimulatedClock() } = {},
) {
  const machine = researchMachine.provide({
    actors: {
      assessQuestion: never(),
      recordAnswer: never(),
      investigate: never(),
      draftPlan: fakeRole(never()).machine,
      recordAcceptance: never(),
      recordSendBack: never(),
      recordPace: never(),
      concludeSteps: never(),
      writeReport: never(),
      verifyReport: fakeRole(never()).machine,
      writePartialReport: never(),
      verifyPartialReport: fakeRole(never()).machine,
      recordStop: never(),
      recordFailure: never(),
      recordResumption: never(),
      recordAmendment: never(),
      recordFollowUp: never(),
      step: stepMachine.provide({ actors: { requestMembers: never() } }),
      ...actors,
    },
  })
  return createActor(machine, { clock, input: { sessionId: 's1', point: { entry, plan, resumesByItself } } }).start()
}

const commands: Record<string, ResearchEvent> = {
  ANSWER: { type: 'ANSWER', answer: 'x' },
  ACCEPT_PLAN: { type: 'ACCEPT_PLAN', steps: [] },
  SEND_BACK: { type: 'SEND_BACK', remark: 'x', needs: [] },
  STOP: { type: 'STOP' },
  RESUME: { type: 'RESUME' },
  RETRY: { type: 'RETRY' },
  AMEND: { type: 'AMEND', stepId: 'a', change: { kind: 'skip' } },
  FOLLOW_UP: { type: 'FOLLOW_UP', question: { question: 'x', mode: 'research' } },
}

const eventOf: Record<PersonAct, string> = {
  answer: 'ANSWER',
  skip: 'ANSWER',
  accept: 'ACCEPT_PLAN',
  sendBack: 'SEND_BACK',
  stop: 'STOP',
  resume: 'RESUME',
  retry: 'RETRY',
  amend: 'AMEND',
  followUp: 'FOLLOW_UP',
}

/** What a person may do where the machine starts, by the table. While a partial report is written nothing. */
function allowedAt(entry: EntryState): string[] {
  if (entry === 'stopped.reporting' || entry === 'stopped.verifying') return []
  const { acts } = transitionsOf(entry === 'stopped.settled' ? 'stopped' : entry)
  return Object.keys(commands).filter((name) => acts.some((act) => eventOf[act] === name))
}

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => nodesOf(child as AnyStateNode))]
}

describe('the research machine', () => {
  it.each(entryStates)('starts at %s from its rows, and allows what fits there', (entry) => {
    const actor = sessionAt(entry)
    const snapshot = actor.getSnapshot()
    expect(Object.keys(commands).filter((name) => snapshot.can(commands[name]!))).toEqual(allowedAt(entry))
    expect(shownState(snapshot)).toBe(entry.split('.')[0])
    actor.stop()
  })

  it('has an answer to the failure of everything that it invokes', () => {
    for (const machine of [researchMachine, stepMachine, leasedRoleMachine, poolMachine, memberMachine]) {
      for (const node of nodesOf(machine.root as unknown as AnyStateNode)) {
        for (const { src, onError } of node.invoke as readonly { src: string; onError?: unknown }[]) {
          expect([machine.id, src, onError !== undefined]).toEqual([machine.id, src, true])
        }
      }
    }
  })

  it('follows the rows, wherever the work says that they stand', async () => {
    const actor = sessionAt('planning', { draftPlan: fakeRole(moved({ entry: 'awaitingPlanReview', plan })).machine })
    expect((await waitFor(actor, (snapshot) => !snapshot.matches('planning'))).value).toEqual({
      awaitingPlanReview: 'waiting',
    })
    actor.stop()
  })

  it('fails with both names where the rows stand beyond the edges of the state', async () => {
    const actor = sessionAt('coordinating', {
      assessQuestion: moved({ entry: 'verifying', plan }),
      recordFailure: moved({ entry: 'failed', plan }),
    })
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    expect(context.error).toMatchObject({ context: { from: 'coordinating', to: 'verifying' } })
  })

  it('plans again where something is missing, and reports without more steps where nothing is', async () => {
    let planned = 0
    const gather = fromCallback<CallNotice, BriefedStep>(({ sendBack }) =>
      sendBack({ type: 'GATHERED', findings: { found: 0, evidence: [] } }),
    )
    const actor = sessionAt('running', {
      step: fakeStep({ gather }).machine,
      concludeSteps: moved({ entry: 'planning', plan: null }),
      draftPlan: fakeRole(
        fromPromise<RowsMoved, RoleInput>(() => {
          planned += 1
          return Promise.resolve({ point: { entry: 'reporting', plan, resumesByItself: true } })
        }),
      ).machine,
    })
    await waitFor(actor, (snapshot) => snapshot.matches('reporting'))
    expect(planned).toBe(1)
    actor.stop()
  })

  it('takes a follow-up once it is done, and tells why where that cannot be written', async () => {
    const further = { question: 'And then?', mode: 'quick' } as const
    const asked: unknown[] = []
    const actor = sessionAt('done', {
      recordFollowUp: fromPromise<RowsMoved, { sessionId: string; question: NextVersion }>(({ input }) => {
        asked.push(input)
        return Promise.resolve({ point: { entry: 'planning', plan: null, resumesByItself: true } })
      }),
    })
    actor.send({ type: 'FOLLOW_UP', question: further })
    await waitFor(actor, (snapshot) => snapshot.matches('planning'))
    expect(asked).toEqual([{ sessionId: 's1', question: further }])
    actor.stop()
    const full = sessionAt('done', {
      recordFollowUp: broken('disk full'),
      recordFailure: moved({ entry: 'done', plan }),
    })
    full.send({ type: 'FOLLOW_UP', question: further })
    const after = await waitFor(
      full,
      (snapshot) => snapshot.matches({ done: 'settled' }) && snapshot.context.error !== null,
    )
    expect(after.context.error).toMatchObject({ message: 'disk full' })
    full.stop()
  })

  it('is pure: a transition answers what is to be done, and does nothing', () => {
    const input = { sessionId: 's1', point: { entry: 'planning', plan: null, resumesByItself: true } } as const
    const [planning] = initialTransition(researchMachine, input)
    const answer = { type: 'xstate.done.actor.0.research.planning', output: { point: { entry: 'running', plan } } }
    const [running, actions] = transition(researchMachine, planning, answer as unknown as ResearchEvent)
    expect(running.value).toEqual({ running: { proceeding: 'working' } })
    const children = actions.flatMap(({ type, params }) =>
      type === 'xstate.spawnChild' ? [(params as { id: string }).id] : [],
    )
    expect(children).toEqual(['step:a', 'step:b', '0.research.running.proceeding'])
    const sent = actions.filter(({ type }) => type === 'xstate.sendTo').map(({ params }) => params)
    expect(sent).toMatchObject([{ to: { id: 'step:a' }, event: { type: 'START' } }])
    expect(running.children['step:a']?.getSnapshot()).toMatchObject({ value: 'pending' })
  })

  it('writes a failure before it has failed, and fails also where that cannot be written', async () => {
    const told = sessionAt('investigating', {
      investigate: broken('no luck'),
      recordFailure: moved({ entry: 'blockedReview', plan: null }),
    })
    await waitFor(told, (snapshot) => snapshot.matches('blockedReview'))
    const untold = sessionAt('investigating', {
      investigate: broken('no luck'),
      recordFailure: broken('disk full'),
    })
    const failed = await waitFor(untold, (snapshot) => snapshot.matches('failed'))
    expect(failed.context.error).toMatchObject({ message: 'disk full' })
  })

  it.each([
    ['planning', 'draftPlan', { leased: 'allocating' }],
    ['planning', 'draftPlan', { leased: 'working' }],
    ['verifying', 'verifyReport', { leased: 'allocating' }],
    ['verifying', 'verifyReport', { leased: 'working' }],
  ] as const)('stopped while %s (%s, %o), aborts its work and gives up what it holds', async (entry, name, phase) => {
    let isAborted = phase.leased === 'allocating'
    const work = fromPromise<RowsMoved, RoleInput>(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            isAborted = true
            reject(signal.reason)
          })
        }),
    )
    const { machine, lease } = fakeRole(work, phase.leased === 'working')
    const actor = sessionAt(entry, { [name]: machine, recordStop: moved({ entry: 'stopped.settled', plan: null }) })
    const role = Object.values(actor.getSnapshot().children)[0] as ActorRefFrom<typeof leasedRoleMachine>
    await waitFor(role, (snapshot) => snapshot.matches(phase))
    expect(lease.ended).toBe(false)
    actor.send({ type: 'STOP' })
    await waitFor(actor, (snapshot) => snapshot.matches({ stopped: 'settled' }))
    expect([isAborted, lease.ended]).toEqual([true, true])
    actor.stop()
  })

  it('returns the member of a role before it goes on, and shows the life and the progress of its work', async () => {
    let tell: RoleInput['onProgress'] = () => undefined
    let finish = (): void => undefined
    const { machine, lease } = fakeRole(
      fromPromise<RowsMoved, RoleInput>(({ input }) => {
        tell = input.onProgress
        return new Promise((resolve) => {
          finish = () => resolve({ point: { entry: 'done', plan, resumesByItself: true } })
        })
      }),
    )
    const actor = sessionAt('verifying', { verifyReport: machine })
    await vi.waitUntil(() => lease.orders.includes('EXECUTE'))
    tell(1, 4)
    expect(actor.getSnapshot().context.progress).toEqual({ done: 1, total: 4 })
    expect(lease.orders).toEqual(['EXECUTE', 'HEARTBEAT'])
    finish()
    await waitFor(actor, (snapshot) => snapshot.matches('done'))
    expect([lease.outcomes, lease.ended]).toEqual([[{ kind: 'completed' }], true])
    actor.stop()
  })

  it.each([
    ['refuses', (lease: FakeLease) => lease.tell({ type: 'MEMBERS_REFUSED', error: new Error('nobody') }), 'nobody', 0],
    [
      'takes back',
      (lease: FakeLease) => lease.tell({ type: 'MEMBERS_LOST', error: new Error('no life') }),
      'no life',
      1,
    ],
  ] as const)('fails where the pool %s the member of a role', async (_how, tell, message, outcomes) => {
    const { machine, lease } = fakeRole(never(), outcomes === 1)
    const recordFailure = moved<{ sessionId: string; error: unknown }>({ entry: 'failed', plan })
    const actor = sessionAt('planning', { draftPlan: machine, recordFailure })
    await vi.waitUntil(() => lease.asked === 1)
    tell(lease)
    const failed = await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    expect(failed.context.error).toMatchObject({ message })
    expect([lease.outcomes.length, lease.ended]).toEqual([outcomes, true])
    actor.stop()
  })

  it('starts a step when what it depends on is over, and concludes after the last', async () => {
    const started: string[] = []
    const answers = new Map<string, (notice: GatheringNotice) => void>()
    const { machine: step } = fakeStep({
      gather: fromCallback<CallNotice, BriefedStep>(({ input, sendBack }) => {
        started.push(input.stepId)
        answers.set(input.stepId, sendBack)
      }),
    })
    const actor = sessionAt('running', { step, concludeSteps: moved({ entry: 'reporting', plan }) })
    await vi.waitUntil(() => started.length === 1)
    expect(started).toEqual(['a'])
    answers.get('a')?.({ type: 'GATHERING_FAILED', error: new Error('no luck') })
    await vi.waitUntil(() => started.length === 2)
    answers.get('b')?.({ type: 'GATHERED', findings: { found: 0, evidence: [] } })
    await waitFor(actor, (snapshot) => snapshot.matches('reporting'))
    expect(Object.keys(actor.getSnapshot().children).filter((id) => id.startsWith('step:'))).toEqual([])
    actor.stop()
  })

  it('is paused only while every step that could go on waits for others', async () => {
    const { machine: step, lease } = fakeStep({}, false)
    const clock = new SimulatedClock()
    const actor = sessionAt('running', { step }, { clock })
    await vi.waitUntil(() => lease.asked === 1)
    lease.tell(awaited)
    await waitFor(actor, (snapshot) => snapshot.matches({ running: { proceeding: 'waiting' } }))
    clock.increment(1000)
    expect(shownState(actor.getSnapshot())).toBe('paused')
    lease.tell({ type: 'MEMBERS_ALLOCATED', members })
    await waitFor(actor, (snapshot) => shownState(snapshot) === 'running')
    actor.stop()
  })

  it.each([true, false])(
    'is not paused by the moment in which what one step gave back reaches the next',
    async (resumesByItself) => {
      const { machine: step, lease } = fakeStep({}, false)
      const clock = new SimulatedClock()
      const actor = sessionAt('running', { step }, { clock, resumesByItself })
      await vi.waitUntil(() => lease.asked === 1)
      lease.tell(awaited)
      await waitFor(actor, (snapshot) => snapshot.matches({ running: { proceeding: 'waiting' } }))
      lease.tell({ type: 'MEMBERS_ALLOCATED', members })
      await waitFor(actor, (snapshot) => snapshot.matches({ running: { proceeding: 'working' } }))
      clock.increment(1000)
      expect(shownState(actor.getSnapshot())).toBe('running')
      expect(lease.ended).toBe(false)
      actor.stop()
    },
  )

  it('paused, leaves the line and waits for a person where the session was set so', async () => {
    const { machine: step, lease } = fakeStep({}, false)
    const clock = new SimulatedClock()
    const actor = sessionAt('running', { step }, { clock, resumesByItself: false })
    await vi.waitUntil(() => lease.asked === 1)
    lease.tell(awaited)
    await waitFor(actor, (snapshot) => snapshot.matches({ running: { proceeding: 'waiting' } }))
    clock.increment(1000)
    expect(shownState(actor.getSnapshot())).toBe('paused')
    expect([lease.ended, lease.asked]).toEqual([true, 1])
    actor.send({ type: 'RESUME' })
    expect(shownState(actor.getSnapshot())).toBe('running')
    await vi.waitUntil(() => lease.asked === 2)
    actor.stop()
  })

  it('goes back to where the rows stand once a blocked step was changed', async () => {
    const actor = sessionAt('blockedReview', { recordAmendment: moved({ entry: 'blockedReview', plan }) })
    actor.send({ type: 'AMEND', stepId: 'a', change: { kind: 'skip' } })
    await waitFor(actor, (snapshot) => snapshot.matches('blockedReview'))
    actor.stop()
  })

  it('fails when the rows of a step cannot be written', async () => {
    const actor = sessionAt('running', {
      step: stepMachine.provide({
        actors: { requestMembers: fromPromise(() => Promise.reject(new QuarryError('store.diskFull', 'disk full'))) },
      }),
      recordFailure: moved({ entry: 'failed', plan }),
    })
    const failed = await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    expect(failed.context.error).toMatchObject({ message: 'disk full' })
    actor.stop()
  })
})
