import { fromCallback } from 'xstate'
import { type ErrorShape, QuarryError, toErrorShape } from '../../../contract/errors'
import type { BlockReason } from '../../../contract/pool'
import { memberType, nameOfMember, type WaitFact } from '../../../contract/pool-facts'
import { isUndecided } from '../../../contract/resource-choice'
import type { SessionScope } from '../../../contract/session-scope'
import type { AllocatedMember, FailedMember } from '../../pool'
import { type AllocatedResource, type CallTool, type StepFindings, workingQuestion } from '../../reasoning'
import { abortable } from '../../threads'
import type { CallNotice, CallRequest, CallResult } from '../../tools'
import type { LeaseRequest } from '../lease'
import { appendEvent, inOwnWords } from '../repository/events'
import { readInquiry } from '../repository/inquiry'
import { insertObservations, readFindings, writeUnasked } from '../repository/observations'
import { type PlanRecord, readNewestPlan } from '../repository/plans'
import { readSession, touchSession } from '../repository/sessions'
import { moveStep, type StepRecord, toDraft } from '../repository/steps'
import type { BriefedStep, GatheringNotice, StepBrief, StepKey } from '../step-machine'
import type { WorkLog } from '../work-log'
import { chooseNeeds } from './chosen-needs'
import type { RoleContext } from './context'
import { giveContext } from './given'
import { routeStep } from './router'
import { progressUntil, taskIds } from './working'

async function readStep(
  { database }: RoleContext,
  { sessionId, planId, stepId }: StepKey,
): Promise<{ plan: PlanRecord; step: StepRecord }> {
  const plan = await readNewestPlan(database, sessionId)
  const step = plan?.steps.find(({ id }) => id === stepId)
  if (plan === null || plan.planId !== planId || plan.approvedAt === null || step === undefined) {
    throw new QuarryError('internal', 'This step is not part of the approved plan.', { context: { planId, stepId } })
  }
  return { plan, step }
}

/** Findings of the steps that a step depends on; a dependency that failed or was skipped has none. */
async function readEarlier(
  { database }: RoleContext,
  plan: PlanRecord,
  step: StepRecord,
): Promise<{ step: ReturnType<typeof toDraft>; findings: StepFindings }[]> {
  const findings = await readFindings(database, plan.planId)
  return plan.steps.flatMap((other) => {
    const found = step.dependsOn.includes(other.id) ? findings.get(other.id) : undefined
    return found === undefined ? [] : [{ step: toDraft(other), findings: found }]
  })
}

interface StepMove {
  readonly from: Parameters<typeof moveStep>[2]
  readonly to: Parameters<typeof moveStep>[3]
  readonly patch: Parameters<typeof moveStep>[4]
  readonly findings?: StepFindings
  /** The line in the session's log, where it is not the state's. */
  readonly event?: string
}

/** One transition of a step: compare and set, with what it produced and its line in the log. */
async function writeStep(
  { database, projectId, now }: RoleContext,
  { sessionId, planId, stepId }: StepKey,
  { from, to, patch, findings, event = `step.${to}` }: StepMove,
  signal: AbortSignal,
): Promise<void> {
  const key = { planId, stepId }
  await database.transaction(async (transaction) => {
    signal.throwIfAborted()
    const at = now()
    const kept =
      findings === undefined
        ? {}
        : { kept: await insertObservations(transaction, projectId, sessionId, key, findings.evidence, at) }
    const title = await moveStep(transaction, key, from, to, { ...patch, ...kept }, at)
    if (title === null) {
      throw new QuarryError('session.wrongState', 'The session was stopped while this step was running.', {
        context: { stepId },
      })
    }
    await writeUnasked(transaction, key, findings?.unasked)
    await touchSession(transaction, sessionId, at)
    await appendEvent(transaction, projectId, sessionId, 'running', { type: event, detail: inOwnWords(title) }, at)
  })
}

/** Writes that the step asks the pool; answers for what: its executor, and the resources that its words point at. */
export async function requestMembers(context: RoleContext, key: StepKey, signal: AbortSignal): Promise<LeaseRequest> {
  const { sessionId, planId, stepId } = key
  const session = await readSession(context.database, context.projectId, sessionId)
  const { step } = await readStep(context, key)
  const from = ['pending', 'allocating', 'running', 'blocked', 'awaitingConfirmation'] as const
  await writeStep(context, key, { from, to: 'allocating', patch: {} }, signal)
  // What waits for a person's choice asks nobody, not whoever is free.
  const needs = (await chooseNeeds(context, step, session, signal)).filter(({ choice }) => !isUndecided(choice))
  return {
    taskId: taskIds.step(sessionId, planId, stepId),
    requirements: [{ type: 'executor', capability: routeStep(step).capability }, ...needs],
    label: step.title,
    sessionId,
    holder: session.title,
  }
}

/** Writes that the step waits in the pool's line, and why. */
export async function recordWaiting(
  context: RoleContext,
  { reason, blockedBy, ...key }: StepKey & { readonly reason: WaitFact; readonly blockedBy: BlockReason },
  signal: AbortSignal,
): Promise<void> {
  const patch = { waitsFor: reason, blockedBy }
  const from = ['allocating', 'blocked'] as const
  await writeStep(context, key, { from, to: 'blocked', patch, event: 'step.waiting' }, signal)
}

async function describeMember(
  { readResource }: RoleContext,
  { id, resourceId }: AllocatedMember,
): Promise<AllocatedResource[]> {
  if (resourceId === null) return []
  const { type, name, usageInfo, metadata } = await readResource(resourceId)
  return [{ memberId: id, resourceId, type, name, usageInfo, metadata }]
}

/** Writes that the step works on what it was allocated; answers what the engine is asked. */
export async function beginGathering(
  context: RoleContext,
  { members, ...key }: StepKey & { readonly members: readonly AllocatedMember[] },
  signal: AbortSignal,
): Promise<StepBrief> {
  const { database, now } = context
  const [worker, ...beside] = members
  if (worker === undefined) throw new QuarryError('internal', 'The pool granted no member.', { context: { ...key } })
  const resources = (await Promise.all(beside.map((member) => describeMember(context, member)))).flat()
  const patch = { executor: nameOfMember(worker), resources: beside.map(nameOfMember) }
  await writeStep(context, key, { from: ['allocating', 'blocked'], to: 'running', patch }, signal)
  const startedAt = now()
  const { plan, step } = await readStep(context, key)
  const inquiry = await readInquiry(database, key.sessionId)
  const earlier = await readEarlier(context, plan, step)
  const texts = [step.query, workingQuestion(inquiry)]
  const part = { part: 'step', step: `${key.planId}/${key.stepId}`, title: step.title, texts } as const
  const given = await giveContext(context, key.sessionId, part, signal)
  const { settings } = await readSession(database, context.projectId, key.sessionId)
  // A quick answer asks nothing back, nor does a session that nobody watches.
  const mayAsk = settings.clarify && inquiry.mode !== 'quick'
  const own = await routeStep(step).brief(context, { sessionId: key.sessionId, plan, step, earlier })
  return { question: { inquiry, step: toDraft(step), earlier, resources, given, mayAsk, ...own }, startedAt }
}

interface CallInFlight {
  readonly resourceId: string | null
  resolve(result: CallResult): void
  reject(error: unknown): void
}

/**
 * The slot whose resource broke at a call, as its tool says, or whose database died; null where a call failed otherwise. The
 * processes of other services are started anew, and their circuit breakers leave alone what does not answer.
 */
function slotLost(resources: readonly AllocatedResource[], call: CallInFlight, thrown: unknown): FailedMember | null {
  const error = toErrorShape(thrown)
  const used = resources.find(({ resourceId }) => resourceId === call.resourceId)
  if (used === undefined) return null
  const isDatabase = used.type === 'database' || used.type === 'text2sql'
  const isLost = error.code === 'pool.memberFailed' || (isDatabase && error.code === 'resource.crashed')
  return isLost ? { memberId: used.memberId, error } : null
}

/** A call of recall searches nothing but what the session may use, whatever the engine, or a model, asks. */
function recallWithin(request: CallRequest, scope: SessionScope | undefined): CallRequest {
  if (scope === undefined || request.resourceId !== null || request.tool !== 'recall') return request
  const { folders, sourceIds } = scope
  const { filter } = request.input
  const narrowed = { ...(typeof filter === 'object' ? filter : {}), within: { folders, sourceIds } }
  return { ...request, input: { ...request.input, filter: narrowed } }
}

/** The engine's work for one step. Its cleanup aborts it; an engine that is slow to notice holds nobody up. */
export function gatheringLogic({ engineOf }: RoleContext, log: WorkLog) {
  return fromCallback<CallNotice, BriefedStep>(({ input, sendBack, receive }) => {
    const { question } = input.brief
    const tell = (notice: GatheringNotice): void => sendBack(notice)
    const ended = new AbortController()
    const { signal } = ended
    const inFlight = new Map<number, CallInFlight>()
    const failed: FailedMember[] = []
    let ordinal = 0
    const callTool: CallTool = (wanted) => {
      const request = recallWithin(wanted, question.inquiry.scope)
      if (
        request.resourceId !== null &&
        !question.resources.some(({ resourceId }) => resourceId === request.resourceId)
      ) {
        const message = 'A step may use no resource but those that it was allocated.'
        return Promise.reject(new QuarryError('tool.denied', message, { context: { resourceId: request.resourceId } }))
      }
      ordinal += 1
      const asked = ordinal
      return new Promise((resolve, reject) => {
        signal.throwIfAborted()
        inFlight.set(asked, { resourceId: request.resourceId, resolve, reject })
        tell({ type: 'CALL_REQUESTED', ordinal: asked, request })
      })
    }
    receive((notice) => {
      const call = inFlight.get(notice.ordinal)
      inFlight.delete(notice.ordinal)
      if (call === undefined) return
      if (notice.type === 'CALL_RECORDED') call.resolve(notice.result)
      else if (notice.type === 'CALL_FAILED') {
        const lost = slotLost(question.resources, call, notice.error)
        if (lost !== null) failed.push(lost)
        call.reject(notice.error)
      }
    })
    const options = {
      signal,
      callTool,
      onProgress: progressUntil(signal, () => tell({ type: 'GATHERING_PROGRESSED' })),
    }
    // Begun once the step is in its new state, so that what the engine says is heard at once.
    const work = engineOf(input.sessionId).then((engine) => routeStep(question.step).work(engine, question, options))
    log.keep(input.sessionId, abortable(work, signal)).then(
      (findings) => tell({ type: 'GATHERED', findings, failed }),
      (error: unknown) => {
        if (!signal.aborted) tell({ type: 'GATHERING_FAILED', error })
      },
    )
    return () => ended.abort(new QuarryError('cancelled', 'The step was stopped.'))
  })
}

const sinceMs = ({ now }: RoleContext, startedAt: string): number => Date.parse(now()) - Date.parse(startedAt)

/** Writes what was found, and that the step is over. */
export async function recordFindings(
  context: RoleContext,
  { brief, findings, ...key }: BriefedStep & { readonly findings: StepFindings },
  signal: AbortSignal,
): Promise<void> {
  const { found } = findings
  const patch = { found, durationMs: sinceMs(context, brief.startedAt) }
  await writeStep(context, key, { from: ['running'], to: 'observed', patch, findings }, signal)
}

/** What nobody in service has, as the pool's refusal tells it. */
function missingIn({ context = {} }: ErrorShape): WaitFact {
  const type = memberType.safeParse(context.type)
  if (!type.success) return { kind: 'nobodyHas', values: { needs: [] } }
  const capability = typeof context.capability === 'string' ? context.capability : null
  return {
    kind: 'nobodyHas',
    values: { needs: [{ type: type.data, capability, level: Number(context.level), count: 1 }] },
  }
}

/** Writes that nobody in service has what the step needs: a person must act. */
export async function recordMissing(
  context: RoleContext,
  { error, ...key }: StepKey & { readonly error: unknown },
  signal: AbortSignal,
): Promise<void> {
  const shape = toErrorShape(error)
  const patch = { waitsFor: missingIn(shape), blockedBy: 'missing_resource', error: shape } as const
  await writeStep(context, key, { from: ['allocating', 'blocked'], to: 'blocked', patch }, signal)
}

/** Writes a failure of the step itself. */
export async function recordStepFailure(
  context: RoleContext,
  { startedAt, error, ...key }: StepKey & { readonly startedAt: string | null; readonly error: unknown },
  signal: AbortSignal,
): Promise<void> {
  const from = ['pending', 'allocating', 'blocked', 'running'] as const
  const durationMs = startedAt === null ? 0 : sinceMs(context, startedAt)
  await writeStep(context, key, { from, to: 'failed', patch: { error: toErrorShape(error), durationMs } }, signal)
}
