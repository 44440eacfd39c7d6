import { fromCallback, fromPromise } from 'xstate'
import type { Outcome } from '../../../main/pool'
import {
  type LeaseNotice,
  type LeaseOrder,
  type StepBrief,
  type StepKey,
  type StepRequest,
  stepMachine,
} from '../../../main/research/step-machine'

export const brief: StepBrief = {
  question: {
    inquiry: { question: 'Why?', clarifications: [] },
    step: { id: 'a', title: 'A', query: 'a', dependsOn: [], skipped: false },
    earlier: [],
    resources: [],
  },
  startedAt: '2026-01-01T00:00:00.000Z',
}
export const members = [
  { id: 'executor-1', name: 'Executor 1', type: 'executor', resourceId: null },
  { id: 'db#1', name: 'Sales', type: 'database', resourceId: 'db' },
] as const

type StepActors = NonNullable<Parameters<typeof stepMachine.provide>[0]['actors']>
const written = <Input>() => fromPromise<void, Input>(() => Promise.resolve())

/** What became of a step's lease. */
export interface FakeLease {
  readonly outcomes: Outcome[]
  ended: boolean
  asked: number
  /** Says something to the step that asked last. */
  tell(notice: LeaseNotice): void
}

/** A step whose rows are written at once, whose members are there at once, and whose engine never answers. */
export function fakeStep(actors: StepActors = {}, grants = true) {
  const lease: FakeLease = { outcomes: [], ended: false, asked: 0, tell: () => undefined }
  const machine = stepMachine.provide({
    actors: {
      requestMembers: fromPromise<StepRequest, StepKey>(({ input }) =>
        Promise.resolve({
          taskId: input.stepId,
          requirements: [],
          label: 'A',
          sessionId: input.sessionId,
          holder: 'Why?',
        }),
      ),
      holdLease: fromCallback<LeaseOrder, StepRequest>(({ sendBack, receive }) => {
        lease.tell = sendBack
        lease.asked += 1
        if (grants) sendBack({ type: 'MEMBERS_ALLOCATED', members })
        receive((order) => {
          if (order.type !== 'RETURN') return
          lease.outcomes.push(order.outcome)
          sendBack({ type: 'MEMBERS_RETURNED' })
        })
        return () => {
          lease.ended = true
        }
      }),
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
