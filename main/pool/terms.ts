import type { AllocationState, Capability, MemberState, MemberType } from '../../contract/pool'

/** What a member is, before it has a life. */
export interface MemberSpec {
  readonly id: string
  readonly name: string
  readonly type: MemberType
  readonly capabilities: readonly Capability[]
}

/** Where a member stands: what its machine tells the pool on every change. */
export interface MemberStanding extends MemberSpec {
  readonly state: MemberState
  /** ISO time since when it is in this state. */
  readonly since: string
  readonly taskId: string | null
  readonly tasksDone: number
  readonly tasksFailed: number
  readonly error: string | null
}

/** What a task needs of a member. A level is a minimum, 1 to 10. */
export interface Requirement {
  readonly type: MemberType
  readonly capability?: { readonly name: string; readonly level: number }
}

/** A task that asks for a member. */
export interface TaskRequest {
  readonly taskId: string
  readonly allocationId: string
  readonly requirement: Requirement
  readonly label: string
  readonly sessionId: string | null
  /** Title of the session that it belongs to. */
  readonly holder: string | null
  /** ISO time of the request. */
  readonly since: string
}

/** A task that holds a member. */
export interface HeldTask extends TaskRequest {
  readonly memberId: string
}

/**
 * How a task ended. `failed`: its input was bad, the member is fine. `memberFailed`: the member itself failed and
 * leaves service until a person clears it. `cancelled`: stopped by a person or by closing.
 */
export type Outcome =
  | { readonly kind: 'completed' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'memberFailed'; readonly reason: string }
  | { readonly kind: 'cancelled' }

/** One line of the pool's journal: rows that a change of the pool leaves behind. */
export type JournalEntry =
  | { readonly kind: 'allocated'; readonly task: HeldTask; readonly at: string }
  | { readonly kind: 'executing'; readonly task: HeldTask; readonly at: string }
  | {
      readonly kind: 'ended'
      readonly task: HeldTask
      readonly state: AllocationState
      readonly reason: string | null
      readonly at: string
    }
  | { readonly kind: 'member'; readonly standing: MemberStanding; readonly at: string }
  | { readonly kind: 'waiting' | 'withdrawn' | 'refused'; readonly task: TaskRequest; readonly at: string }
