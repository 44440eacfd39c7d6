import { z } from 'zod'

export const memberState = z.enum(['available', 'deployed', 'busy', 'blocked', 'error', 'released'])
export type MemberState = z.infer<typeof memberState>

export const memberType = z.enum(['executor', 'orchestrator', 'reviewer', 'tool', 'api', 'database'])
export type MemberType = z.infer<typeof memberType>

/** Levels go from 1 to 10. */
export const capability = z.object({ name: z.string(), level: z.number().int().min(1).max(10) })
export type Capability = z.infer<typeof capability>

export const allocationState = z.enum(['allocated', 'executing', 'completed', 'blocked', 'failed'])
export type AllocationState = z.infer<typeof allocationState>

export const poolMemberView = z.object({
  id: z.string(),
  name: z.string(),
  type: memberType,
  capabilities: z.array(capability),
  state: memberState,
  since: z.string(),
  /** The task that holds it, and its session's title. */
  taskId: z.string().nullable(),
  holder: z.string().nullable(),
  tasksDone: z.number().int(),
  tasksFailed: z.number().int(),
  error: z.string().nullable(),
})
export type PoolMemberView = z.infer<typeof poolMemberView>

/** One span of a member's lane in time. */
export const poolSpan = z.object({
  memberId: z.string(),
  taskId: z.string(),
  label: z.string(),
  state: z.enum(['deployed', 'busy', 'error']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type PoolSpan = z.infer<typeof poolSpan>

export const poolView = z.object({
  members: z.array(poolMemberView),
  waiting: z.array(z.object({ taskId: z.string(), label: z.string(), since: z.string(), reason: z.string() })),
  spans: z.array(poolSpan),
})
export type PoolView = z.infer<typeof poolView>
