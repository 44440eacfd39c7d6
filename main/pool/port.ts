import type { ErrorShape } from '../../contract/error-shape'
import type {
  BlockReason,
  PoolPriority,
  PoolReport,
  PoolSpan,
  PoolView,
  RequirementCheck,
  ResourceRequirement,
} from '../../contract/pool/pool'
import type { MemberName, WaitFact } from '../../contract/pool/pool-facts'
import type { PoolResource } from './members-of'
import type { StaffSettings } from './staffing'
import type { Outcome } from './terms'

/** A member handed out to a task. */
export interface AllocatedMember extends Readonly<MemberName> {
  readonly id: string
}

/** Everything that a task asked for. */
export interface Allocation {
  readonly taskId: string
  /** In the order of the requirements. */
  readonly members: readonly AllocatedMember[]
  /** Aborts where the pool takes the members back, as the lease ended: the task must stop. */
  readonly lost: AbortSignal
}

export interface AllocateOptions {
  /** What the task does, for the timeline. */
  readonly label: string
  readonly sessionId: string | null
  /** Whose resources may serve it; left out, only such as belong to no project. */
  readonly projectId?: string
  /** Title of the session, told as the holder. */
  readonly holder?: string
  /** Default `normal`. */
  readonly priority?: PoolPriority
  /** How long the task may go without `executing` or `heartbeat`, in ms. Default: half an hour. */
  readonly leaseMs?: number
  readonly signal: AbortSignal
  /** Called when not everything is free and the task waits: with why, and whether others hold it or it is down. */
  readonly onWaiting?: (wait: { readonly reason: WaitFact; readonly blockedBy: BlockReason }) => void
}

export interface Pool {
  /** Takes a resource in, or what changed of it: its slots join, change, or leave. Answers the ids of its members. */
  addResource(resource: PoolResource): string[]
  /** Its slots leave: free ones at once, others when their task ends. */
  removeResource(resourceId: string): void
  /** The resource's service does not answer: its free slots are blocked until `healResource`. */
  blockResource(resourceId: string, error: ErrorShape | null): void
  healResource(resourceId: string): void
  /** What a step needs beside its executor, by plain words of instruction in it; empty where it needs nothing. */
  inferResourceRequirements(description: string): ResourceRequirement[]
  /** Whether the pool can give it: now, when others return it, or not until a person adds something. */
  checkResourceRequirements(requirements: readonly ResourceRequirement[], projectId?: string): RequirementCheck
  /**
   * Hands out everything that is required, or nothing: at once, or when it is free. Order: by priority, which rises
   * while a task waits. A task that already holds the same gets the same. Throws `input.invalid` for malformed
   * requirements or a task that holds something else, `pool.noSuchMember` (context: type, capability, level) where
   * members in service can never serve it, the signal's reason where it aborts, and the store's error where the pool's
   * journal cannot be written.
   */
  allocateResources(
    taskId: string,
    requirements: readonly ResourceRequirement[],
    options: AllocateOptions,
  ): Promise<Allocation>
  /** The task now works; also a sign of life. */
  executing(taskId: string): void
  /** A sign of life: renews the lease. */
  heartbeat(taskId: string): void
  /** Returns everything the task holds. A task that holds nothing is ignored, so that releasing twice is safe. */
  releaseResources(taskId: string, outcome: Outcome): void
  /** A task that was refused needs nothing any more: nobody has to be told of it. */
  withdraw(taskId: string): void
  getStatusReport(): PoolReport
  /** Hands out nothing more until `start`; what is held finishes. */
  stop(): void
  start(): void
  /** A person clears a member's error. */
  clear(memberId: string): void
  /** Sizes and grades the pool's own members; those that are too many finish what they hold and leave. */
  setStaff(sizes: StaffSettings): void
  /** Removes what the journal holds of more than a week ago; for a quiet moment. */
  dropOldJournal(): Promise<void>
  /** Drops what the pool keeps of a deleted session. */
  forgetSession(sessionId: string): Promise<void>
  view(): PoolView
  /** Spans that touch a stretch of the last hour (ISO times), the newest where there are very many. */
  timeline(from: string, until: string): { spans: PoolSpan[]; total: number }
  /** Calls the listener after every change until the returned function is called. */
  subscribe(listener: () => void): () => void
  /** Resolves when everything that happened so far is in the store. */
  settled(): Promise<void>
  /** The process is about to end: nothing more is handed out, and who gives up waiting from now on keeps its place. */
  quiesce(): void
  /** Cancels who waits, and takes everything back. */
  close(): Promise<void>
}
