import { z } from 'zod'
import { checkpoint } from './checkpoint'
import { clarificationRound, stepEvidence, stepView } from './session'

/** What a session knew at a checkpoint. */
export const checkpointView = checkpoint.extend({
  questions: z.array(z.string()),
  clarifications: z.array(clarificationRound),
  /** Of the plan; what was not over then is pending. */
  steps: z.array(
    stepView.pick({ id: true, title: true, query: true, type: true, doneWhen: true, state: true, kept: true }),
  ),
  /** At most 200 sentences of the steps that were over. */
  evidence: z.array(stepEvidence),
  /** Versions of the report that were written. */
  reports: z.array(z.object({ version: z.number().int().positive(), title: z.string() })),
})
export type CheckpointView = z.infer<typeof checkpointView>
