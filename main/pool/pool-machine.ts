import { assign, emit, enqueueActions, fromCallback, setup } from 'xstate'
import type { PoolMode } from '../../contract/pool'
import { callbackNotProvided } from '../threads'
import { type Decision, Ledger } from './ledger'
import { type MemberEvent, memberMachine } from './member-machine'
import {
  type HeldTask,
  type JournalEntry,
  type KnownMember,
  type MemberSpec,
  type MemberStanding,
  type Outcome,
  remember,
  type TaskRequest,
} from './terms'
import type { Timeline } from './timeline'

export type PoolEvent =
  | { type: 'ALLOCATE'; task: TaskRequest; at: string }
  | { type: 'EXECUTE'; taskId: string; at: string }
  /** The task is alive. */
  | { type: 'HEARTBEAT'; taskId: string; at: string }
  | { type: 'RELEASE'; taskId: string; outcome: Outcome; at: string }
  /** A task that still waits gives up, or one that was refused. */
  | { type: 'WITHDRAW'; taskId: string; at: string }
  | { type: 'ADD'; members: readonly KnownMember[]; at: string }
  | { type: 'UPDATE'; spec: MemberSpec; at: string }
  | { type: 'DRAIN'; memberId: string; at: string }
  | { type: 'CLEAR'; memberId: string; at: string }
  | { type: 'BLOCK'; memberId: string; reason: string; at: string }
  | { type: 'HEAL'; memberId: string; at: string }
  /** A person stops the whole pool, and has it go on. */
  | { type: 'STOP'; at: string }
  | { type: 'START'; at: string }
  /** The process is about to end. */
  | { type: 'QUIESCE'; at: string }
  /** Everything is returned and written. */
  | { type: 'CLOSE' }
  /** Time has passed: leases may have ended. While the process was suspended (in ms) no task could show that it lives. */
  | { type: 'TICK'; at: string; suspendedMs?: number }
  | { type: 'FORGET_SESSION'; sessionId: string }
  | { type: 'MEMBER_CHANGED'; standing: MemberStanding }
  | { type: 'JOURNAL_FAILED'; error: unknown; at: string }
  /** What had failed is written after all. */
  | { type: 'JOURNAL_WRITTEN'; at: string }

/** What tasks and sessions hear. */
export type PoolEmitted =
  | Decision
  /** The lease ended: the task no longer holds anything. */
  | { readonly kind: 'lost'; readonly task: HeldTask; readonly reason: string }
  | { readonly kind: 'mode'; readonly mode: PoolMode }
  | { readonly kind: 'broken'; readonly error: unknown }

/** Emitted events go by one name, so that one listener hears all of them in order. */
type Told = { type: 'told'; event: PoolEmitted }

export interface PoolContext {
  /**
   * The pool's books. Not copied on every event: 10,000 who wait would be copied for each one who is served. Like an
   * actor's reference it is the same object for the life of the pool, and only this machine's actions change it.
   */
  readonly ledger: Ledger
  readonly timeline: Timeline
  /** Members to join again as soon as they have left: they were taken out while at work. */
  readonly rejoining: Map<string, KnownMember>
  readonly startsWith: readonly KnownMember[]
  readonly startedAt: string
  /** Why the journal cannot be kept; null while it can. */
  readonly failure: unknown
  /** ISO time since when it serves, is stopped, or is broken. */
  readonly modeSince: string
}

export interface PoolInput {
  readonly members: readonly KnownMember[]
  readonly timeline: Timeline
  /** Tasks that were refused in an earlier run. */
  readonly unmet: readonly TaskRequest[]
  readonly at: string
}

export type JournalEvent = { type: 'RECORD'; entry: JournalEntry }

const leaseReason = 'It gave no sign of life until its lease ended.'

interface Orders {
  sendTo(actorId: string, event: JournalEvent | MemberEvent): void
  tell(event: PoolEmitted): void
}

/** The two ways in which an action of this machine acts on others. */
function ordersOf(enqueue: {
  sendTo(actorId: string, event: JournalEvent | MemberEvent): void
  emit(event: Told): void
}): Orders {
  return {
    sendTo: (actorId, event) => enqueue.sendTo(actorId, event),
    tell: (event) => enqueue.emit({ type: 'told', event }),
  }
}

/** Does what was decided: members are deployed, rows written, tasks told. */
function carryOut(decisions: readonly Decision[], at: string, { sendTo, tell }: Orders): void {
  const record = (entry: JournalEntry): void => sendTo('journal', { type: 'RECORD', entry })
  for (const decision of decisions) {
    const { kind, task } = decision
    if (kind === 'granted') {
      record({ kind: 'allocated', task: decision.task, at })
      for (const id of decision.task.memberIds) sendTo(id, { type: 'DEPLOY', taskId: task.taskId, at })
    } else if (kind === 'awaited') {
      record({ kind: 'waiting', task, blockedBy: decision.blockedBy, reason: decision.reason, at })
    } else if (kind === 'refused') {
      const reason = 'No member in service can serve it.'
      record({ kind: 'refused', task, blockedBy: 'resource_shortage', reason, at })
    }
    tell(decision)
  }
}

/**
 * The pool: members, who holds them, and who waits. Allocation is one step of this machine, so two tasks cannot get
 * one member. Everything that happens goes line by line to the journal (an invoked actor); where the journal cannot
 * be kept the pool stops handing out.
 */
export const poolMachine = setup({
  types: {
    context: {} as PoolContext,
    events: {} as PoolEvent,
    input: {} as PoolInput,
    emitted: {} as Told,
  },
  actors: {
    poolMember: memberMachine,
    keepJournal: callbackNotProvided<JournalEvent>('keepJournal'),
    /** Sends TICK now and then. */
    keepTime: fromCallback(() => undefined),
  },
  actions: {
    spawnFirstMembers: assign(({ context, spawn }) => {
      for (const member of context.startsWith) {
        spawn('poolMember', { id: member.spec.id, input: { ...member, at: context.startedAt } })
      }
      return {}
    }),
    spawnMembers: assign(({ context, event, spawn }) => {
      if (event.type !== 'ADD') return {}
      for (const member of event.members) {
        const { id } = member.spec
        if (context.ledger.roll.get(id) === undefined) spawn('poolMember', { id, input: { ...member, at: event.at } })
        else context.rejoining.set(id, member)
      }
      return {}
    }),
    updateMember: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'UPDATE' || context.ledger.roll.get(event.spec.id) === undefined) return
      enqueue.sendTo(event.spec.id, event)
    }),
    /** Hands out what is free, refuses what nobody can be, and tells who waits. */
    allocate: enqueueActions(({ context, event, enqueue }, params: { mayGrant: boolean }) => {
      if (event.type !== 'ALLOCATE') return
      carryOut(context.ledger.ask(event.task, event.at, params.mayGrant), event.at, ordersOf(enqueue))
    }),
    followMember: enqueueActions(({ context, event, enqueue }, params: { mayGrant: boolean }) => {
      if (event.type !== 'MEMBER_CHANGED') return
      const { standing } = event
      const { ledger, timeline, rejoining } = context
      const { id, since: at } = standing
      timeline.advance(standing, ledger.holderOf(id)?.label ?? '')
      enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'member', standing, at } })
      const decisions = ledger.memberChanged(standing, at, params.mayGrant)
      if (ledger.roll.get(id) === undefined) {
        // A member that has left and holds nothing is gone from the pool.
        enqueue.stopChild(id)
        const again = rejoining.get(id)
        rejoining.delete(id)
        if (again !== undefined) {
          const { blockedBy = null } = again
          enqueue.raise({ type: 'ADD', members: [{ ...remember(again.spec, standing), blockedBy }], at })
        }
      }
      carryOut(decisions, at, ordersOf(enqueue))
    }),
    withdraw: enqueueActions(({ context, event, enqueue }, params: { mayGrant: boolean }) => {
      if (event.type !== 'WITHDRAW') return
      const { task, decisions } = context.ledger.withdraw(event.taskId, event.at, params.mayGrant)
      if (task === undefined) return
      enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'withdrawn', task, at: event.at } })
      carryOut(decisions, event.at, ordersOf(enqueue))
    }),
    /** Its row stays as it is: the next process knows the place. */
    leaveLine: ({ context, event }) => {
      if (event.type === 'WITHDRAW') context.ledger.withdraw(event.taskId, event.at, false)
    },
    setNothingAside: ({ context }) => context.ledger.stop(),
    /**
     * Members are left as they are: they hold nothing of the process, and to stop a child costs XState a copy of all
     * children, which for a thousand of them are seconds.
     */
    stopInvoked: enqueueActions(({ enqueue }) => {
      enqueue.stopChild('journal')
      enqueue.stopChild('time')
    }),
    execute: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'EXECUTE') return
      const isFirst = context.ledger.held.get(event.taskId)?.state === 'allocated'
      const task = context.ledger.renew(event.taskId, event.at, true)
      if (task === undefined || !isFirst) return
      enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'executing', task, at: event.at } })
      for (const id of task.memberIds) enqueue.sendTo(id, { type: 'EXECUTE', at: event.at })
    }),
    renewLease: ({ context, event }) => {
      if (event.type === 'HEARTBEAT') context.ledger.renew(event.taskId, event.at, false)
    },
    release: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'RELEASE') return
      const task = context.ledger.release(event.taskId)
      if (task === undefined) return
      const { outcome, at } = event
      const reason = 'reason' in outcome ? outcome.reason : outcome.kind === 'cancelled' ? 'cancelled' : null
      const state = outcome.kind === 'completed' ? 'completed' : 'failed'
      enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'ended', task, state, reason, at } })
      for (const id of task.memberIds) {
        if (outcome.kind !== 'memberFailed') enqueue.sendTo(id, { type: 'RETURN', outcome: outcome.kind, at })
        else if ((outcome.memberId ?? id) === id) enqueue.sendTo(id, { type: 'FAIL', reason: outcome.reason, at })
        else enqueue.sendTo(id, { type: 'RETURN', outcome: 'cancelled', at })
      }
    }),
    /**
     * A task whose lease ended has leaked: its code crashed or hangs. It fails; what only reads goes back, what may have
     * been left half done is in error until a person has looked at it.
     */
    endLeases: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'TICK') return
      const { ledger } = context
      const { at, suspendedMs = 0 } = event
      if (suspendedMs > 0) ledger.extendLeases(suspendedMs)
      for (const { taskId } of ledger.expired(at)) {
        const task = ledger.release(taskId)
        if (task === undefined) continue
        const entry = { kind: 'ended', task, state: 'failed', reason: leaseReason, at } as const
        enqueue.sendTo('journal', { type: 'RECORD', entry })
        for (const id of task.memberIds) {
          if (ledger.roll.get(id)?.readOnly) enqueue.sendTo(id, { type: 'RETURN', outcome: 'failed', at })
          else enqueue.sendTo(id, { type: 'FAIL', reason: `“${task.label}” never came back: ${leaseReason}`, at })
        }
        enqueue.emit({ type: 'told', event: { kind: 'lost', task, reason: leaseReason } })
      }
    }),
    passToMember: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'DRAIN' && event.type !== 'CLEAR' && event.type !== 'BLOCK' && event.type !== 'HEAL') return
      const { memberId, at } = event
      const { rejoining } = context
      const again = rejoining.get(memberId)
      if (event.type === 'DRAIN') rejoining.delete(memberId)
      else if (again !== undefined && event.type !== 'CLEAR') {
        rejoining.set(memberId, { ...again, blockedBy: event.type === 'BLOCK' ? event.reason : null })
      }
      if (context.ledger.roll.get(memberId) === undefined) return
      enqueue.sendTo(
        memberId,
        event.type === 'BLOCK' ? { type: 'BLOCK', reason: event.reason, at } : { type: event.type, at },
      )
    }),
    stopHandingOut: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'STOP') return
      context.ledger.stop()
      enqueue.assign({ modeSince: event.at })
      enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'stopped', at: event.at } })
      enqueue.emit({ type: 'told', event: { kind: 'mode', mode: 'stopped' } })
    }),
    startHandingOut: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'START') return
      const { at } = event
      enqueue.assign({ modeSince: at })
      enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'started', at } })
      enqueue.emit({ type: 'told', event: { kind: 'mode', mode: 'serving' } })
      carryOut(context.ledger.start(at), at, ordersOf(enqueue))
    }),
    forgetSession: ({ context, event }) => {
      if (event.type !== 'FORGET_SESSION') return
      context.timeline.forget((taskId) => taskId.startsWith(`${event.sessionId}/`))
      context.ledger.forgetSession(event.sessionId)
    },
    /** Nobody is served any more: who waits is told by `broken`. */
    abandonWaiting: enqueueActions(({ context, event, enqueue }) => {
      for (const { task } of [...context.ledger.line.all()]) {
        context.ledger.withdraw(task.taskId, task.since, false)
        const at = 'at' in event ? event.at : task.since
        enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'withdrawn', task, at } })
      }
    }),
    noteMended: assign(({ event }) => ('at' in event ? { modeSince: event.at, failure: null } : {})),
    goOn: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'JOURNAL_WRITTEN') return
      const { at } = event
      enqueue.emit({ type: 'told', event: { kind: 'mode', mode: 'serving' } })
      carryOut(context.ledger.start(at), at, ordersOf(enqueue))
    }),
    noteFailure: assign(({ event }, params: { error: unknown }) => ({
      failure: params.error,
      ...('at' in event ? { modeSince: event.at } : {}),
    })),
    tellFailure: emit(({ context }) => ({
      type: 'told' as const,
      event: { kind: 'broken' as const, error: context.failure },
    })),
  },
}).createMachine({
  id: 'resourcePool',
  context: ({ input }) => {
    const ledger = new Ledger()
    for (const task of input.unmet) ledger.rememberUnmet(task)
    return {
      ledger,
      timeline: input.timeline,
      rejoining: new Map(),
      startsWith: input.members,
      startedAt: input.at,
      failure: null,
      modeSince: input.at,
    }
  },
  invoke: [
    {
      id: 'journal',
      src: 'keepJournal',
      onError: { target: '.broken', actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) } },
    },
    {
      id: 'time',
      src: 'keepTime',
      // Without it no lease ends, and a leak would stay: handing out on would be a pool that only looks sound.
      onError: { target: '.broken', actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) } },
    },
  ],
  entry: 'spawnFirstMembers',
  initial: 'keeping',
  on: {
    EXECUTE: { actions: 'execute' },
    HEARTBEAT: { actions: 'renewLease' },
    RELEASE: { actions: 'release' },
    FORGET_SESSION: { actions: 'forgetSession' },
    CLOSE: { target: '.closed', actions: 'stopInvoked' },
  },
  states: {
    keeping: {
      initial: 'serving',
      on: {
        ADD: { actions: 'spawnMembers' },
        UPDATE: { actions: 'updateMember' },
        DRAIN: { actions: 'passToMember' },
        CLEAR: { actions: 'passToMember' },
        BLOCK: { actions: 'passToMember' },
        HEAL: { actions: 'passToMember' },
        TICK: { actions: 'endLeases' },
        QUIESCE: { target: '.ending', actions: 'setNothingAside' },
        JOURNAL_FAILED: {
          target: 'broken',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      states: {
        /** Where it stood when the journal failed: what a person stopped stays so. */
        before: { type: 'history' },
        serving: {
          entry: 'goOn',
          on: {
            ALLOCATE: { actions: { type: 'allocate', params: { mayGrant: true } } },
            WITHDRAW: { actions: { type: 'withdraw', params: { mayGrant: true } } },
            MEMBER_CHANGED: { actions: { type: 'followMember', params: { mayGrant: true } } },
            STOP: { target: 'stopped', actions: 'stopHandingOut' },
          },
        },
        /** By a person: what is held finishes, nothing more is handed out. */
        stopped: {
          on: {
            ALLOCATE: { actions: { type: 'allocate', params: { mayGrant: false } } },
            WITHDRAW: { actions: { type: 'withdraw', params: { mayGrant: false } } },
            MEMBER_CHANGED: { actions: { type: 'followMember', params: { mayGrant: false } } },
            START: { target: 'serving', actions: 'startHandingOut' },
          },
        },
        /** With the process: as stopped, but who gives up now does so because everything ends. */
        ending: {
          on: {
            ALLOCATE: { actions: { type: 'allocate', params: { mayGrant: false } } },
            WITHDRAW: { actions: 'leaveLine' },
            MEMBER_CHANGED: { actions: { type: 'followMember', params: { mayGrant: false } } },
          },
        },
      },
    },
    /**
     * The journal cannot be written: what is held may be returned, nothing is handed out. Each line is a new try, that
     * of a new request too: where it succeeds (a full disk has room again) the pool goes on.
     */
    broken: {
      entry: ['tellFailure', 'abandonWaiting'],
      on: {
        ALLOCATE: { actions: { type: 'allocate', params: { mayGrant: false } } },
        WITHDRAW: { actions: { type: 'withdraw', params: { mayGrant: false } } },
        MEMBER_CHANGED: { actions: { type: 'followMember', params: { mayGrant: false } } },
        ADD: { actions: 'spawnMembers' },
        UPDATE: { actions: 'updateMember' },
        DRAIN: { actions: 'passToMember' },
        CLEAR: { actions: 'passToMember' },
        BLOCK: { actions: 'passToMember' },
        HEAL: { actions: 'passToMember' },
        JOURNAL_WRITTEN: { target: 'keeping.before', actions: 'noteMended' },
        QUIESCE: 'keeping.ending',
        JOURNAL_FAILED: {
          target: 'broken',
          reenter: true,
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    closed: { on: { '*': {} } },
  },
})
