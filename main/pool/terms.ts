import type { ErrorShape } from '../../contract/error-shape'
import type { AllocationState, BlockReason, MemberState, MemberType, PoolPriority } from '../../contract/pool/pool'
import type { MemberName, PoolFact, WaitFact } from '../../contract/pool/pool-facts'
import type { Capability } from '../../contract/resources/capabilities'

/** What a member is, before it has a life. */
export interface MemberSpec extends Readonly<MemberName> {
  readonly id: string
  readonly capabilities: readonly Capability[]
  /** The project that the resource belongs to; null of staff, which is everybody's. */
  readonly projectId: string | null
  /** Whether a task that never came back can have left anything half done. */
  readonly readOnly: boolean
}

/** Where a member stands: what its machine tells the pool on every change. */
export interface MemberStatus extends MemberSpec {
  readonly state: MemberState
  /** ISO time since when it is in this state. */
  readonly since: string
  readonly taskId: string | null
  readonly tasksDone: number
  readonly tasksFailed: number
  readonly error: PoolFact | null
  /** The dependency that is missing, also while it works or is in error. */
  readonly blockedBy: PoolFact | null
}

/** A member with what it remembers of earlier runs. */
export interface KnownMember {
  readonly spec: MemberSpec
  readonly tasksDone: number
  readonly tasksFailed: number
  readonly error: PoolFact | null
  /** Its service went missing while it was away. */
  readonly blockedBy?: PoolFact | null
}

/** A member that left, as it comes back. */
export function remember(spec: MemberSpec, { tasksDone, tasksFailed, error }: MemberStatus): KnownMember {
  return { spec, tasksDone, tasksFailed, error }
}

/** What a task needs of the pool, complete. A level is a minimum, 1 to 10; without a capability it means nothing. */
export interface Requirement {
  readonly type: MemberType
  readonly capability: string | null
  readonly level: number
  readonly count: number
  readonly resourceId: string | null
  /** Whose resources may serve it; null of staff. */
  readonly projectId: string | null
}

/** A task that asks for members. */
export interface TaskRequest {
  readonly taskId: string
  readonly requestId: string
  readonly requirements: readonly Requirement[]
  readonly priority: PoolPriority
  readonly label: string
  readonly sessionId: string | null
  /** Title of the session that it belongs to. */
  readonly holder: string | null
  /** ISO time of the request; what died with its process and asks again keeps the first. */
  readonly since: string
  /** How long it may go without a sign of life, in ms. */
  readonly leaseMs: number
}

/** A task that holds members. */
export interface HeldTask extends TaskRequest {
  /** In the order of its requirements. */
  readonly memberIds: readonly string[]
  readonly state: Extract<AllocationState, 'allocated' | 'executing'>
  readonly grantedAt: string
  readonly executingAt: string | null
  /** ISO time after which it counts as leaked. */
  readonly leaseUntil: string
}

/** A member that itself failed: it leaves service until a person clears it. */
export interface FailedMember {
  readonly memberId: string
  readonly error: ErrorShape
}

/**
 * How a task ended. `completed`: without those that failed meanwhile, if any. `failed`: its input was bad, the members are
 * fine. `memberFailed`: a member itself failed; without `memberId` all that the task held, as nobody knows which one.
 * `cancelled`: stopped by a person or by closing.
 */
export type Outcome =
  | { readonly kind: 'completed'; readonly failed?: readonly FailedMember[] }
  | { readonly kind: 'failed'; readonly error: ErrorShape }
  | { readonly kind: 'memberFailed'; readonly error: ErrorShape; readonly memberId?: string }
  | { readonly kind: 'cancelled' }

/** Ids under which the pool's actors find each other. */
export const poolActors = { ledger: 'ledger', journal: 'journal' } as const

/** One line of the pool's journal: rows that a change of the pool leaves behind. */
export type JournalEntry =
  | {
      readonly kind: 'blocked'
      readonly task: TaskRequest
      readonly blockedBy: BlockReason
      readonly reason: WaitFact
      /** Nobody in service can serve it: it is not in the line. */
      readonly isRefused: boolean
      readonly at: string
    }
  | { readonly kind: 'withdrawn'; readonly task: TaskRequest; readonly state: AllocationState; readonly at: string }
  /** In the state that the task says. */
  | { readonly kind: 'held'; readonly task: HeldTask; readonly at: string }
  | {
      readonly kind: 'ended'
      readonly task: HeldTask
      readonly state: AllocationState
      readonly reason: PoolFact | null
      readonly at: string
    }
  | { readonly kind: 'member'; readonly status: MemberStatus; readonly at: string }
