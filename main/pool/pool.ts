import { randomUUID } from 'node:crypto'
import { createActor, fromCallback } from 'xstate'
import type { CapabilityLevels } from '../../contract/capabilities'
import { type ErrorShape, QuarryError } from '../../contract/errors'
import type {
  AllocationView,
  BlockReason,
  MissingRequirement,
  PoolMode,
  PoolPriority,
  PoolReport,
  PoolSpan,
  PoolView,
  RequirementCheck,
  ResourceRequirement,
} from '../../contract/pool'
import type { PoolFact, WaitFact } from '../../contract/pool-facts'
import { type MemberName, nameOfMember } from '../../contract/pool-facts'
import type { Database } from '../store'
import { checkRequirements } from './check'
import { inferRequirements } from './infer'
import { createJournalKeeper } from './journal-keeper'
import { createLedgerKeeper, type LedgerNotice } from './ledger-keeper'
import { membersOf, type PoolResource } from './members-of'
import { endOf } from './outcome'
import { poolMachine } from './pool-machine'
import { dropOldJournal, forgetSessionRows, readPoolAtStart } from './repository/start'
import { completeRequirements, shapeOf } from './requirements'
import { remedyOf } from './shortage'
import { type StaffSizes, type StaffType, staffSizes, staffSpec, staffTypes, thisMachine } from './staff'
import { type HeldTask, type KnownMember, type MemberSpec, type Outcome, remember, type TaskRequest } from './terms'
import { Timeline } from './timeline'
import { type Books, reportPool, viewAllocation, viewHeld, viewPool } from './view'

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

/** Sizes of the staff; null sizes from the machine. What is left out stays as it is. */
export type StaffSettings = { readonly [Type in StaffType]?: number | null } & {
  /** Levels that a person chose; left out, they stay. */
  readonly levels?: CapabilityLevels
}

/** What the pool tells while it works. */
export type PoolNotice =
  /** A task that was refused would now be served: it should ask again. */
  | { readonly kind: 'recovered'; readonly taskId: string; readonly sessionId: string | null }
  /** Nobody in service can serve a task. */
  | {
      readonly kind: 'refused'
      readonly taskId: string
      readonly sessionId: string | null
      readonly missing: readonly MissingRequirement[]
    }
  | { readonly kind: 'waiting'; readonly taskId: string; readonly sessionId: string | null; readonly reason: WaitFact }
  | { readonly kind: 'granted'; readonly taskId: string; readonly sessionId: string | null }
  /** A lease ended. */
  | { readonly kind: 'lost'; readonly taskId: string; readonly sessionId: string | null; readonly reason: PoolFact }
  /** The pool was stopped, started, or cannot write its journal. */
  | { readonly kind: 'mode'; readonly mode: PoolMode }

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
  /** The task's request: open, or one of the last thousand that ended; null where it is not known. */
  getAllocation(taskId: string): AllocationView | null
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
  /** Calls the listener with everything that concerns a task until the returned function is called. */
  onNotice(listener: (notice: PoolNotice) => void): () => void
  /** Resolves when everything that happened so far is in the store. */
  settled(): Promise<void>
  /** The process is about to end: nothing more is handed out, and who gives up waiting from now on keeps its place. */
  quiesce(): void
  /** Cancels who waits, and takes everything back. */
  close(): Promise<void>
}

interface PoolOptions {
  readonly database: Database
  /** Slots that run steps; null sizes them from the machine. */
  readonly executors: number | null
  readonly orchestrators?: number | null
  readonly reviewers?: number | null
  readonly staffLevels?: CapabilityLevels
  readonly clock?: () => Date
  /**
   * Calls back now and then, so that leases end, until the returned function is called; with how long this process was
   * suspended meanwhile, in ms. Default: every 30 s.
   */
  readonly ticker?: (tick: (suspendedMs?: number) => void) => () => void
}

interface Waiter {
  resolve(allocation: Allocation): void
  reject(error: unknown): void
  onWaiting(wait: { readonly reason: WaitFact; readonly blockedBy: BlockReason }): void
}

const defaultLeaseMs = 30 * 60 * 1000
const tickMs = 30 * 1000
/** Spans told of one stretch of the timeline. */
const maxTimelineSpans = 20_000
/** Ended requests that `getAllocation` still knows. */
const maxEnded = 1000

/** A call that is late by more than a period: the computer slept, or the process was held up, and with it its tasks. */
function everyHalfMinute(tick: (suspendedMs: number) => void): () => void {
  let calledAtMs = Date.now()
  const timer = setInterval(() => {
    const lateMs = Date.now() - calledAtMs - tickMs
    calledAtMs = Date.now()
    tick(lateMs > tickMs ? lateMs : 0)
  }, tickMs)
  timer.unref()
  return () => clearInterval(timer)
}

const describe = ({ type, capability, level, needed }: MissingRequirement): string =>
  `${needed} × ${type}${capability === null ? '' : ` with ${capability} at level ${level}`}`

function noSuchMember(missing: readonly MissingRequirement[]): QuarryError {
  const [first] = missing
  if (first === undefined) return new QuarryError('pool.noSuchMember', 'No member in service can take this task.')
  const { type, capability, level } = first
  return new QuarryError('pool.noSuchMember', `No member in service has: ${missing.map(describe).join('; ')}.`, {
    remedy: remedyOf(first),
    context: { type, capability, level, remedies: first.remedies.join(',') },
  })
}

/** Opens the pool: closes what died with the last process and takes up its members where they stood. */
export async function createPool(options: PoolOptions): Promise<Pool> {
  const { database, clock = () => new Date(), ticker = everyHalfMinute } = options
  let latestMs = 0
  /** Never goes back: the order of the line rests on it. */
  const nowMs = (): number => {
    latestMs = Math.max(latestMs, clock().getTime())
    return latestMs
  }
  const now = (): string => new Date(nowMs()).toISOString()
  const at = now()
  let settings: StaffSettings = {
    executor: options.executors,
    orchestrator: options.orchestrators ?? null,
    reviewer: options.reviewers ?? null,
    levels: options.staffLevels ?? {},
  }
  const staff = (): StaffSizes => {
    const sized = staffSizes(thisMachine())
    return {
      executor: settings.executor ?? sized.executor,
      orchestrator: settings.orchestrator ?? sized.orchestrator,
      reviewer: settings.reviewer ?? sized.reviewer,
    }
  }
  const sizes = staff()
  const specs = staffTypes.flatMap((type) =>
    Array.from({ length: sizes[type] }, (_, index) => staffSpec(type, index + 1, settings.levels)),
  )
  const presentIds = specs.map(({ id }) => id)
  const remembered = await readPoolAtStart(database, presentIds, at)
  const known = (spec: MemberSpec): KnownMember => ({
    spec,
    ...(remembered.members.get(spec.id) ?? { tasksDone: 0, tasksFailed: 0, error: null }),
  })
  /** What left and comes back is what it was: its error stays until a person clears it. */
  const returning = (spec: MemberSpec): KnownMember => {
    const last = ledger.directory.departed(spec.id)
    return last === undefined ? known(spec) : remember(spec, last)
  }

  const journal = createJournalKeeper(database)
  const keepTime = fromCallback(({ sendBack }) =>
    ticker((suspendedMs = 0) => sendBack({ type: 'TICK', at: now(), suspendedMs })),
  )
  const unmet = remembered.refusals.map((refusal) => ({ ...refusal, leaseMs: defaultLeaseMs }))
  const keeper = createLedgerKeeper(new Timeline(remembered.spans), unmet, (notice) => hear(notice))
  const { ledger, timeline } = keeper
  const actor = createActor(
    poolMachine.provide({ actors: { keepJournal: journal.actor, keepLedger: keeper.actor, keepTime } }),
    { input: { members: specs.map(known), at } },
  )
  const books = (): Books => {
    const { context, value } = actor.getSnapshot()
    const { modeSince } = context
    const state = typeof value === 'string' ? value : value.keeping
    const mode = state === 'ending' || state === 'closed' ? 'stopped' : state
    return { ledger, timeline, modeSince, mode }
  }

  const waiters = new Map<string, Set<Waiter>>()
  const waitersOf = (taskId: string): Waiter[] => [...(waiters.get(taskId) ?? [])]
  const losses = new Map<string, AbortController>()
  const ended = new Map<string, AllocationView>()
  const noteEnded = (task: HeldTask, state: 'completed' | 'failed', reason: PoolFact | null): void => {
    losses.delete(task.taskId)
    ended.delete(task.taskId)
    ended.set(task.taskId, viewHeld(ledger, task, { state, reason, at: now() }))
    const [oldest] = ended.keys()
    if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest)
  }
  const allocationOf = (task: HeldTask): Allocation => {
    const { directory } = ledger
    const loss = losses.get(task.taskId) ?? new AbortController()
    losses.set(task.taskId, loss)
    const members = task.memberIds.map((id): AllocatedMember => {
      const member = directory.get(id)
      if (member === undefined) throw new QuarryError('internal', `Member ${id} was allocated but does not exist.`)
      return { id, ...nameOfMember(member) }
    })
    return { taskId: task.taskId, members, lost: loss.signal }
  }

  const listeners = new Set<(notice: PoolNotice) => void>()
  const tell = (notice: PoolNotice): void => {
    for (const listener of [...listeners]) listener(notice)
  }
  const hear = (event: LedgerNotice): void => {
    const { taskId, sessionId } = event.task
    const about = { taskId, sessionId }
    switch (event.kind) {
      case 'granted':
        for (const waiter of waitersOf(taskId)) waiter.resolve(allocationOf(event.task))
        tell({ kind: 'granted', ...about })
        break
      case 'awaited':
        for (const waiter of waitersOf(taskId)) waiter.onWaiting({ reason: event.reason, blockedBy: event.blockedBy })
        tell({ kind: 'waiting', ...about, reason: event.reason })
        break
      case 'refused':
        for (const waiter of waitersOf(taskId)) waiter.reject(noSuchMember(event.missing))
        tell({ kind: 'refused', ...about, missing: event.missing })
        break
      case 'recovered':
        tell({ kind: 'recovered', ...about })
        break
      case 'lost': {
        const loss = losses.get(taskId)
        noteEnded(event.task, 'failed', event.reason)
        loss?.abort(
          new QuarryError('pool.memberFailed', 'Its lease expired without a heartbeat.', {
            context: { taskId },
          }),
        )
        tell({ kind: 'lost', ...about, reason: event.reason })
        break
      }
    }
  }
  actor.on('mode', ({ mode }) => tell({ kind: 'mode', mode }))
  actor.on('broken', ({ error }) => {
    for (const taskId of [...waiters.keys()]) for (const waiter of waitersOf(taskId)) waiter.reject(error)
    tell({ kind: 'mode', mode: 'broken' })
  })
  actor.start()

  const inService = (ids: Iterable<string>): string[] => {
    const { directory } = ledger
    return [...ids].filter((id) => directory.get(id)?.state !== 'released')
  }
  const resize = (): void => {
    const wanted = staff()
    for (const type of staffTypes) {
      const { directory } = ledger
      const ids = [...directory.all()].filter((member) => member.type === type && member.resourceId === null)
      const present = inService(ids.map(({ id }) => id))
      for (const memberId of present.slice(wanted[type])) actor.send({ type: 'DRAIN', memberId, at: now() })
      for (const memberId of present.slice(0, wanted[type])) {
        const spec = staffSpec(type, Number(memberId.slice(type.length + 1)), settings.levels)
        if (JSON.stringify(directory.get(memberId)?.capabilities) === JSON.stringify(spec.capabilities)) continue
        actor.send({ type: 'UPDATE', spec, at: now() })
      }
      const joining: KnownMember[] = []
      for (let number = 1; joining.length < wanted[type] - present.length; number += 1) {
        const spec = staffSpec(type, number, settings.levels)
        // One that is leaving still has its name.
        if (directory.get(spec.id) === undefined) joining.push(returning(spec))
      }
      if (joining.length > 0) actor.send({ type: 'ADD', members: joining, at: now() })
    }
  }
  const requestOf = (
    taskId: string,
    requirements: TaskRequest['requirements'],
    { label, sessionId, holder, priority = 'normal', leaseMs = defaultLeaseMs }: AllocateOptions,
  ): TaskRequest => {
    const place = remembered.places.get(taskId)
    remembered.places.delete(taskId)
    const requestId = place?.requestId ?? ledger.unmet.get(taskId)?.requestId ?? randomUUID()
    const since = place?.since ?? now()
    return { taskId, requestId, requirements, priority, label, sessionId, holder: holder ?? null, since, leaseMs }
  }

  return {
    addResource(resource) {
      const { resourceId } = resource
      const { directory } = ledger
      const wanted = membersOf(resource)
      const wantedIds = new Set(wanted.map(({ id }) => id))
      for (const memberId of inService(directory.slotsOf(resourceId))) {
        if (!wantedIds.has(memberId)) actor.send({ type: 'DRAIN', memberId, at: now() })
      }
      const joining: KnownMember[] = []
      for (const spec of wanted) {
        const present = directory.get(spec.id)
        if (present === undefined || present.state === 'released') joining.push(returning(spec))
        else actor.send({ type: 'UPDATE', spec, at: now() })
      }
      if (joining.length > 0) actor.send({ type: 'ADD', members: joining, at: now() })
      return [...wantedIds]
    },
    removeResource(resourceId) {
      for (const memberId of [...ledger.directory.slotsOf(resourceId)]) {
        actor.send({ type: 'DRAIN', memberId, at: now() })
      }
    },
    blockResource(resourceId, error) {
      const reason = { kind: 'resourceNotReady', values: { error } } as const
      for (const memberId of [...ledger.directory.slotsOf(resourceId)]) {
        actor.send({ type: 'BLOCK', memberId, reason, at: now() })
      }
    },
    healResource(resourceId) {
      for (const memberId of [...ledger.directory.slotsOf(resourceId)]) {
        actor.send({ type: 'HEAL', memberId, at: now() })
      }
    },
    inferResourceRequirements: inferRequirements,
    checkResourceRequirements(requirements, projectId) {
      const { mode } = books()
      return checkRequirements(ledger, completeRequirements(requirements, projectId ?? null), mode === 'serving', now())
    },
    allocateResources(taskId, asked, allocateOptions) {
      const { signal } = allocateOptions
      return new Promise<Allocation>((resolve, reject) => {
        signal.throwIfAborted()
        if (actor.getSnapshot().matches('closed')) throw new QuarryError('cancelled', 'The pool is closed.')
        const requirements = completeRequirements(asked, allocateOptions.projectId ?? null)
        const present = ledger.held.get(taskId) ?? ledger.line.get(taskId)?.task
        if (present !== undefined && shapeOf(present.requirements) !== shapeOf(requirements)) {
          throw new QuarryError('input.invalid', `Task ${taskId} already has a different request.`)
        }
        const held = ledger.held.get(taskId)
        if (held !== undefined) {
          resolve(allocationOf(held))
          return
        }
        const withdraw = (): void => {
          settle()
          if (!waiters.has(taskId)) actor.send({ type: 'WITHDRAW', taskId, at: now() })
          reject(signal.reason)
        }
        const settle = (): void => {
          signal.removeEventListener('abort', withdraw)
          const others = waiters.get(taskId)
          others?.delete(waiter)
          if (others?.size === 0) waiters.delete(taskId)
        }
        const waiter: Waiter = {
          resolve: (allocation) => {
            settle()
            resolve(allocation)
          },
          reject: (error) => {
            settle()
            reject(error)
          },
          onWaiting: (wait) => allocateOptions.onWaiting?.(wait),
        }
        signal.addEventListener('abort', withdraw, { once: true })
        waiters.set(taskId, (waiters.get(taskId) ?? new Set()).add(waiter))
        if (present === undefined) {
          actor.send({ type: 'ALLOCATE', task: requestOf(taskId, requirements, allocateOptions), at: now() })
        }
      })
    },
    executing: (taskId) => actor.send({ type: 'EXECUTE', taskId, at: now() }),
    heartbeat: (taskId) => actor.send({ type: 'HEARTBEAT', taskId, at: now() }),
    releaseResources(taskId, outcome) {
      const task = ledger.held.get(taskId)
      if (task === undefined) return
      noteEnded(task, outcome.kind === 'completed' ? 'completed' : 'failed', endOf(outcome))
      actor.send({ type: 'RELEASE', taskId, outcome, at: now() })
    },
    withdraw(taskId) {
      if (!waiters.has(taskId)) actor.send({ type: 'WITHDRAW', taskId, at: now() })
    },
    getAllocation: (taskId) => viewAllocation(books(), taskId) ?? ended.get(taskId) ?? null,
    getStatusReport: () => reportPool(books(), nowMs()),
    stop: () => actor.send({ type: 'STOP', at: now() }),
    start: () => actor.send({ type: 'START', at: now() }),
    clear: (memberId) => actor.send({ type: 'CLEAR', memberId, at: now() }),
    setStaff(changed) {
      settings = { ...settings, ...changed }
      resize()
    },
    dropOldJournal: () => dropOldJournal(database, now()),
    async forgetSession(sessionId) {
      actor.send({ type: 'FORGET_SESSION', sessionId })
      for (const [taskId, view] of ended) if (view.sessionId === sessionId) ended.delete(taskId)
      for (const taskId of remembered.places.keys()) {
        if (taskId.startsWith(`${sessionId}/`)) remembered.places.delete(taskId)
      }
      await journal.settled()
      await forgetSessionRows(database, sessionId)
    },
    view: () => viewPool(books(), nowMs()),
    timeline: (from, until) => timeline.between(Date.parse(from), Date.parse(until), maxTimelineSpans),
    subscribe(listener) {
      const subscription = actor.subscribe(() => listener())
      return () => subscription.unsubscribe()
    },
    onNotice(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    settled: () => journal.settled(),
    quiesce: () => actor.send({ type: 'QUIESCE', at: now() }),
    async close() {
      // Before anything is returned: it must not go to tasks that wait no more.
      actor.send({ type: 'QUIESCE', at: now() })
      for (const { task } of ledger.line.inOrder()) {
        for (const waiter of waitersOf(task.taskId)) waiter.reject(new QuarryError('cancelled', 'The pool is closing.'))
      }
      for (const taskId of [...ledger.held.keys()]) {
        actor.send({ type: 'RELEASE', taskId, outcome: { kind: 'cancelled' }, at: now() })
      }
      await journal.settled()
      actor.send({ type: 'CLOSE' })
    },
  }
}
