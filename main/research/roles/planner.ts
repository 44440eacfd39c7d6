import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../../contract/errors'
import type { AskedQuestion, NextVersion, PlanStepDraft, StepRequirement, StepView } from '../../../contract/session'
import { standAlone } from '../../language'
import { type AskableResource, type PlannedStep, workingQuestion } from '../../reasoning'
import type { SqlExecutor } from '../../store'
import { abortable } from '../../threads'
import type { LeaseRequest } from '../lease'
import { checkPlan } from '../plan-check'
import { appendEvent, inOwnWords } from '../repository/events'
import { readInquiry } from '../repository/inquiry'
import { insertQuestion, insertRemark, readLastQuestion } from '../repository/messages'
import { insertObservations, readFindings, readFinishedSteps } from '../repository/observations'
import {
  approvePlan,
  carryOutcomes,
  insertPlan,
  type PlanRecord,
  readNewestPlan,
  readOpenRemark,
  type StepRecord,
  toDraft,
} from '../repository/plans'
import { readResumePoint } from '../repository/resume-point'
import { moveSession, readSession, type SessionRecord } from '../repository/sessions'
import type { OnSession, RoleInput, RowsMoved } from '../role'
import { isFinished } from '../schedule'
import type { FoundResource, RoleContext } from './context'
import { giveContext } from './given'
import { progressUntil, roleRequest, taskIds } from './working'

/** Steps of a plan that are over and stay in every later version for the same question. */
function keptSteps(session: SessionRecord, plan: PlanRecord): StepRecord[] {
  return session.gaps === null ? [] : plan.steps.filter(({ state }) => isFinished(state))
}

/** Has the next version of a plan begin with the steps that are over, as they are, with what they found. */
async function keepFinished(
  transaction: SqlExecutor,
  { projectId, sessionId }: Pick<SessionRecord, 'sessionId'> & { readonly projectId: string },
  [from, to]: readonly [from: string, to: string],
  kept: readonly StepRecord[],
  at: string,
): Promise<void> {
  const ids = kept.map(({ id }) => id)
  await carryOutcomes(transaction, from, to, ids)
  for (const [stepId, { evidence }] of await readFindings(transaction, from)) {
    if (!ids.includes(stepId)) continue
    await insertObservations(transaction, projectId, sessionId, { planId: to, stepId }, evidence, at)
  }
}

/** What planning asks the pool for. */
export const requestPlanner = (context: RoleContext, { sessionId }: OnSession): Promise<LeaseRequest> =>
  roleRequest(context, sessionId, taskIds.plan(sessionId), { type: 'orchestrator', capability: 'planning' })

/**
 * Has the engine plan, on an orchestrator of the pool, and writes the plan as a new version: for review, or approved
 * at once where the session's settings say so. Steps that are over stay in it and never run again. Where the engine
 * finds that what they found suffices, the session goes on to its report. Throws `plan.invalid` where the engine's plan
 * cannot run.
 */
export async function draftPlan(
  context: RoleContext,
  { sessionId, onProgress }: RoleInput,
  signal: AbortSignal,
): Promise<RowsMoved> {
  const { database, projectId } = context
  const engine = await context.engineOf(sessionId)
  const session = await readSession(database, projectId, sessionId)
  const { investigation, reportVersion, gaps } = session
  const asked = await readLastQuestion(database, sessionId)
  if (asked?.mode === 'update') return repeatPlan(context, session, asked, signal)
  const inquiry = await readInquiry(database, sessionId)
  const isQuick = inquiry.mode === 'quick'
  if (investigation === null && !isQuick) throw new QuarryError('internal', 'A plan needs an investigation.')
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
  const resources = isQuick ? [] : ((await context.askableResources?.(signal)) ?? [])
  const planInput = {
    inquiry,
    investigation: investigation ?? { themes: [], hits: [], passagesSearched: 0 },
    previous: sentBack.length === 0 ? null : sentBack,
    remark,
    gaps: gaps ?? [],
    finished: own === null ? finished : finished.filter(({ step }) => isKept(step)),
    resources,
    given: await giveContext(context, sessionId, { part: 'plan', texts: [workingQuestion(inquiry)] }, signal),
  }
  const planned = await abortable(
    engine.plan(planInput, { signal, onProgress: progressUntil(signal, onProgress) }),
    signal,
  )
  const suffices = planned.length === 0 && planInput.finished.some(({ findings }) => findings?.evidence.length)
  const isFirst = own === null && gaps === null
  const found = isFirst ? ((await context.findResource?.(inquiry.question, signal)) ?? null) : null
  const added = withResource(requireResources(context, inquiry.question, planned, resources), found)
  const steps = [...kept, ...added]
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
    const autoAccept = isQuick || session.settings.autoAccept
    const planId = randomUUID()
    const version = (newest?.version ?? 0) + 1
    const plan = { planId, version, reportVersion, remark, approved: autoAccept, steps }
    await insertPlan(transaction, projectId, sessionId, plan, at)
    if (own !== null) await keepFinished(transaction, { projectId, sessionId }, [own.planId, planId], kept, at)
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
    await keepFinished(transaction, { projectId, sessionId }, [before.planId, planId], kept, at)
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

/**
 * What each step needs of the pool beside its executor, by what the planner chose or its own words; what only the question asks for is needed by
 * the first step. A person sees it in the plan and may change it.
 */
function requireResources(
  { pool }: RoleContext,
  question: string,
  planned: readonly PlannedStep[],
  resources: readonly AskableResource[],
): (PlannedStep & PlanStepDraft)[] {
  const inferred = (text: string): StepRequirement[] =>
    pool.inferResourceRequirements(text).map(({ type, capability = null, level = 1, resourceId = null }) => ({
      type,
      capability,
      level,
      resourceId,
    }))
  const steps = planned.map((step) => {
    const chosen = resources.filter(({ resourceId }) => step.uses?.includes(resourceId)).map(requirementOn)
    const byWords = inferred(`${step.title}\n${step.query}`).filter(({ type }) =>
      chosen.every((one) => one.type !== type),
    )
    return { ...step, requirements: [...chosen, ...byWords] }
  })
  const isNamed = ({ type, capability }: StepRequirement): boolean =>
    steps.some(({ requirements }) =>
      requirements.some((other) => other.type === type && other.capability === capability),
    )
  const unnamed = inferred(question).filter((requirement) => !isNamed(requirement))
  return steps.map((step, at) => (at === 0 ? { ...step, requirements: [...step.requirements, ...unnamed] } : step))
}

const requirementOn = ({ resourceId, type }: AskableResource): StepRequirement => {
  const need = { level: 1, resourceId }
  if (type === 'database') return { ...need, type, capability: 'sql_query' }
  if (type === 'api') return { ...need, type, capability: 'api_call' }
  return { ...need, type: 'tool', capability: 'tool_call' }
}

/** The step that asks the question asks the resource that can answer it, unless its words name one of its kind already. */
function withResource(
  steps: readonly (PlannedStep & PlanStepDraft)[],
  found: FoundResource | null,
): readonly (PlannedStep & PlanStepDraft)[] {
  const [first, ...rest] = steps
  if (first === undefined || found === null) return steps
  if (first.requirements.some(({ type }) => type === found.type)) return steps
  const requirement: StepRequirement = { ...found, level: 1 }
  return [{ ...first, requirements: [...first.requirements, requirement] }, ...rest]
}

function isSamePlan(planned: readonly PlanStepDraft[], accepted: readonly PlanStepDraft[]): boolean {
  return JSON.stringify(planned.map(toDraft)) === JSON.stringify(accepted.map(toDraft))
}

/**
 * Writes what a person approved: the version they saw, or, edited, a new version. What runs is read from exactly
 * these rows; steps that are over stay as they are, whatever was sent of them. Throws `plan.invalid`.
 */
export async function recordAcceptance(
  { database, projectId, now }: RoleContext,
  { sessionId, steps }: { readonly sessionId: string; readonly steps: readonly PlanStepDraft[] },
): Promise<RowsMoved> {
  return database.transaction(async (transaction) => {
    const at = now()
    const session = await readSession(transaction, projectId, sessionId)
    const planned = await readNewestPlan(transaction, sessionId)
    if (planned === null) throw new QuarryError('internal', 'There is no plan to accept.')
    const kept = keptSteps(session, planned)
    const isKept = ({ id }: { readonly id: string }): boolean => kept.some((step) => step.id === id)
    const accepted = checkPlan([...kept.map(toDraft), ...steps.filter((step) => !isKept(step))])
    const isEdited = !isSamePlan(planned.steps, accepted)
    if (isEdited) {
      const planId = randomUUID()
      const originOf = (id: string): StepView['origin'] =>
        planned.steps.find((step) => step.id === id)?.origin ?? 'person'
      await insertPlan(
        transaction,
        projectId,
        sessionId,
        {
          planId,
          version: planned.version + 1,
          reportVersion: planned.reportVersion,
          remark: null,
          approved: true,
          steps: accepted.map((step) => ({ ...step, origin: originOf(step.id) })),
        },
        at,
      )
      await keepFinished(transaction, { projectId, sessionId }, [planned.planId, planId], kept, at)
    } else {
      await approvePlan(transaction, planned.planId, at)
    }
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: 'awaitingPlanReview',
      to: 'running',
      event: {
        type: 'plan.approved',
        ...(isEdited ? { detail: { kind: 'approvedWithEdits', values: {} } as const } : {}),
      },
      patch: { gaps: null },
      at,
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

/** Writes a person's remark on the plan; the session plans again. */
export async function recordSendBack(
  { database, projectId, now }: RoleContext,
  { sessionId, remark }: { readonly sessionId: string; readonly remark: string },
): Promise<RowsMoved> {
  return database.transaction(async (transaction) => {
    const at = now()
    await insertRemark(transaction, projectId, sessionId, remark, at)
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: 'awaitingPlanReview',
      to: 'planning',
      event: { type: 'plan.sentBack', detail: inOwnWords(remark) },
      at,
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

/** The question of the next version: what is asked further, filled in where it leaves something out, or the last one again. */
async function nextQuestion(executor: SqlExecutor, sessionId: string, next: NextVersion): Promise<AskedQuestion> {
  if (next.mode === 'update') {
    const last = await readLastQuestion(executor, sessionId)
    const { redo } = next
    return {
      text: last?.text ?? '',
      typed: last?.typed ?? null,
      mode: 'update',
      ...(redo === undefined ? {} : { redo }),
    }
  }
  const { question, typed, mode } = next
  if (typed !== undefined) return { text: question, typed: typed === question ? null : typed, mode }
  const text = standAlone(question, workingQuestion(await readInquiry(executor, sessionId)))
  return { text, typed: text === question ? null : question, mode }
}

/** Writes what a person asks once the report is finished: the session goes on towards the report's next version. */
export async function recordFollowUp(
  { database, projectId, now }: RoleContext,
  { sessionId, question }: OnSession & { readonly question: NextVersion },
): Promise<RowsMoved> {
  return database.transaction(async (transaction) => {
    const at = now()
    const { reportVersion, investigation } = await readSession(transaction, projectId, sessionId)
    const asked = await nextQuestion(transaction, sessionId, question)
    await insertQuestion(transaction, projectId, sessionId, asked, at)
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: 'done',
      to: asked.mode === 'research' && investigation === null ? 'investigating' : 'planning',
      event: {
        type: asked.mode === 'update' ? 'update.asked' : 'followUp.asked',
        detail: inOwnWords(asked.redo?.query ?? asked.text),
      },
      patch: { reportVersion: reportVersion + 1, gaps: null, addedRounds: 0 },
      at,
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}
