import { QuarryError } from '../../../contract/errors'
import type { SqlExecutor } from '../../store'
import { type ResumePoint, resumeState } from '../resume'
import { readNewestPlan } from './plans'
import { readReportProgress } from './reports'
import { readSession } from './sessions'

/** Where a session's rows stand. Throws `session.notFound`, and `session.wrongState` for rows of a newer version. */
export async function readResumePoint(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
): Promise<ResumePoint> {
  const session = await readSession(executor, projectId, sessionId)
  const newest = await readNewestPlan(executor, sessionId)
  const plan = newest?.reportVersion === session.reportVersion ? newest : null
  const point = resumeState({
    state: session.state,
    interruptedState: session.interruptedState,
    plan:
      plan === null
        ? null
        : {
            planId: plan.planId,
            approved: plan.approvedAt !== null,
            steps: plan.steps.map(({ id, dependsOn, state, blockedBy }) => ({ id, dependsOn, state, blockedBy })),
          },
    report: await readReportProgress(executor, { sessionId, version: session.reportVersion }),
    hasObservations: plan?.steps.some(({ state }) => state === 'observed') ?? false,
    settings: session.settings,
  })
  if (point === null) {
    throw new QuarryError('session.wrongState', `This version does not know the state “${session.state}”.`, {
      remedy: 'updateQuarry',
      context: { sessionId, state: session.state },
    })
  }
  return point
}
