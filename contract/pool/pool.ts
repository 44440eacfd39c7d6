import { z } from 'zod'
import { capability, capabilityLevel, capabilityLevels, capabilityName } from '../resources/capabilities'
import type { ResourceType } from '../resources/resource'
import { type MemberType, memberName, memberType, poolFact, waitFact, warningFact } from './pool-facts'

export const memberState = z.enum(['available', 'deployed', 'busy', 'blocked', 'error', 'released'])
export type MemberState = z.infer<typeof memberState>

export { type MemberType, memberType }

/** The types of resources that become members of a type (docs/pool.md); none of staff. */
export const resourceTypesOf: Readonly<Partial<Record<MemberType, readonly ResourceType[]>>> = {
  database: ['database', 'text2sql'],
  api: ['api'],
  tool: ['tool', 'mcp_server', 'knowledge_base'],
}

export const allocationState = z.enum(['allocated', 'executing', 'completed', 'blocked', 'failed'])
export type AllocationState = z.infer<typeof allocationState>

/** Why a request waits: others hold what it needs, or what would fit is itself blocked (its service is down). */
export const blockReason = z.enum(['resource_shortage', 'dependency_not_ready'])
export type BlockReason = z.infer<typeof blockReason>

export const poolPriority = z.enum(['low', 'normal', 'high'])
export type PoolPriority = z.infer<typeof poolPriority>

/** What a task needs of the pool: so many members of a type that reach a level of a capability. */
export const resourceRequirement = z.object({
  type: memberType,
  /** Null where any member of the type will do. */
  capability: capabilityName.nullable().default(null),
  /** The least level; means nothing without a capability. */
  level: capabilityLevel.default(1),
  count: z.number().int().min(1).max(100).default(1),
  /** Only slots of this resource. */
  resourceId: z.string().min(1).max(200).nullable().default(null),
})
export type ResourceRequirement = z.input<typeof resourceRequirement>

/** How a resource takes part in the pool where a person chose otherwise than it would by itself. */
export const pooledResource = z.object({
  /** Uses at once; null: as the resource says, or its kind. One that may change something keeps one. */
  slots: z.number().int().min(1).max(64).nullable(),
  /** Levels of capabilities that it has. */
  levels: capabilityLevels,
})
export type PooledResource = z.infer<typeof pooledResource>

/** All that a task needs at once: it gets everything or nothing. */
export const resourceRequirements = z.array(resourceRequirement).min(1).max(20)

/** What a person can do about a warning or about what is missing. */
export const poolRemedy = z.enum([
  'clear',
  'start',
  'addExecutor',
  'addResource',
  'restoreService',
  'lowerRequirement',
  'skipStep',
  'stopSession',
])
export type PoolRemedy = z.infer<typeof poolRemedy>

export const poolMemberView = memberName.extend({
  id: z.string(),
  /** The project of the resource; null of staff, which works for all. */
  projectId: z.string().nullable(),
  capabilities: z.array(capability),
  state: memberState,
  since: z.string(),
  /** The task that holds it, and its session's title. */
  taskId: z.string().nullable(),
  holder: z.string().nullable(),
  tasksDone: z.number().int(),
  tasksFailed: z.number().int(),
  /** Completed among finished tasks, 0..1; null before the first. */
  successRate: z.number().nullable(),
  /** Requests that wait and that it could serve. */
  waiting: z.number().int(),
  /** What broke it; of a blocked member, why it is. */
  error: poolFact.nullable(),
})
export type PoolMemberView = z.infer<typeof poolMemberView>

export const poolWaitingView = z.object({
  taskId: z.string(),
  label: z.string(),
  holder: z.string().nullable(),
  sessionId: z.string().nullable(),
  since: z.string(),
  reason: waitFact,
  blockedBy: blockReason,
  priority: poolPriority,
  /** Members are set aside for it, as it was passed over for long. */
  reserving: z.boolean(),
  requirements: z.array(resourceRequirement),
})
export type PoolWaitingView = z.infer<typeof poolWaitingView>

/** One span of a member's lane in time. */
export const poolSpan = z.object({
  memberId: z.string(),
  taskId: z.string(),
  label: z.string(),
  /** Of a span in error: what broke it. */
  problem: poolFact.optional(),
  state: z.enum(['deployed', 'busy', 'error']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type PoolSpan = z.infer<typeof poolSpan>

/** What deserves a person's look, with the one thing that would help. */
export const poolWarning = z.object({
  kind: z.enum(['stopped', 'broken', 'memberError', 'missing', 'blocked', 'longWait', 'bottleneck']),
  memberId: z.string().nullable(),
  taskId: z.string().nullable(),
  type: memberType.nullable(),
  /** The capability that is missing, where one is. */
  capability: z.string().nullable(),
  since: z.string(),
  fact: warningFact,
  remedy: poolRemedy,
})
export type PoolWarning = z.infer<typeof poolWarning>

/** `serving`; `stopped` by a person: what is held finishes, nothing more is handed out; `broken`: the store fails. */
export const poolMode = z.enum(['serving', 'stopped', 'broken'])
export type PoolMode = z.infer<typeof poolMode>

export const poolView = z.object({
  mode: poolMode,
  members: z.array(poolMemberView),
  /** The first who wait, in the order in which they will be served where the same fits them. */
  waiting: z.array(poolWaitingView),
  waitingTotal: z.number().int(),
  /** Spans that touch the last hour, newest kept where there are very many. */
  spans: z.array(poolSpan),
  timeline: z.object({ from: z.string(), until: z.string(), total: z.number().int() }),
  warnings: z.array(poolWarning),
  /** The type that holds most requests up; null where none does. */
  bottleneck: memberType.nullable(),
})
export type PoolView = z.infer<typeof poolView>

/** Who holds what a task would need. */
export const poolHolder = z.object({
  memberId: z.string(),
  member: memberName,
  taskId: z.string(),
  label: z.string(),
  holder: z.string().nullable(),
  since: z.string(),
})
export type PoolHolder = z.infer<typeof poolHolder>

export const missingRequirement = z.object({
  type: memberType,
  capability: z.string().nullable(),
  level: z.number().int(),
  resourceId: z.string().nullable(),
  needed: z.number().int(),
  /** In service and fitting, whether free or not. */
  inService: z.number().int(),
  /** The highest level of the capability in service; null where nobody has it. */
  bestLevel: z.number().int().nullable(),
  /** What would help, the likeliest first. */
  remedies: z.array(poolRemedy),
})
export type MissingRequirement = z.infer<typeof missingRequirement>

/** Whether the pool can give what a task needs: now, when others return it, or not until a person adds something. */
export const requirementCheck = z.discriminatedUnion('status', [
  z.object({ status: z.literal('satisfiable') }),
  z.object({
    status: z.literal('shortage'),
    blockedBy: blockReason,
    reason: waitFact,
    holders: z.array(poolHolder),
  }),
  z.object({ status: z.literal('missing'), missing: z.array(missingRequirement) }),
])
export type RequirementCheck = z.infer<typeof requirementCheck>

/** A task's open request for members. */
export const allocationView = z.object({
  taskId: z.string(),
  sessionId: z.string().nullable(),
  label: z.string(),
  holder: z.string().nullable(),
  priority: poolPriority,
  state: allocationState,
  blockedBy: blockReason.nullable(),
  waitsFor: waitFact.nullable(),
  members: z.array(memberName.extend({ id: z.string() })),
  requirements: z.array(resourceRequirement),
  requestedAt: z.string(),
  grantedAt: z.string().nullable(),
  executingAt: z.string().nullable(),
  leaseUntil: z.string().nullable(),
})
export type AllocationView = z.infer<typeof allocationView>

/** How the pool stands, in figures. */
export const poolReport = z.object({
  at: z.string(),
  mode: poolMode,
  types: z.array(
    z.object({
      type: memberType,
      total: z.number().int(),
      byState: z.record(memberState, z.number().int()),
      /** Members at work among those in service, 0..1. */
      utilisation: z.number(),
      waiting: z.number().int(),
      longestWaitMs: z.number().nullable(),
      tasksDone: z.number().int(),
      tasksFailed: z.number().int(),
      successRate: z.number().nullable(),
    }),
  ),
  allocations: z.array(allocationView),
  warnings: z.array(poolWarning),
  bottleneck: memberType.nullable(),
})
export type PoolReport = z.infer<typeof poolReport>
