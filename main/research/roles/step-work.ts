import { fromCallback } from 'xstate'
import type { ErrorShape } from '../../../contract/error-shape'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { BlockReason } from '../../../contract/pool/pool'
import { memberType, nameOfMember, type WaitFact } from '../../../contract/pool/pool-facts'
import { isUndecided } from '../../../contract/session/resource-choice'
import type { PlanStepDraft } from '../../../contract/session/session'
import type { SessionScope } from '../../../contract/session/session-scope'
import type { AllocatedMember, FailedMember } from '../../pool'
import { type AllocatedResource, type CallTool, type StepFindings, workingQuestion } from '../../reasoning'
import { abortable } from '../../threads'
import type { CallNotice, CallRequest, CallResult } from '../../tools'
import type { LeaseRequest } from '../lease'
import { readInquiry } from '../repository/inquiry'
import { type MovedStep, moveStep, type StepMove } from '../repository/move-step'
import { keepEvidence, readObserved } from '../repository/observations'
import { toDraft } from '../repository/steps'
import type { BriefedStep, GatheringNotice, StepBrief, StepKey } from '../step-machine'
import type { WorkLog } from '../work-log'
import { chooseNeeds } from './chosen-needs'
import type { RoleContext } from './context'
import { giveContext } from './given'
import { routeStep } from './router'
import { overtaken } from './step-confirmation'
import { progressUntil, taskIds } from './working'

/** Findings of the steps that a step depends on; a dependency that failed or was skipped has none. */
async function readEarlier(
  { database }: RoleContext,
  planId: string,
  { dependsOn }: Pick<MovedStep, 'dependsOn'>,
): Promise<{ step: ReturnType<typeof toDraft>; findings: StepFindings }[]> {
  if (dependsOn.length === 0) return []
  const observed = await readObserved(database, planId, dependsOn)
  return observed.map(({ step, findings }) => ({ step: toDraft(step), findings }))
}

/** One transition of a step. Throws `session.wrongState` where the step stands elsewhere, as after a person's stop. */
async function writeStep(
  { database, now }: RoleContext,
  key: StepKey,
  move: Omit<StepMove, 'event' | 'at' | 'signal'> & { readonly event?: StepMove['event'] },
  signal: AbortSignal,
): Promise<MovedStep> {
  signal.throwIfAborted()
  const moved = await moveStep(database, key, { event: { type: `step.${move.to}` }, ...move, at: now(), signal })
  if (moved === null) throw overtaken(key.stepId)
  return moved
}

/** Writes that the step asks the pool; answers for what: its executor, and the resources that its words point at. */
export async function requestMembers(context: RoleContext, key: StepKey, signal: AbortSignal): Promise<LeaseRequest> {
  const from = ['pending', 'allocating', 'running', 'blocked', 'awaitingConfirmation'] as const
  const step = await writeStep(context, key, { from, to: 'allocating' }, signal)
  const { session, title: label } = step
  // What waits for a person's choice asks nobody, not whoever is free.
  const needs = (await chooseNeeds(context, step, session, signal)).filter(({ choice }) => !isUndecided(choice))
  return {
    taskId: taskIds.step(key.sessionId, key.planId, key.stepId),
    requirements: [{ type: 'executor', capability: routeStep(step).capability }, ...needs],
    label,
    sessionId: key.sessionId,
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
  await writeStep(context, key, { from, to: 'blocked', patch, event: { type: 'step.waiting' } }, signal)
}

async function describeMember(
  { readResource }: RoleContext,
  { requirements }: Pick<PlanStepDraft, 'requirements'>,
  { id, resourceId }: AllocatedMember,
): Promise<AllocatedResource[]> {
  if (resourceId === null) return []
  const { type, name, usageInfo, metadata } = await readResource(resourceId)
  const asked = requirements.find((one) => one.resourceId === resourceId)?.choice?.asked
  return [{ memberId: id, resourceId, type, name, usageInfo, metadata, ...(asked !== undefined && { asked }) }]
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
  const patch = { executor: nameOfMember(worker), resources: beside.map(nameOfMember) }
  const step = await writeStep(context, key, { from: ['allocating', 'blocked'], to: 'running', patch }, signal)
  const resources = (await Promise.all(beside.map((member) => describeMember(context, step, member)))).flat()
  const startedAt = now()
  const inquiry = await readInquiry(database, key.sessionId)
  const earlier = await readEarlier(context, key.planId, step)
  const texts = [step.query, workingQuestion(inquiry)]
  const part = { part: 'step', step: `${key.planId}/${key.stepId}`, title: step.title, texts, limits: inquiry } as const
  const given = await giveContext(context, step.session, part, signal)
  // A quick answer asks nothing back, nor does a session that nobody watches.
  const mayAsk = step.session.settings.clarify && inquiry.mode !== 'quick'
  const own = await routeStep(step).brief(context, key, { step, earlier })
  return {
    question: { inquiry, step: toDraft(step), earlier, resources, given, mayAsk, ...own },
    session: step.session,
    startedAt,
  }
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
    const work = engineOf(input.sessionId, input.brief.session).then((engine) =>
      routeStep(question.step).work(engine, question, options),
    )
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
  const { found, unasked } = findings
  const { database, projectId } = context
  const { scope } = brief.session.settings
  const evidence = await keepEvidence(database, { projectId, scope }, findings.evidence)
  const patch = { found, kept: evidence.length, durationMs: sinceMs(context, brief.startedAt), unasked }
  await writeStep(context, key, { from: ['running'], to: 'observed', patch, evidence }, signal)
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
