import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../../contract/errors'
import { rolesOf } from '../../../contract/session/engine'
import { isUndecided } from '../../../contract/session/resource-choice'
import type { AskedQuestion } from '../../../contract/session/session'
import { workingQuestion } from '../../reasoning'
import type { SqlExecutor } from '../../store'
import { abortable } from '../../threads'
import type { LeaseRequest } from '../lease'
import { checkPlan } from '../plan-check'
import { appendEvent } from '../repository/events'
import { readInquiry } from '../repository/inquiry'
import { readLastQuestion } from '../repository/messages'
import { carryEvidence, readFindings, readFinishedSteps } from '../repository/observations'
import { insertPlan, type PlanRecord, readNewestPlan, readOpenRemark } from '../repository/plans'
import { readResumePoint } from '../repository/resume-point'
import { moveSession, readSession, type SessionRecord } from '../repository/sessions'
import { carryOutcomes, type StepRecord, toDraft } from '../repository/steps'
import type { OnSession, RoleInput, RowsMoved } from '../role'
import { isFinished } from '../schedule'
import { withCriterion } from '../step-criterion'
import { answeringResources, readsQuestion, understandingDatabase } from './answering-resources'
import { chooseNeeds } from './chosen-needs'
import type { RoleContext } from './context'
import { nothingToUse } from './coordinator'
import { giveContext } from './given'
import { keepNeeds } from './kept-choices'
import { summaryWithin } from './scoped-resources'
import { requireResources, withPartsAsked, withResources } from './step-resources'
import { progressUntil, roleRequest, taskIds } from './working'

/** Steps of a plan that are over and stay in every later version for the same question. */
export function keptSteps(session: SessionRecord, plan: PlanRecord): StepRecord[] {
  return session.gaps === null ? [] : plan.steps.filter(({ state }) => isFinished(state))
}

/** Has the next version of a plan begin with the steps that are over, as they are, with what they found. */
export async function keepFinished(
  transaction: SqlExecutor,
  [from, to]: readonly [from: string, to: string],
  kept: readonly StepRecord[],
  at: string,
): Promise<void> {
  const ids = kept.map(({ id }) => id)
  await carryOutcomes(transaction, from, to, ids)
  for (const [stepId, { evidence }] of await readFindings(transaction, from)) {
    if (!ids.includes(stepId)) continue
    await carryEvidence(transaction, { planId: to, stepId }, evidence, at)
  }
}

/** What planning asks the pool for. */
export const requestPlanner = (context: RoleContext, { sessionId }: OnSession): Promise<LeaseRequest> =>
  roleRequest(context, sessionId, taskIds.plan(sessionId), { type: 'orchestrator', capability: 'planning' })

/**
 * Has the engine plan, on an orchestrator of the pool, and writes the plan as a new version: for review, or approved
 * at once where the session's settings say so. Steps that are over stay in it and never run again. Where the engine
 * finds that what they found suffices, the session goes on to its report. Throws `plan.invalid` where the engine's plan
 * cannot run, and `index.empty` where nobody looked around before and there is nothing to search.
 */
export async function draftPlan(
  context: RoleContext,
  { sessionId, onProgress }: RoleInput,
  signal: AbortSignal,
): Promise<RowsMoved> {
  const { database, pool, projectId } = context
  const engine = await context.engineOf(sessionId)
  const session = await readPlanning(context, sessionId)
  const { investigation, reportVersion, gaps } = session
  const asked = await readLastQuestion(database, sessionId)
  if (asked?.mode === 'update') return repeatPlan(context, session, asked, signal)
  const inquiry = await readInquiry(database, sessionId)
  const isQuick = inquiry.mode === 'quick'
  const isUnexplored = investigation === null && !isQuick
  if (isUnexplored && session.settings.investigates !== false)
    throw new QuarryError('internal', 'A plan needs an investigation.')
  const newest = await readNewestPlan(database, sessionId)
  // A follow-up has no plan of its own yet: its first one may rest on what the question before it found.
  const own = newest?.reportVersion === reportVersion ? newest : null
  const kept = own === null ? [] : keptSteps(session, own)
  const isKept = ({ id }: { readonly id: string }): boolean => kept.some((step) => step.id === id)
  const sentBack = own?.steps.filter((step) => !isKept(step)).map(toDraft) ?? []
  // Of a question that is asked once more nothing counts as found: it is answered anew.
  const isAgain = (inquiry.earlier?.length ?? 0) < reportVersion - 1
  const finished = own === null && isAgain ? [] : await readFinishedSteps(database, sessionId)
  const remark = await readOpenRemark(database, sessionId)
  const { scope } = inquiry
  const askable = isQuick ? [] : ((await context.askableResources?.(signal)) ?? [])
  const resources = askable.filter(({ resourceId }) => scope?.resourceIds.includes(resourceId) !== false)
  const isFirst = own === null && gaps === null
  const summary = await summaryWithin(context, scope)
  const found = isFirst ? await answeringResources(context, inquiry, summary, signal) : []
  // Nobody has looked yet whether there is something to search.
  if (isUnexplored && isFirst && summary.passages === 0 && found.length === 0)
    throw await nothingToUse(context, summary, scope)
  const planInput = {
    inquiry,
    investigation,
    previous: sentBack.length === 0 ? null : sentBack,
    remark,
    gaps: gaps ?? [],
    finished: own === null ? finished : finished.filter(({ step }) => isKept(step)),
    resources,
    asksDatabase: [...found, ...pool.inferResourceRequirements(inquiry.question)].some(
      ({ type }) => type === 'database',
    ),
    given: await giveContext(
      context,
      session,
      { part: 'plan', texts: [workingQuestion(inquiry)], limits: inquiry },
      signal,
    ),
  }
  const planned = await abortable(
    engine.plan(planInput, { signal, onProgress: progressUntil(signal, onProgress) }),
    signal,
  )
  const suffices = planned.length === 0 && planInput.finished.some(({ findings }) => findings?.evidence.length)
  const stepsAsPlanned = requireResources(context, inquiry.question, planned, resources)
  const partsAsked =
    isFirst && !found.some(readsQuestion)
      ? await withPartsAsked(workingQuestion(inquiry), stepsAsPlanned, (part) =>
          answeringResources(context, { question: part, scope }, summary, signal),
        )
      : null
  // A model sees what it may ask, and says itself what it lacks.
  const isByRules = rolesOf(session.engine, session.settings.roleEngines).length === 0
  const readsNothing = isByRules && isFirst && found.length === 0 && partsAsked === null && summary.passages > 0
  const needed = readsNothing ? await understandingDatabase(context, inquiry, signal) : found
  const required = partsAsked ?? withResources(stepsAsPlanned, needed)
  const autoAccept = isQuick || session.settings.autoAccept
  const added = await Promise.all(
    (remark === null ? required : keepNeeds(required, sentBack)).map(async (step) => ({
      ...step,
      // Where nobody is asked, nobody can choose.
      requirements: (await chooseNeeds(context, step, session, signal)).filter(
        ({ choice }) => !(autoAccept && isUndecided(choice)),
      ),
    })),
  )
  const steps = [...kept, ...added.map(withCriterion)]
  if (!suffices) checkPlan(steps.map(toDraft))
  return database.transaction(async (transaction) => {
    signal.throwIfAborted()
    const at = context.now()
    const move = { projectId, sessionId, from: 'planning', at } as const
    if (suffices) {
      await moveSession(transaction, {
        ...move,
        to: 'reporting',
        event: { type: 'evidence.sufficient' },
        patch: { gaps: null },
      })
      return { point: await readResumePoint(transaction, projectId, sessionId) }
    }
    const planId = randomUUID()
    const version = (newest?.version ?? 0) + 1
    const plan = { planId, version, reportVersion, remark, approved: autoAccept, steps }
    await insertPlan(transaction, projectId, sessionId, plan, at)
    if (own !== null) await keepFinished(transaction, [own.planId, planId], kept, at)
    const drafted = {
      type: 'plan.drafted',
      detail: { kind: 'stepsPlanned', values: { count: added.length } },
    } as const
    if (autoAccept) await appendEvent(transaction, projectId, sessionId, 'planning', drafted, at)
    await moveSession(
      transaction,
      autoAccept
        ? {
            ...move,
            to: 'running',
            event: { type: 'plan.approved', detail: { kind: 'approvedAutomatically', values: {} } },
            patch: { gaps: null },
          }
        : { ...move, to: 'awaitingPlanReview', event: drafted },
    )
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

/** The session as one that plans: rows that say that it runs, and have no plan that may, are brought back first. */
async function readPlanning({ database, projectId, now }: RoleContext, sessionId: string): Promise<SessionRecord> {
  return database.transaction(async (transaction) => {
    const session = await readSession(transaction, projectId, sessionId)
    if (session.state !== 'running' && session.state !== 'paused') return session
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: session.state,
      to: 'planning',
      event: { type: 'steps.incomplete' },
      patch: { interruptedState: null },
      at: now(),
    })
    return readSession(transaction, projectId, sessionId)
  })
}

/**
 * Writes the steps of the newest plan as the plan of an update, approved. Where one of them is redone, those that do not
 * depend on it stay as they are, with what they found.
 */
async function repeatPlan(
  { database, projectId, now }: RoleContext,
  { sessionId, reportVersion }: SessionRecord,
  { redo }: AskedQuestion,
  signal: AbortSignal,
): Promise<RowsMoved> {
  return database.transaction(async (transaction) => {
    signal.throwIfAborted()
    const at = now()
    const before = await readNewestPlan(transaction, sessionId)
    if (before === null) throw new QuarryError('internal', 'There is no plan to repeat.')
    const isRedone = ({ id, dependsOn }: StepRecord): boolean =>
      redo === undefined || id === redo.stepId || dependsOn.includes(redo.stepId)
    const kept = before.steps.filter((step) => !isRedone(step) && isFinished(step.state))
    const steps = before.steps.map((step) => ({
      ...toDraft(step),
      origin: step.origin,
      ...(step.id === redo?.stepId ? { query: redo.query } : {}),
    }))
    const planId = randomUUID()
    const plan = { planId, version: before.version + 1, reportVersion, remark: null, approved: true, steps }
    await insertPlan(transaction, projectId, sessionId, plan, at)
    await keepFinished(transaction, [before.planId, planId], kept, at)
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: 'planning',
      to: 'running',
      event: { type: 'plan.approved', detail: { kind: 'approvedAutomatically', values: {} } },
      at,
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}
