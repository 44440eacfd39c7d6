import { readCallsOf } from '../repository/step-calls'
import type { StepRole } from './step-role'

/** Calculates, with code in the sandbox, from what the steps found that it waits for. It searches and asks nothing itself. */
export const coder: StepRole = {
  capability: 'data_analysis',
  async brief({ database, projectId }, { sessionId, plan, step, earlier }) {
    // A step that failed or was left out found nothing, whatever it was answered before.
    const stepIds = earlier.map((one) => one.step.id)
    const of = { projectId, sessionId, planId: plan.planId }
    return {
      calls:
        stepIds.length === 0
          ? []
          : await readCallsOf(
              database,
              of,
              step.dependsOn.filter((id) => stepIds.includes(id)),
            ),
    }
  },
  work: (engine, question, options) => engine.processFindings(question, options),
}
