import { randomUUID } from 'node:crypto'
import { createActor, fromCallback } from 'xstate'
import { QuarryError } from '../../contract/errors'
import type { BlockReason, MissingRequirement } from '../../contract/pool/pool'
import { nameOfMember, type WaitFact } from '../../contract/pool/pool-facts'
import type { CapabilityLevels } from '../../contract/resources/capabilities'
import type { Database } from '../store'
import { checkRequirements } from './check'
import { inferRequirements } from './infer'
import { createJournalKeeper } from './journal-keeper'
import { createLedgerKeeper, type LedgerNotice } from './ledger-keeper'
import { membersOf } from './members-of'
import { poolMachine } from './pool-machine'
import type { AllocatedMember, AllocateOptions, Allocation, Pool } from './port'
import { dropOldJournal, forgetSessionRows, readPoolAtStart } from './repository/start'
import { completeRequirements, shapeOf } from './requirements'
import { remedyOf } from './shortage'
import { createStaffing } from './staffing'
import { type HeldTask, type KnownMember, type MemberSpec, remember, type TaskRequest } from './terms'
import { Timeline } from './timeline'
import { type Books, reportPool, viewPool } from './view'

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

// Over 300 lines: the pool's commands and who waits for them; books, line and members have files of their own.

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
  const staffing = createStaffing(
    { executor: options.executors, orchestrator: options.orchestrators ?? null, reviewer: options.reviewers ?? null },
    options.staffLevels,
  )
  const specs = staffing.specs()
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

  const hear = (event: LedgerNotice): void => {
    const { taskId } = event.task
    switch (event.kind) {
      case 'granted':
        for (const waiter of waitersOf(taskId)) waiter.resolve(allocationOf(event.task))
        break
      case 'awaited':
        for (const waiter of waitersOf(taskId)) waiter.onWaiting({ reason: event.reason, blockedBy: event.blockedBy })
        break
      case 'refused':
        for (const waiter of waitersOf(taskId)) waiter.reject(noSuchMember(event.missing))
        break
      case 'lost': {
        const loss = losses.get(taskId)
        losses.delete(taskId)
        loss?.abort(
          new QuarryError('pool.memberFailed', 'Its lease expired without a heartbeat.', {
            context: { taskId },
          }),
        )
        break
      }
    }
  }
  actor.on('broken', ({ error }) => {
    for (const taskId of [...waiters.keys()]) for (const waiter of waitersOf(taskId)) waiter.reject(error)
  })
  actor.start()

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
      for (const memberId of [...directory.slotsOf(resourceId)]) {
        const isLeaving = directory.get(memberId)?.state === 'released'
        if (!isLeaving && !wantedIds.has(memberId)) actor.send({ type: 'DRAIN', memberId, at: now() })
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
      if (!ledger.held.has(taskId)) return
      losses.delete(taskId)
      actor.send({ type: 'RELEASE', taskId, outcome, at: now() })
    },
    withdraw(taskId) {
      if (!waiters.has(taskId)) actor.send({ type: 'WITHDRAW', taskId, at: now() })
    },
    getStatusReport: () => reportPool(books(), nowMs()),
    stop: () => actor.send({ type: 'STOP', at: now() }),
    start: () => actor.send({ type: 'START', at: now() }),
    clear: (memberId) => actor.send({ type: 'CLEAR', memberId, at: now() }),
    setStaff(changed) {
      const { draining, updated, joining } = staffing.resized(changed, ledger.directory)
      for (const memberId of draining) actor.send({ type: 'DRAIN', memberId, at: now() })
      for (const spec of updated) actor.send({ type: 'UPDATE', spec, at: now() })
      if (joining.length > 0) actor.send({ type: 'ADD', members: joining.map(returning), at: now() })
    },
    dropOldJournal: () => dropOldJournal(database, now()),
    async forgetSession(sessionId) {
      actor.send({ type: 'FORGET_SESSION', sessionId })
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
