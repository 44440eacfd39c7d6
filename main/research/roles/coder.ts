import { readCallsOf } from '../repository/step-calls'
import type { StepRole } from './step-role'

/** Calculates, with code in the sandbox, from what the steps found that it waits for. It searches and asks nothing itself. */
export const coder: StepRole = {
  capability: 'data_analysis',
  async brief({ database, projectId }, { sessionId, planId }, { step, earlier }) {
    // A step that failed or was left out found nothing, whatever it was answered before.
    const stepIds = step.dependsOn.filter((id) => earlier.some((one) => one.step.id === id))
    if (stepIds.length === 0) return { calls: [] }
    return { calls: await readCallsOf(database, { projectId, sessionId, planId }, stepIds) }
  },
  work: (engine, question, options) => engine.processFindings(question, options),
}
