import { readFiguresAfter } from '../repository/step-calls'
import type { StepRole } from './step-role'

/** Gathers evidence: passages, rows, answers of calls; and the rows that the steps which wait for it calculate with. */
export const researcher: StepRole = {
  capability: 'recall',
  brief: async ({ database }, { planId, stepId }) => ({ figures: await readFiguresAfter(database, planId, stepId) }),
  work: (engine, question, options) => engine.gatherEvidence(question, options),
}
