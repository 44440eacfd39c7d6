import { z } from 'zod'
import { errorShape } from '../error-shape'
import { kindOfFact, toldFact } from '../fact'

export const memberType = z.enum(['executor', 'orchestrator', 'reviewer', 'tool', 'api', 'database'])
export type MemberType = z.infer<typeof memberType>

/** Who a member of the pool is: staff by its type and number, a slot by its resource and number. */
export const memberName = z.object({
  type: memberType,
  /** Null of the pool's own staff. */
  resourceId: z.string().nullable(),
  /** What the resource is called; null of staff. */
  name: z.string().nullable(),
  /** Null of the only one. */
  number: z.number().int().nullable(),
})
export type MemberName = z.infer<typeof memberName>

/** Of a member, what says who it is. */
export const nameOfMember = ({ type, resourceId, name, number }: MemberName): MemberName => ({
  type,
  resourceId,
  name,
  number,
})

/** So many members of a type, with a capability at a level or more. */
const neededMembers = z.object({
  type: memberType,
  capability: z.string().nullable(),
  level: z.number().int(),
  count: z.number().int(),
})
export type NeededMembers = z.infer<typeof neededMembers>

/** What a task or step waits for. */
export const waitFact = z.discriminatedUnion('kind', [
  kindOfFact('poolStopped', {}),
  kindOfFact('membersBusy', { needs: z.array(neededMembers), working: z.number().int(), fitting: z.number().int() }),
  kindOfFact('membersNotReady', { needs: z.array(neededMembers), name: z.string().nullable() }),
  kindOfFact('nobodyHas', { needs: z.array(neededMembers) }),
  kindOfFact('stepsFirst', { titles: z.array(z.string()) }),
  toldFact,
])
export type WaitFact = z.infer<typeof waitFact>

/** What ended a task's request, or is wrong with a member. */
export const poolFact = z.discriminatedUnion('kind', [
  kindOfFact('taskFailed', { error: errorShape }),
  kindOfFact('memberFailed', { error: errorShape }),
  kindOfFact('memberFailedBefore', {}),
  /** No sign of life until the lease of the task `label` ended. */
  kindOfFact('leaseEnded', { label: z.string() }),
  kindOfFact('processEnded', {}),
  kindOfFact('taskCancelled', {}),
  kindOfFact('requestWithdrawn', {}),
  kindOfFact('resourceNotReady', { error: errorShape.nullable() }),
  toldFact,
])
export type PoolFact = z.infer<typeof poolFact>

/** What deserves a person's look. */
export const warningFact = z.discriminatedUnion('kind', [
  kindOfFact('poolOutOfService', {}),
  kindOfFact('poolIsStopped', {}),
  kindOfFact('memberInError', { member: memberName, problem: poolFact.nullable() }),
  kindOfFact('memberBlocked', { member: memberName, problem: poolFact.nullable() }),
  kindOfFact('taskUnserved', { label: z.string(), needs: z.array(neededMembers) }),
  kindOfFact('taskBlocked', { label: z.string(), wait: waitFact }),
  kindOfFact('taskWaitsLong', { label: z.string(), wait: waitFact }),
  kindOfFact('bottleneck', { type: memberType, waiting: z.number().int(), inService: z.number().int() }),
])
export type WarningFact = z.infer<typeof warningFact>
