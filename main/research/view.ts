import type { ServiceQuestion } from '../../contract/calls/service-question'
import type { WaitFact } from '../../contract/pool/pool-facts'
import { rolesOf } from '../../contract/session/engine'
import type {
  PlanView,
  SessionProgress,
  SessionState,
  SessionView,
  StepCheck,
  StepView,
} from '../../contract/session/session'
import type { Database, SqlExecutor } from '../store'
import { readOpenConfirmations } from '../tools'
import { planChanges } from './plan-changes'
import { listBranches, readOrigin } from './repository/branches'
import { readEnteredAt } from './repository/events'
import { readNeverUsed } from './repository/evidence-choices'
import { readQuestions, readRounds } from './repository/messages'
import { readBrought, readEvidence } from './repository/observations'
import { type PlanRecord, readNewestPlan, readStepsBefore } from './repository/plans'
import { listReportVersions, readReport } from './repository/reports'
import { readScopeItems } from './repository/scope'
import { readSession } from './repository/sessions'
import type { StepRecord } from './repository/steps'
import { readModelUse } from './repository/turns'
import { isFinished } from './schedule'
import { checkStep } from './step-criterion'

/** What only the live machine knows: what is under way now, and how far. */
export interface LiveWork {
  readonly key: SessionState
  readonly progress: SessionProgress
}

function waitsFor(plan: PlanRecord, step: PlanRecord['steps'][number]): WaitFact | null {
  if (step.waitsFor !== null || step.state !== 'pending') return step.waitsFor
  const unfinished = plan.steps.filter(({ id, state }) => step.dependsOn.includes(id) && !isFinished(state))
  const titles = unfinished.map(({ title }) => title)
  return titles.length === 0 ? null : { kind: 'stepsFirst', values: { titles } }
}

/** @param before the steps of the version before, of a plan that waits for review */
function toPlanView(
  plan: PlanRecord,
  before: readonly StepRecord[] | null,
  brought: ReadonlyMap<string, StepCheck['brought']>,
): PlanView {
  return {
    version: plan.version,
    ...(before === null ? {} : { changes: planChanges(before, plan.steps) }),
    remark: plan.remark,
    approvedAt: plan.approvedAt,
    steps: plan.steps.map(
      (step): StepView => ({
        ...step,
        dependsOn: [...step.dependsOn],
        resources: [...step.resources],
        check: checkStep(step, brought.get(step.id) ?? 'nothing'),
        waitsFor: plan.approvedAt === null ? null : waitsFor(plan, step),
      }),
    ),
  }
}

/** @param since ISO time after which they were indexed; null: all of them */
async function countIndexedSources(
  executor: SqlExecutor,
  projectId: string,
  since: string | null = null,
): Promise<number> {
  const [row] = await executor.query<{ count: number }>(
    `select count(*)::int as count from sources where project_id = $1 and state in ('indexed', 'missing')
       and ($2::timestamptz is null or indexed_at > $2)`,
    [projectId, since],
  )
  return row?.count ?? 0
}

/**
 * A whole session from its rows, read in one transaction, with what is under way from the live machine (null where
 * none runs) and what services ask just now. Throws `session.notFound`.
 */
export async function assembleView(
  database: Database,
  projectId: string,
  sessionId: string,
  live: LiveWork | null,
  questions: readonly ServiceQuestion[],
): Promise<SessionView> {
  return database.transaction(async (transaction) => {
    const session = await readSession(transaction, projectId, sessionId)
    const newestPlan = await readNewestPlan(transaction, sessionId)
    // Of an earlier question the plan is no longer what is worked on.
    const plan = newestPlan?.reportVersion === session.reportVersion ? newestPlan : null
    const isReviewed = plan !== null && plan.approvedAt === null && plan.version > 1
    const before = isReviewed ? await readStepsBefore(transaction, sessionId, plan) : null
    const rounds = await readRounds(transaction, sessionId)
    const reportVersions = await listReportVersions(transaction, sessionId)
    const newest = reportVersions.at(-1)
    const counted = plan?.steps.filter(({ state }) => state !== 'skipped') ?? []
    const stepsDone = counted.filter(({ state }) => isFinished(state)).length
    const isStepping = live?.key === 'running' || live?.key === 'paused'
    return {
      id: session.sessionId,
      title: session.title,
      question: session.question,
      state: session.state,
      stepsDone,
      stepsTotal: counted.length,
      archived: session.archived,
      ...(session.isBranch && { isBranch: true }),
      ...(session.branchMark !== undefined && { branchMark: session.branchMark }),
      createdAt: session.createdAt,
      updatedAt: session.updatedAt,
      settings: session.settings,
      engine: session.engine,
      modelUse:
        rolesOf(session.engine, session.settings.roleEngines).length === 0
          ? null
          : await readModelUse(transaction, sessionId),
      clarifications: rounds.map(({ skipped: _skipped, ...round }) => round),
      investigation: session.investigation,
      plan: plan === null ? null : toPlanView(plan, before, await readBrought(transaction, projectId, plan.planId)),
      confirmations: await readOpenConfirmations(transaction, projectId, sessionId),
      questions: [...questions],
      evidence: plan === null || plan.approvedAt === null ? [] : await readEvidence(transaction, plan.planId),
      report: newest === undefined ? null : await readReport(transaction, { sessionId, version: newest.version }),
      reportVersions,
      asked: await readQuestions(transaction, sessionId),
      error: session.error,
      interruptedState: session.interruptedState,
      activity:
        live === null
          ? null
          : {
              key: live.key,
              done: isStepping ? stepsDone : (live.progress?.done ?? 0),
              total: isStepping ? counted.length : (live.progress?.total ?? null),
              startedAt: (await readEnteredAt(transaction, projectId, sessionId)) ?? session.updatedAt,
            },
      sourcesIndexed: await countIndexedSources(transaction, projectId),
      sourcesSince: newest === undefined ? 0 : await countIndexedSources(transaction, projectId, newest.writtenAt),
      scopedTo: await readScopeItems(transaction, sessionId),
      neverUsed: await readNeverUsed(transaction, projectId, sessionId),
      branchedFrom: await readOrigin(transaction, projectId, sessionId),
      branches: await listBranches(transaction, projectId, sessionId),
    }
  })
}
