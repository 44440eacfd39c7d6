import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { StepFindings } from '../../reasoning'
import { appendEvent } from '../repository/events'
import { readInquiry } from '../repository/inquiry'
import { insertObservations, readFindings } from '../repository/observations'
import { moveStep, type PlanRecord, readNewestPlan, type StepRecord, toDraft } from '../repository/plans'
import { readSession, touchSession } from '../repository/sessions'
import type { PerformStepInput, StepOutcome } from '../step-machine'
import { chooseNeeds } from './chosen-needs'
import type { RoleContext } from './context'
import { abortable, taskIds, withMember } from './working'

function overtaken(stepId: string): QuarryError {
  return new QuarryError('session.wrongState', 'The session was stopped while this step was at work.', {
    context: { stepId },
  })
}

async function readStep(
  { database }: RoleContext,
  { sessionId, planId, stepId }: PerformStepInput,
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

/**
 * One step from its place in the pool's queue to its observations, each transition written with its data. A failure
 * of the step itself is its outcome (the session goes on without it); what is thrown is a failure to write, or the
 * signal's reason.
 */
export async function performStep(
  context: RoleContext,
  input: PerformStepInput,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { database, engine, projectId, now } = context
  const { sessionId, planId, stepId, notify } = input
  const key = { planId, stepId }
  const session = await readSession(database, projectId, sessionId)
  const { plan, step } = await readStep(context, input)

  const write = async (
    from: Parameters<typeof moveStep>[2],
    to: Parameters<typeof moveStep>[3],
    patch: Parameters<typeof moveStep>[4],
    event: string | null,
    findings?: StepFindings,
  ): Promise<void> => {
    await database.transaction(async (transaction) => {
      signal.throwIfAborted()
      const at = now()
      if (!(await moveStep(transaction, key, from, to, patch, at))) throw overtaken(stepId)
      if (findings !== undefined) {
        await insertObservations(transaction, projectId, sessionId, key, findings.evidence, at)
      }
      await touchSession(transaction, sessionId, at)
      if (event !== null) {
        const line = { type: event, detail: step.title }
        await appendEvent(transaction, projectId, sessionId, 'running', line, at)
      }
    })
  }

  await write(['pending', 'allocating', 'running', 'blocked'], 'allocating', {}, 'step.allocating')
  // The pool calls back at once or never; its row is written before anything later of this step.
  let waitingNote: Promise<void> = Promise.resolve()
  const task = {
    taskId: taskIds.step(sessionId, planId, stepId),
    type: 'executor',
    capability: 'recall',
    label: step.title,
    sessionId,
    holder: session.title,
    onWaiting: (reason: string) => {
      const patch = { waitsFor: reason, blockedBy: 'resource_shortage' } as const
      waitingNote = write(['allocating', 'blocked'], 'blocked', patch, 'step.waiting').then(() => {
        if (!signal.aborted) notify({ type: 'EXECUTOR_AWAITED' })
      })
      // Awaited below; this keeps a failure from being reported as unhandled before that.
      waitingNote.catch(() => undefined)
    },
  } as const

  const startedMs = Date.parse(now())
  let runningSinceMs = startedMs
  try {
    const needs = await chooseNeeds(context, step, sessionId, signal)
    const wanted = { ...task, beside: needs }
    return await withMember(context, wanted, signal, async ({ worker, beside, signal: held, onProgress }) => {
      await waitingNote
      const resources = beside.map(({ name }) => name)
      await write(['allocating', 'blocked'], 'running', { executor: worker.name, resources }, 'step.running')
      notify({ type: 'EXECUTOR_ALLOCATED' })
      runningSinceMs = Date.parse(now())
      const inquiry = await readInquiry(database, sessionId)
      const earlier = await readEarlier(context, plan, step)
      const findings = await abortable(
        engine.gatherEvidence({ inquiry, step: toDraft(step), earlier }, { signal: held, onProgress }),
        held,
      )
      const durationMs = Date.parse(now()) - runningSinceMs
      const { found, evidence } = findings
      await write(['running'], 'observed', { found, kept: evidence.length, durationMs }, 'step.observed', findings)
      return { state: 'observed' }
    })
  } catch (error) {
    if (signal.aborted) throw error
    const shape = toErrorShape(error)
    if (shape.code.startsWith('store.') || shape.code === 'session.wrongState') throw error
    await waitingNote
    if (shape.code === 'pool.noSuchMember') {
      const patch = { waitsFor: shape.message, blockedBy: 'missing_resource', error: shape } as const
      await write(['allocating', 'blocked'], 'blocked', patch, 'step.blocked')
      return { state: 'blocked' }
    }
    const durationMs = Date.parse(now()) - runningSinceMs
    await write(['allocating', 'blocked', 'running'], 'failed', { error: shape, durationMs }, 'step.failed')
    return { state: 'failed' }
  }
}
