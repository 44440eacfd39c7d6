import { randomUUID } from 'node:crypto'
import { createActor } from 'xstate'
import { QuarryError } from '../../contract/errors'
import type { PoolView } from '../../contract/pool'
import type { Database } from '../store'
import { createJournalKeeper } from './journal-keeper'
import { describeShortage } from './matching'
import { type KnownMember, poolMachine } from './pool-machine'
import { forgetSessionRows, markAbsentMembers, readPoolAtStart } from './repository/start'
import { defaultExecutors, executorSpec, standingMembers } from './roster'
import { timelineMs } from './spans'
import type { MemberSpec, Outcome, Requirement, TaskRequest } from './terms'

/** A member handed out to a task. */
export interface Allocation {
  readonly memberId: string
  readonly name: string
}

export interface AllocateOptions {
  /** What the task does, for the timeline. */
  readonly label: string
  readonly sessionId: string | null
  /** Title of the session, told as the holder. */
  readonly holder?: string
  readonly signal: AbortSignal
  /** Called with a sentence when nobody is free and the task waits. */
  readonly onWaiting?: (reason: string) => void
}

export interface Pool {
  /**
   * Hands out a member: at once, or when one becomes free, first come first served. A task that already holds one
   * gets the same. Throws `pool.noSuchMember` where no member in service can ever fit, the signal's reason where it
   * aborts, and the store's error where the pool's journal cannot be written.
   */
  allocate(taskId: string, requirement: Requirement, options: AllocateOptions): Promise<Allocation>
  /** The task now works on its member. */
  executing(taskId: string): void
  /** Returns the member. A task that holds none is ignored, so that releasing twice is safe. */
  release(taskId: string, outcome: Outcome): void
  /** A person clears a member's error. */
  clear(memberId: string): void
  /** Sizes the executors (null: from the cores); those that are too many finish what they hold and leave. */
  setExecutors(executors: number | null): void
  /** Drops what the pool keeps of a deleted session. */
  forgetSession(sessionId: string): Promise<void>
  view(): PoolView
  /** Calls the listener after every change until the returned function is called. */
  subscribe(listener: () => void): () => void
  /** Resolves when everything that happened so far is in the store. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface PoolOptions {
  readonly database: Database
  /** Slots that run steps; null sizes them from the cores. */
  readonly executors: number | null
  readonly clock?: () => Date
}

interface Waiter {
  resolve(allocation: Allocation): void
  reject(error: unknown): void
  onWaiting(reason: string): void
}

/** Opens the pool: closes what died with the last process and takes up its members where they stood. */
export async function createPool({ database, executors, clock = () => new Date() }: PoolOptions): Promise<Pool> {
  const now = (): string => clock().toISOString()
  const at = now()
  const remembered = await readPoolAtStart(database, at)
  const known = (spec: MemberSpec): KnownMember => ({
    spec,
    ...(remembered.members.get(spec.id) ?? { tasksDone: 0, tasksFailed: 0, error: null }),
  })
  const roster = (count: number | null): MemberSpec[] =>
    Array.from({ length: count ?? defaultExecutors() }, (_, index) => executorSpec(index + 1))
  const specs = [...roster(executors), ...standingMembers]
  await markAbsentMembers(
    database,
    specs.map(({ id }) => id),
    at,
  )

  const journal = createJournalKeeper(database)
  const actor = createActor(poolMachine.provide({ actors: { keepJournal: journal.actor } }), {
    input: { members: specs.map(known), spans: remembered.spans, at },
  })
  const waiters = new Map<string, Waiter>()
  actor.on('granted', ({ task, name }) => waiters.get(task.taskId)?.resolve({ memberId: task.memberId, name }))
  actor.on('awaited', ({ task, reason }) => waiters.get(task.taskId)?.onWaiting(reason))
  actor.on('refused', ({ task }) => {
    const { type, capability } = task.requirement
    waiters.get(task.taskId)?.reject(
      new QuarryError('pool.noSuchMember', `No ${type} in service can take this task.`, {
        remedy: 'Clear the members that failed, or add one in the settings, then resume.',
        context: { type, capability: capability?.name ?? null },
      }),
    )
  })
  actor.on('broken', ({ error }) => {
    for (const waiter of [...waiters.values()]) waiter.reject(error)
  })
  actor.start()

  return {
    allocate(taskId, requirement, options) {
      const { signal } = options
      return new Promise<Allocation>((resolve, reject) => {
        signal.throwIfAborted()
        const { held, members } = actor.getSnapshot().context
        const already = held[taskId]
        if (already !== undefined) {
          const name = members[already.memberId]?.getSnapshot().context.spec.name
          resolve({ memberId: already.memberId, name: name ?? already.memberId })
          return
        }
        if (waiters.has(taskId)) throw new QuarryError('internal', `Task ${taskId} already waits for a member.`)
        const withdraw = (): void => {
          actor.send({ type: 'WITHDRAW', taskId, at: now() })
          settle()
          reject(signal.reason)
        }
        const settle = (): void => {
          waiters.delete(taskId)
          signal.removeEventListener('abort', withdraw)
        }
        signal.addEventListener('abort', withdraw, { once: true })
        waiters.set(taskId, {
          resolve: (allocation) => {
            settle()
            resolve(allocation)
          },
          reject: (error) => {
            settle()
            reject(error)
          },
          onWaiting: (reason) => options.onWaiting?.(reason),
        })
        const task: TaskRequest = {
          taskId,
          allocationId: randomUUID(),
          requirement,
          label: options.label,
          sessionId: options.sessionId,
          holder: options.holder ?? null,
          since: now(),
        }
        actor.send({ type: 'ALLOCATE', task })
      })
    },
    executing: (taskId) => actor.send({ type: 'EXECUTE', taskId, at: now() }),
    release: (taskId, outcome) => actor.send({ type: 'RELEASE', taskId, outcome, at: now() }),
    clear: (memberId) => actor.send({ type: 'CLEAR', memberId, at: now() }),
    setExecutors(count) {
      const wanted = count ?? defaultExecutors()
      const inService = Object.values(actor.getSnapshot().context.standings)
        .filter(({ type, state }) => type === 'executor' && state !== 'released')
        .map(({ id }) => id)
      for (const memberId of inService.slice(wanted)) actor.send({ type: 'DRAIN', memberId, at: now() })
      for (let number = 1, missing = wanted - inService.length; missing > 0; number += 1) {
        const spec = executorSpec(number)
        if (actor.getSnapshot().context.members[spec.id] !== undefined) continue
        actor.send({ type: 'ADD', member: { spec, tasksDone: 0, tasksFailed: 0, error: null }, at: now() })
        missing -= 1
      }
    },
    async forgetSession(sessionId) {
      actor.send({ type: 'FORGET_SESSION', sessionId })
      await journal.settled()
      await forgetSessionRows(database, sessionId)
    },
    view() {
      const { standings, held, waiting, spans } = actor.getSnapshot().context
      const members = Object.values(standings)
      const oldest = clock().getTime() - timelineMs
      return {
        members: members.map(({ capabilities, ...member }) => ({
          ...member,
          capabilities: [...capabilities],
          holder: member.taskId === null ? null : (held[member.taskId]?.holder ?? null),
        })),
        waiting: waiting.map(({ taskId, label, since, requirement }) => ({
          taskId,
          label,
          since,
          reason: describeShortage(members, requirement),
        })),
        spans: spans.filter(({ endedAt }) => endedAt === null || Date.parse(endedAt) >= oldest),
      }
    },
    subscribe(listener) {
      const subscription = actor.subscribe(() => listener())
      return () => subscription.unsubscribe()
    },
    settled: () => journal.settled(),
    async close() {
      const { held, waiting } = actor.getSnapshot().context
      for (const { taskId } of waiting) {
        waiters.get(taskId)?.reject(new QuarryError('cancelled', 'The pool closes.'))
      }
      for (const taskId of Object.keys(held)) {
        actor.send({ type: 'RELEASE', taskId, outcome: { kind: 'cancelled' }, at: now() })
      }
      await journal.settled()
      actor.stop()
    },
  }
}
