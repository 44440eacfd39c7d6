import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../contract/errors'
import type { BranchMode, Checkpoint } from '../../contract/session/checkpoint'
import { factOfCheckpoint } from '../../contract/session/checkpoint-facts'
import type { CheckpointView } from '../../contract/session/checkpoint-view'
import type { SessionState } from '../../contract/session/session'
import type { Database, SqlExecutor } from '../store'
import { type CheckpointState, checkpointsOf, stateAt } from './checkpoints'
import { insertBranch } from './repository/branches'
import { copyState } from './repository/copy-session'
import { appendEvent } from './repository/events'
import { readHistory } from './repository/history'
import { modeOf } from './repository/inquiry'
import { readQuestions, readRounds } from './repository/messages'
import { readEvidence } from './repository/observations'
import { readSession } from './repository/sessions'
import { readSteps } from './repository/steps'

/** Where a branch begins. */
function stateOf({ checkpoint, plan, reports }: CheckpointState, mode: BranchMode): SessionState {
  if (mode === 'revisePlan') return 'awaitingPlanReview'
  if (checkpoint.kind === 'report') return reports.at(-1)?.isVerified === true ? 'done' : 'verifying'
  return plan?.history.isApproved === true ? 'running' : 'awaitingPlanReview'
}

/**
 * Makes a session that goes on from a checkpoint of another one, in one transaction; answers its id. The other one is
 * only read. Throws `session.notFound`, `checkpoint.notFound`, and `plan.invalid` where the checkpoint has no plan to revise.
 */
export async function branchSession(
  database: Database,
  projectId: string,
  branch: { readonly sessionId: string; readonly checkpointId: string; readonly mode: BranchMode },
  at: string,
): Promise<string> {
  const { sessionId: from, checkpointId, mode } = branch
  const to = randomUUID()
  await database.transaction(async (transaction) => {
    const { title: sessionTitle } = await readSession(transaction, projectId, from)
    const checkpointState = stateAt(await readHistory(transaction, from), checkpointId)
    const { checkpoint, plan, addedRounds } = checkpointState
    const isRevised = mode === 'revisePlan'
    const questions = await readQuestions(transaction, from)
    const isUnaided =
      checkpoint.kind === 'report' && modeOf(questions.slice(0, checkpoint.reportVersion)) === 'modelOnly'
    if (isRevised && (plan === null || isUnaided)) {
      throw new QuarryError('plan.invalid', 'This checkpoint has no plan.', { context: { checkpointId } })
    }
    const { stepsDone: _done, stepsTotal: _total, ...point } = checkpoint
    const { reportVersion } = checkpoint
    const state = stateOf(checkpointState, mode)
    const copy = { projectId, from, to }
    await insertBranch(
      transaction,
      copy,
      {
        state,
        point: { ...point, sessionTitle },
        reportVersion,
        addedRounds,
        keepsSteps: state === 'awaitingPlanReview' && checkpoint.stepsDone > 0,
        isInvestigated: questions.slice(0, reportVersion).some(({ mode: asked }) => asked === 'research'),
      },
      at,
    )
    const newest = {
      reportVersion: isRevised ? reportVersion : (plan?.history.reportVersion ?? reportVersion),
      isApproved: !isRevised,
    }
    await copyState(transaction, copy, isRevised ? withoutReport(checkpointState) : checkpointState, newest, at)
    const values = { title: sessionTitle, checkpoint: factOfCheckpoint(checkpoint) }
    const event = { type: 'session.branched', detail: { kind: 'branchedAt', values } } as const
    await appendEvent(transaction, projectId, to, state, event, at)
  })
  return to
}

/** With another plan the version that was written is written anew. */
function withoutReport(checkpointState: CheckpointState): CheckpointState {
  const { reportVersion } = checkpointState.checkpoint
  return { ...checkpointState, reports: checkpointState.reports.filter(({ version }) => version < reportVersion) }
}

/** What a session knew at a checkpoint. Throws `session.notFound`, `checkpoint.notFound`. */
export async function viewCheckpoint(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
  checkpointId: string,
): Promise<CheckpointView> {
  await readSession(executor, projectId, sessionId)
  const { checkpoint, plan, reports } = stateAt(await readHistory(executor, sessionId), checkpointId)
  const over = plan?.over ?? new Set<string>()
  const steps = plan === null ? [] : await readSteps(executor, plan.history.planId)
  const evidence = plan === null ? [] : await readEvidence(executor, plan.history.planId)
  const questions = await readQuestions(executor, sessionId)
  const rounds = await readRounds(executor, sessionId, checkpoint.at)
  return {
    ...checkpoint,
    questions: questions.slice(0, checkpoint.reportVersion).map(({ text }) => text),
    clarifications: rounds.map(({ skipped: _skipped, ...round }) => round),
    steps: steps.map(({ id, title, query, type, doneWhen, state, kept }) => ({
      id,
      title,
      query,
      type,
      doneWhen,
      state: over.has(id) ? state : 'pending',
      kept: over.has(id) ? kept : null,
    })),
    evidence: evidence.filter(({ stepId }) => over.has(stepId)),
    reports: reports.map(({ version, title }) => ({ version, title })),
  }
}

/** The checkpoints of a session, oldest first. Throws `session.notFound`. */
export async function listCheckpoints(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
): Promise<Checkpoint[]> {
  await readSession(executor, projectId, sessionId)
  return checkpointsOf(await readHistory(executor, sessionId))
}
