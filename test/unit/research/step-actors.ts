import { fromCallback, fromPromise, type PromiseActorLogic } from 'xstate'
import type { Outcome } from '../../../main/pool'
import type { LeaseNotice, LeaseOrder, LeaseRequest } from '../../../main/research/lease'
import { leasedRoleMachine } from '../../../main/research/leased-role-machine'
import type { RoleInput, RowsMoved } from '../../../main/research/role'
import { type StepBrief, type StepKey, stepMachine } from '../../../main/research/step-machine'

export const brief: StepBrief = {
  question: {
    inquiry: { question: 'Why?', clarifications: [] },
    step: { id: 'a', title: 'A', query: 'a', dependsOn: [], skipped: false, type: 'research', doneWhen: '' },
    earlier: [],
    resources: [],
  },
  session: {
    sessionId: 's',
    title: 'Why?',
    settings: { clarify: false, autoAccept: true },
    engine: 'scripted',
    reportVersion: 1,
  },
  startedAt: '2026-01-01T00:00:00.000Z',
}
export const members = [
  { id: 'executor-1', type: 'executor', resourceId: null, name: null, number: 1 },
  { id: 'db#1', type: 'database', resourceId: 'db', name: 'Sales', number: null },
] as const

type StepActors = NonNullable<Parameters<typeof stepMachine.provide>[0]['actors']>
const written = <Input>() => fromPromise<void, Input>(() => Promise.resolve())

/** What became of a lease. */
export interface FakeLease {
  readonly outcomes: Outcome[]
  readonly orders: LeaseOrder['type'][]
  ended: boolean
  asked: number
  /** Says something to who asked last. */
  tell(notice: LeaseNotice): void
}

function fakeLease(grants: boolean) {
  const lease: FakeLease = { outcomes: [], orders: [], ended: false, asked: 0, tell: () => undefined }
  const holdLease = fromCallback<LeaseOrder, LeaseRequest>(({ sendBack, receive }) => {
    lease.tell = sendBack
    lease.asked += 1
    if (grants) sendBack({ type: 'MEMBERS_ALLOCATED', members })
    receive((order) => {
      lease.orders.push(order.type)
      if (order.type !== 'RETURN') return
      lease.outcomes.push(order.outcome)
      sendBack({ type: 'MEMBERS_RETURNED' })
    })
    return () => {
      lease.ended = true
    }
  })
  return { lease, holdLease }
}

/** A role whose members are there at once, at its work. */
export function fakeRole(work: PromiseActorLogic<RowsMoved, RoleInput>, grants = true) {
  const { lease, holdLease } = fakeLease(grants)
  const request = { taskId: 's1/plan', requirements: [], label: 'Why?', sessionId: 's1', holder: 'Why?' }
  const requestMembers = fromPromise<LeaseRequest, { sessionId: string }>(() => Promise.resolve(request))
  return { machine: leasedRoleMachine.provide({ actors: { requestMembers, holdLease, work } }), lease }
}

/** A step whose rows are written at once, whose members are there at once, and whose engine never answers. */
export function fakeStep(actors: StepActors = {}, grants = true) {
  const { lease, holdLease } = fakeLease(grants)
  const machine = stepMachine.provide({
    actors: {
      requestMembers: fromPromise<LeaseRequest, StepKey>(({ input }) =>
        Promise.resolve({
          taskId: input.stepId,
          requirements: [],
          label: 'A',
          sessionId: input.sessionId,
          holder: 'Why?',
        }),
      ),
      holdLease,
      recordWaiting: written(),
      beginGathering: fromPromise(() => Promise.resolve(brief)),
      gather: fromCallback(() => undefined),
      recordFindings: written(),
      recordMissing: written(),
      recordStepFailure: written(),
      ...actors,
    },
  })
  return { machine, lease }
}
