import type { StepRole } from './step-role'

/** Gathers evidence: passages, rows, answers of calls; and the rows that the steps which wait for it calculate with. */
export const researcher: StepRole = {
  capability: 'recall',
  async brief(_context, { plan, step }) {
    const figures = plan.steps
      .filter(({ type, skipped, dependsOn }) => type === 'processing' && !skipped && dependsOn.includes(step.id))
      .map(({ query }) => query)
    return { figures }
  },
  work: (engine, question, options) => engine.gatherEvidence(question, options),
}
