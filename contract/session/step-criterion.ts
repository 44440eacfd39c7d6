import { z } from 'zod'
import { kindOfFact } from '../fact'

/** What counts as done, of a step that rules planned: code judges it once the step has run. */
export const stepCriterion = z.discriminatedUnion('kind', [
  kindOfFact('keepsEvidence', {}),
  kindOfFact('bringsAnswer', {}),
  kindOfFact('calculatesFigure', {}),
])
export type StepCriterion = z.infer<typeof stepCriterion>

/** When a step is done: by a criterion, or in words of a person or a model, which no code judges; empty where nobody said it. */
export const doneWhen = z.union([z.string().max(500), stepCriterion])
export type DoneWhen = z.infer<typeof doneWhen>
