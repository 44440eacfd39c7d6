import { z } from 'zod'

/** Names a checkpoint within its session: `plan-2`, the first step of that plan `plan-2-step-1`, `report-1`. */
export const checkpointId = z.string().regex(/^(?:plan-\d{1,6}(?:-step-\d{1,3})?|report-\d{1,6})$/)

/** A moment of a session whose rows still say what stood then: a plan was written, a step found something, a report was written. */
export const checkpoint = z.object({
  id: checkpointId,
  kind: z.enum(['plan', 'step', 'report']),
  at: z.string(),
  /** The plan that was worked by; null where a report needed none. */
  planVersion: z.number().int().positive().nullable(),
  /** The version of the report that was worked on, or was written. */
  reportVersion: z.number().int().positive(),
  /** Of a step or a report; empty of a plan. */
  title: z.string(),
  /** Steps of the plan that were over, of those that were not left out. */
  stepsDone: z.number().int().nonnegative(),
  stepsTotal: z.number().int().nonnegative(),
})
export type Checkpoint = z.infer<typeof checkpoint>

/** `continue`: goes on from there by itself; `revisePlan`: stops at the review of that checkpoint's plan. */
export const branchMode = z.enum(['continue', 'revisePlan'])
export type BranchMode = z.infer<typeof branchMode>

/** Where a branch comes from, as its row keeps it. */
export const branchPoint = checkpoint.omit({ stepsDone: true, stepsTotal: true }).extend({
  /** Of the session that it comes from. */
  sessionTitle: z.string(),
})
export type BranchPoint = z.infer<typeof branchPoint>

/** Where a branch comes from. */
export const branchOrigin = branchPoint.extend({
  /** Null where that session was deleted. */
  sessionId: z.string().nullable(),
  /** Documents that were deleted since, of those that what it was given rests on; at most 20 names. */
  missingSources: z.object({ count: z.number().int().nonnegative(), names: z.array(z.string()) }),
})
export type BranchOrigin = z.infer<typeof branchOrigin>

/** A session that goes on from a checkpoint of this one. */
export const branchView = z.object({
  sessionId: z.string(),
  title: z.string(),
  checkpoint: branchPoint.omit({ sessionTitle: true }),
  createdAt: z.string(),
})
export type BranchView = z.infer<typeof branchView>
