import { fromPromise, type PromiseActorLogic } from 'xstate'
import type { toolCallMachine } from '../tools'
import { type LeaseRequest, leaseLogic } from './lease'
import { leasedRoleMachine } from './leased-role-machine'
import { researchMachine } from './machine'
import type { OnSession, RoleInput, RowsMoved } from './role'
import { recordAmendment } from './roles/amendment'
import type { RoleContext } from './roles/context'
import { assessQuestion, recordAnswer } from './roles/coordinator'
import { recordFollowUp } from './roles/follow-up'
import { investigate } from './roles/investigator'
import { recordAcceptance, recordSendBack } from './roles/plan-review'
import { draftPlan, requestPlanner } from './roles/planner'
import { requestReviewer, verifyPartialReport, verifyReport, writePartialReport, writeReport } from './roles/reporter'
import { type AnswerBoard, answerWatch, recordQuestion } from './roles/step-confirmation'
import {
  beginGathering,
  gatheringLogic,
  recordFindings,
  recordMissing,
  recordStepFailure,
  recordWaiting,
  requestMembers,
} from './roles/step-work'
import { concludeSteps, recordFailure, recordPace, recordResumption, recordStop } from './roles/supervisor'
import { stepMachine } from './step-machine'
import type { WorkLog } from './work-log'

type Role<Output, Input> = (context: RoleContext, input: Input, signal: AbortSignal) => Promise<Output>

/** The machine with every role's work in place. */
export function wireMachine(
  context: RoleContext,
  log: WorkLog,
  toolCall: typeof toolCallMachine,
  board: AnswerBoard,
): typeof researchMachine {
  const play = <Output, Input extends { readonly sessionId: string }>(
    role: Role<Output, Input>,
  ): PromiseActorLogic<Output, Input> =>
    fromPromise<Output, Input>(({ input, signal }) => log.keep(input.sessionId, role(context, input, signal)))
  /** Work that waits until the session may work. What only writes rows, and what a stop still does, waits for nobody. */
  const working =
    <Output, Input extends { readonly sessionId: string }>(role: Role<Output, Input>): Role<Output, Input> =>
    async (of, input, signal) => {
      await context.enter(input.sessionId, signal)
      return role(of, input, signal)
    }
  const holdLease = leaseLogic(context)
  const lease = (request: Role<LeaseRequest, OnSession>, work: Role<RowsMoved, RoleInput>): typeof leasedRoleMachine =>
    leasedRoleMachine.provide({ actors: { requestMembers: play(request), holdLease, work: play(work) } })
  return researchMachine.provide({
    actors: {
      assessQuestion: play(working(assessQuestion)),
      recordAnswer: play(recordAnswer),
      investigate: play(working(investigate)),
      draftPlan: lease(working(requestPlanner), draftPlan),
      recordAcceptance: play(recordAcceptance),
      recordSendBack: play(recordSendBack),
      step: stepMachine.provide({
        actors: {
          requestMembers: play(working(requestMembers)),
          holdLease,
          recordWaiting: play(recordWaiting),
          beginGathering: play(beginGathering),
          gather: gatheringLogic(context, log),
          toolCall,
          recordQuestion: play(recordQuestion),
          watchAnswer: answerWatch(context, board),
          recordFindings: play(recordFindings),
          recordMissing: play(recordMissing),
          recordStepFailure: play(recordStepFailure),
        },
      }),
      recordPace: play(recordPace),
      concludeSteps: play(working(concludeSteps)),
      writeReport: play(working(writeReport)),
      verifyReport: lease(working(requestReviewer), verifyReport),
      writePartialReport: play(writePartialReport),
      verifyPartialReport: lease(requestReviewer, verifyPartialReport),
      recordStop: play(recordStop),
      recordFailure: play(recordFailure),
      recordResumption: play(recordResumption),
      recordAmendment: play(recordAmendment),
      recordFollowUp: play(recordFollowUp),
    },
  })
}
