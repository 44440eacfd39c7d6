import { QuarryError } from '../../contract/errors'
import type { Checkpoint } from '../../contract/session/checkpoint'
import type { StepState } from '../../contract/session/session'
import { isFinished } from './schedule'

/** A version of the plan with what became of its steps, and when. Times are ISO times in UTC. */
export interface PlanHistory {
  readonly planId: string
  readonly version: number
  readonly reportVersion: number
  readonly isApproved: boolean
  readonly createdAt: string
  readonly steps: readonly StepHistory[]
}

export interface StepHistory {
  readonly id: string
  readonly title: string
  readonly position: number
  readonly state: StepState
  readonly updatedAt: string
}

export interface ReportHistory {
  readonly version: number
  readonly title: string
  readonly isPartial: boolean
  readonly isVerified: boolean
  readonly createdAt: string
}

/** What a session's rows say of how it went, by version. */
export interface SessionHistory {
  readonly plans: readonly PlanHistory[]
  readonly reports: readonly ReportHistory[]
}

/** What a session had come to at a checkpoint. */
export interface CheckpointState {
  readonly checkpoint: Checkpoint
  /** The plan that was worked by, and its steps that were over; null where there was none. */
  readonly plan: { readonly history: PlanHistory; readonly over: ReadonlySet<string> } | null
  /** The plans before it, oldest first. */
  readonly earlier: readonly PlanHistory[]
  /** Versions of the report that were written. */
  readonly reports: readonly ReportHistory[]
  /** How often steps had been added for the question of this version. */
  readonly addedRounds: number
}

const hasRun = ({ state }: StepHistory): boolean => state === 'observed' || state === 'failed'

/** Steps with which a plan began: they were over in the version before, and nothing wrote them since. */
function carriedSteps(plan: PlanHistory, { plans }: SessionHistory): Set<string> {
  const before = plans.findLast(({ version }) => version < plan.version)
  const isCarried = (step: StepHistory): boolean =>
    hasRun(step) &&
    before?.steps.some((one) => one.id === step.id && hasRun(one) && one.updatedAt === step.updatedAt) === true
  return new Set(plan.steps.filter(isCarried).map(({ id }) => id))
}

/** Steps of a plan that were over at a checkpoint of it; at that of the plan itself those with which it began. */
function stepsOver(
  plan: PlanHistory,
  { kind, at }: Pick<Checkpoint, 'kind' | 'at'>,
  history: SessionHistory,
): Set<string> {
  const carried = carriedSteps(plan, history)
  const isOver = (step: StepHistory): boolean =>
    carried.has(step.id) || (isFinished(step.state) && step.updatedAt <= at && !(kind === 'plan' && hasRun(step)))
  return new Set(plan.steps.filter(isOver).map(({ id }) => id))
}

/** A later plan for the same question that begins with more steps than the one before was made for what those left open. */
function countAddedRounds(plan: PlanHistory, history: SessionHistory): number {
  const begins = history.plans
    .filter(({ reportVersion, version }) => reportVersion === plan.reportVersion && version <= plan.version)
    .map((one) => carriedSteps(one, history).size)
  return begins.filter((size, at) => at > 0 && size > (begins[at - 1] ?? 0)).length
}

function countsOf(plan: PlanHistory | null, over: ReadonlySet<string>): Pick<Checkpoint, 'stepsDone' | 'stepsTotal'> {
  const counted = plan?.steps.filter(({ id, state }) => !(state === 'skipped' && over.has(id))) ?? []
  return { stepsDone: counted.filter(({ id }) => over.has(id)).length, stepsTotal: counted.length }
}

/** The report of a version after all of its plans, a plan before its steps. */
const inOrder = (one: Checkpoint, other: Checkpoint): number =>
  one.reportVersion - other.reportVersion ||
  Number(one.kind === 'report') - Number(other.kind === 'report') ||
  (one.planVersion ?? 0) - (other.planVersion ?? 0) ||
  Number(one.kind === 'step') - Number(other.kind === 'step') ||
  one.at.localeCompare(other.at)

/**
 * The checkpoints of a session, oldest first: each version of its plan, each step that found something (in the plan in
 * which it ran), each whole version of its report. A partial report is none: a resume deletes it.
 */
export function checkpointsOf(history: SessionHistory): Checkpoint[] {
  const ofPlans = history.plans.flatMap((plan): Checkpoint[] => {
    const { version: planVersion, reportVersion } = plan
    const carried = carriedSteps(plan, history)
    const make = (id: string, kind: Checkpoint['kind'], at: string, title: string): Checkpoint => ({
      id,
      kind,
      at,
      planVersion,
      reportVersion,
      title,
      ...countsOf(plan, stepsOver(plan, { kind, at }, history)),
    })
    const ran = plan.steps.filter(({ id, state }) => state === 'observed' && !carried.has(id))
    return [
      make(`plan-${planVersion}`, 'plan', plan.createdAt, ''),
      ...ran.map((step) => make(`plan-${planVersion}-step-${step.position + 1}`, 'step', step.updatedAt, step.title)),
    ]
  })
  const ofReports = history.reports.flatMap((report): Checkpoint[] => {
    const plan = planOf(report, history)
    const over = plan === null ? new Set<string>() : stepsOver(plan, { kind: 'report', at: report.createdAt }, history)
    const { version: reportVersion, title, createdAt: at } = report
    const planVersion = plan?.version ?? null
    const id = `report-${reportVersion}`
    return report.isPartial
      ? []
      : [{ id, kind: 'report', at, planVersion, reportVersion, title, ...countsOf(plan, over) }]
  })
  return [...ofPlans, ...ofReports].sort(inOrder)
}

/** The plan that a report was written by; a follow-up that needed no steps has that of the question before. */
function planOf({ version }: ReportHistory, { plans }: SessionHistory): PlanHistory | null {
  return plans.findLast(({ reportVersion }) => reportVersion <= version) ?? null
}

/** What a session had come to at a checkpoint. Throws `checkpoint.notFound`. */
export function stateAt(history: SessionHistory, checkpointId: string): CheckpointState {
  const checkpoint = checkpointsOf(history).find(({ id }) => id === checkpointId)
  if (checkpoint === undefined) {
    throw new QuarryError('checkpoint.notFound', 'The session has no such checkpoint.', { context: { checkpointId } })
  }
  const { kind, planVersion, reportVersion } = checkpoint
  const plan = history.plans.find(({ version }) => version === planVersion) ?? null
  const isWritten = ({ version, isPartial }: ReportHistory): boolean =>
    !isPartial && (version < reportVersion || (version === reportVersion && kind === 'report'))
  return {
    checkpoint,
    plan: plan === null ? null : { history: plan, over: stepsOver(plan, checkpoint, history) },
    earlier: history.plans.filter(({ version }) => version < (planVersion ?? 0)),
    reports: history.reports.filter(isWritten),
    addedRounds: plan === null || plan.reportVersion !== reportVersion ? 0 : countAddedRounds(plan, history),
  }
}
