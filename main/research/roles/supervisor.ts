import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { SessionSettings, SessionState } from '../../../contract/session/session'
import { transitionsOf } from '../../../contract/session/session-transitions'
import { asJson } from '../../store'
import { abortable } from '../../threads'
import { forgetFailedCalls } from '../../tools'
import { readInquiry } from '../repository/inquiry'
import { readLastQuestion } from '../repository/messages'
import { readFinishedSteps } from '../repository/observations'
import { readNewestPlan } from '../repository/plans'
import { deletePartialReport } from '../repository/reports'
import { readResumePoint } from '../repository/resume-point'
import { moveSession, readSession } from '../repository/sessions'
import { insertErrorSnapshot } from '../repository/snapshots'
import { resetSteps } from '../repository/steps'
import type { RoleInput, RowsMoved } from '../role'
import { isFinished, judgeProgress } from '../schedule'
import type { RoleContext } from './context'
import { progressUntil, taskIds } from './working'

type OnSession = { readonly sessionId: string }

/** Writes that a session's steps can proceed again, or cannot for now. Rows that say so already stay. */
export async function recordPace(
  { database, projectId, now }: RoleContext,
  { sessionId, state }: OnSession & { readonly state: 'running' | 'paused' },
  signal: AbortSignal,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (signal.aborted) return
    const session = await readSession(transaction, projectId, sessionId)
    if (session.state === state) return
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: state === 'paused' ? 'running' : 'paused',
      to: state,
      event: { type: state === 'paused' ? 'session.paused' : 'session.proceeded' },
      patch: { interruptedState: state === 'paused' ? 'running' : null },
      at: now(),
    })
  })
}

/** How often steps may be added for one question. */
const maxAddedRounds = 2

/** What the finished steps leave open, as the engine sees it; nothing where no more steps may be added, or all failed. */
async function findGaps(
  { database, engineOf, projectId }: RoleContext,
  { sessionId, onProgress }: RoleInput,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { addedRounds } = await readSession(database, projectId, sessionId)
  const steps = (await readNewestPlan(database, sessionId))?.steps ?? []
  const isOver = steps.every(({ state }) => isFinished(state)) && steps.some(({ state }) => state === 'observed')
  if (!isOver || addedRounds >= maxAddedRounds) return []
  // A quick answer searches once, an update takes the steps that there are.
  if ((await readLastQuestion(database, sessionId))?.mode !== 'research') return []
  const inquiry = await readInquiry(database, sessionId)
  const finished = await readFinishedSteps(database, sessionId)
  const engine = await engineOf(sessionId)
  return abortable(
    engine.findGaps({ inquiry, steps: finished }, { signal, onProgress: progressUntil(signal, onProgress) }),
    signal,
  )
}

/**
 * When no step can do more: on to reporting, back to planning where something is missing, to blockedReview where a step
 * needs a person. Throws `session.failed` where every step failed.
 */
export async function concludeSteps(context: RoleContext, input: RoleInput, signal: AbortSignal): Promise<RowsMoved> {
  const { database, projectId, now } = context
  const { sessionId } = input
  const gaps = await findGaps(context, input, signal)
  return database.transaction(async (transaction) => {
    signal.throwIfAborted()
    const { plan: scheduled } = await readResumePoint(transaction, projectId, sessionId)
    const plan = await readNewestPlan(transaction, sessionId)
    if (scheduled === null || plan === null) throw new QuarryError('internal', 'No plan is running.')
    const session = await readSession(transaction, projectId, sessionId)
    const from = session.state === 'paused' ? 'paused' : 'running'
    const move = { projectId, sessionId, from, at: now() } as const
    if (judgeProgress(scheduled.steps) === 'finished') {
      const ran = plan.steps.filter(({ state }) => state !== 'skipped')
      const firstError = ran.find(({ error }) => error !== null)?.error ?? null
      if (ran.every(({ state }) => state === 'failed')) {
        throw new QuarryError('session.failed', `Every step failed. The first: ${firstError?.message ?? 'unknown'}`, {
          remedy: 'retrySteps',
          context: { steps: ran.length, code: firstError?.code ?? null },
        })
      }
      await moveSession(
        transaction,
        gaps.length === 0
          ? { ...move, to: 'reporting', event: { type: 'steps.finished' }, patch: { interruptedState: null } }
          : {
              ...move,
              to: 'planning',
              event: { type: 'steps.incomplete', detail: { kind: 'gapsFound', values: { gaps: [...gaps] } } },
              patch: { interruptedState: null, gaps, addedRounds: session.addedRounds + 1 },
            },
      )
    } else {
      const blocked = plan.steps.filter(({ blockedBy }) => blockedBy === 'missing_resource')
      const error = toErrorShape(
        new QuarryError('session.blocked', blocked[0]?.error?.message ?? 'A step needs something that is not there.', {
          remedy: blocked[0]?.error?.remedy ?? 'addMissing',
          context: { ...blocked[0]?.error?.context, steps: blocked.map(({ title }) => title).join('; ') },
        }),
      )
      const wait = blocked[0]?.waitsFor ?? null
      await moveSession(transaction, {
        ...move,
        to: 'blockedReview',
        event: {
          type: 'session.blocked',
          detail: wait === null ? { kind: 'endedBy', values: { error } } : { kind: 'blockedOn', values: { wait } },
        },
        patch: { interruptedState: 'running', error },
      })
    }
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

/** Where a session goes on after what happened in a state. */
function goesOnIn(state: SessionState, interruptedState: SessionState | null): SessionState {
  if (state === 'paused') return 'running'
  if (state === 'blockedReview') return interruptedState ?? 'running'
  return state
}

/**
 * Writes a person's stop: finished steps keep what they found, the others are pending again. The rows decide what was
 * interrupted: work that was written just before the stop counts.
 */
export async function recordStop(
  { database, pool, projectId, now }: RoleContext,
  { sessionId }: OnSession,
): Promise<RowsMoved> {
  const { plan, ...moved } = await database.transaction(async (transaction) => {
    const session = await readSession(transaction, projectId, sessionId)
    const plan = await readNewestPlan(transaction, sessionId)
    if (transitionsOf(session.state).acts.includes('stop')) {
      const at = now()
      await resetSteps(transaction, sessionId, ['allocating', 'running', 'blocked'], at)
      await moveSession(transaction, {
        projectId,
        sessionId,
        from: session.state,
        to: 'stopped',
        event: { type: 'session.stopped' },
        patch: { interruptedState: goesOnIn(session.state, session.interruptedState), error: null },
        at,
      })
    }
    return { plan, point: await readResumePoint(transaction, projectId, sessionId) }
  })
  // What nobody could do is needed no longer: it must not be warned of for ever.
  const steps = plan?.steps.map(({ id }) => taskIds.step(sessionId, plan.planId, id)) ?? []
  for (const taskId of [...steps, taskIds.plan(sessionId), taskIds.verify(sessionId)]) pool.withdraw(taskId)
  return moved
}

/** Whether a person can help by adding or changing something, so that the session is blocked rather than failed. */
function needsPerson(code: string, settings: SessionSettings): boolean {
  if (code === 'pool.noSuchMember' || code === 'session.blocked') return true
  return code === 'index.empty' && settings.clarify
}

/** Writes a failure with its snapshot, or a block. */
export async function recordFailure(
  { database, projectId, now }: RoleContext,
  { sessionId, error }: OnSession & { readonly error: unknown },
): Promise<RowsMoved> {
  return database.transaction(async (transaction) => {
    const at = now()
    const session = await readSession(transaction, projectId, sessionId)
    // As rows can keep it: an error may quote anything from a broken file.
    const kept = { shape: toErrorShape(error), stack: error instanceof Error ? (error.stack ?? null) : null }
    const { shape, stack }: typeof kept = JSON.parse(asJson(kept))
    const { state } = session
    if (state !== 'done' && state !== 'failed') {
      const mayBlock = 'blockedReview' in transitionsOf(state).next
      const to = mayBlock && needsPerson(shape.code, session.settings) ? 'blockedReview' : 'failed'
      await resetSteps(transaction, sessionId, ['allocating', 'running'], at)
      await moveSession(transaction, {
        projectId,
        sessionId,
        from: state,
        to,
        event: {
          type: to === 'failed' ? 'session.failed' : 'session.blocked',
          detail: { kind: 'endedBy', values: { error: shape } },
        },
        patch: { interruptedState: goesOnIn(state, session.interruptedState), error: shape },
        at,
      })
      await insertErrorSnapshot(transaction, projectId, sessionId, { state, error: shape, stack }, at)
    }
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

/**
 * Writes that a person has a stopped, blocked or failed session go on where it was interrupted: steps that were
 * blocked, or on a retry failed, are pending again, a partial report makes room for the whole one. A failure that could not be written (the disk was full) left the rows at
 * work: they say where it goes on.
 */
export async function recordResumption(
  { database, projectId, now }: RoleContext,
  { sessionId }: OnSession,
): Promise<RowsMoved> {
  return database.transaction(async (transaction) => {
    const at = now()
    const session = await readSession(transaction, projectId, sessionId)
    const { acts } = transitionsOf(session.state)
    if (session.state === 'paused' || !(acts.includes('resume') || acts.includes('retry')))
      return { point: await readResumePoint(transaction, projectId, sessionId) }
    const to = session.interruptedState ?? 'coordinating'
    if (to === 'running') {
      // Only a retry runs failed steps again; observed ones never do.
      if (session.state === 'failed') await forgetFailedCalls(transaction, projectId, sessionId)
      await resetSteps(transaction, sessionId, session.state === 'failed' ? ['blocked', 'failed'] : ['blocked'], at)
    }
    if (session.state === 'stopped')
      await deletePartialReport(transaction, { sessionId, version: session.reportVersion })
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: session.state,
      to,
      event: { type: session.state === 'failed' ? 'session.retried' : 'session.resumed' },
      // A stop whose partial report failed is a stop again, of steps that ran.
      patch: { interruptedState: to === 'stopped' ? 'running' : null, error: null },
      at,
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}
