import { z } from 'zod'
import { errorShape } from '../error-shape'
import { memoryId } from './memory'

/** What raised a question: a heading that asks, a document's title, or a domain's words. */
const raisedBy = z.object({
  kind: z.enum(['heading', 'title', 'domain']),
  /** Of the document or domain. */
  values: z.object({ name: z.string() }),
})
export type RaisedBy = z.infer<typeof raisedBy>

/** Why an answer was not kept. */
export const droppedReason = z.enum([
  'notAnswered',
  'namesMissing',
  'unsupported',
  'disagreement',
  'elsewhere',
  'tookTooLong',
  'failed',
  'quarryEnded',
])
export type DroppedReason = z.infer<typeof droppedReason>

/** What the background learner waits for. `presence`: nothing here says whether a person is at the machine. */
export const learnerWait = z.enum(['person', 'mains', 'work', 'presence'])
export type LearnerWait = z.infer<typeof learnerWait>

/** How the background learner of a project stands. */
export const learnerView = z.object({
  state: z.enum(['off', 'weighing', 'waiting', 'asking', 'paused', 'spent', 'exhausted', 'failed']),
  /** Empty in every state but `waiting`. */
  waitsFor: z.array(learnerWait),
  /** What is being asked. */
  question: z.string().nullable(),
  /** Questions that a person wants asked now, whatever the budget. */
  demanded: z.number().int().nonnegative(),
  /** What the day's budget has gone to. */
  today: z.object({
    questions: z.number().int(),
    questionsAtMost: z.number().int(),
    spentMs: z.number().int(),
    spentMsAtMost: z.number().int(),
  }),
  kept: z.number().int(),
  dropped: z.number().int(),
  error: errorShape.nullable(),
})
export type LearnerView = z.infer<typeof learnerView>

/** A question that the background learner asked, with what became of it. */
export const learnerQuestion = z.object({
  questionId: memoryId,
  question: z.string(),
  raisedBy,
  state: z.enum(['asking', 'kept', 'dropped', 'interrupted']),
  /** Of a dropped one. */
  reason: droppedReason.nullable(),
  askedAt: z.string(),
  tookMs: z.number().int().nullable(),
  /** Of a kept one: its sentences. */
  sentences: z.array(z.string()),
})
export type LearnerQuestion = z.infer<typeof learnerQuestion>

/** What came of questions that a person wanted asked. */
export const learnerRun = z.object({
  asked: z.array(z.object({ question: z.string(), reason: droppedReason.nullable() })),
  /** How it ended: all asked, nothing left to ask, or stopped. */
  ended: z.enum(['done', 'exhausted', 'stopped']),
})
export type LearnerRun = z.infer<typeof learnerRun>
