import { assign, emit, enqueueActions, fromCallback, sendTo, setup, stopChild } from 'xstate'
import type { PoolFact } from '../../contract/pool/pool-facts'
import { callbackNotProvided } from '../threads'
import type { JournalEvent, LedgerEvent, MemberLeft } from './ledger-keeper'
import { type MemberEvent, memberMachine } from './member-machine'
import { type KnownMember, type MemberSpec, poolActors, remember } from './terms'

/** Events that go on to the ledger as they are. */
type Forwarded = Extract<
  LedgerEvent,
  { type: 'ALLOCATE' | 'EXECUTE' | 'HEARTBEAT' | 'RELEASE' | 'WITHDRAW' | 'TICK' | 'FORGET_SESSION' }
>

export type PoolEvent =
  | Forwarded
  | { type: 'ADD'; members: readonly KnownMember[]; at: string }
  | { type: 'UPDATE'; spec: MemberSpec; at: string }
  | { type: 'DRAIN'; memberId: string; at: string }
  | { type: 'CLEAR'; memberId: string; at: string }
  | { type: 'BLOCK'; memberId: string; reason: PoolFact; at: string }
  | { type: 'HEAL'; memberId: string; at: string }
  /** A person stops the whole pool, and has it go on. */
  | { type: 'STOP'; at: string }
  | { type: 'START'; at: string }
  /** The process is about to end. */
  | { type: 'QUIESCE'; at: string }
  /** Everything is returned and written. */
  | { type: 'CLOSE' }
  | MemberLeft
  | { type: 'JOURNAL_FAILED'; error: unknown; at: string }
  /** What had failed is written after all. */
  | { type: 'JOURNAL_WRITTEN'; at: string }

/** What the pool as a whole tells; of a task the keeper of the ledger does. */
export interface PoolEmitted {
  readonly type: 'broken'
  readonly error: unknown
}

export interface PoolContext {
  /** Ids of the members that are there. */
  readonly members: ReadonlySet<string>
  /** Members to join again as soon as they have left: they were taken out while at work. */
  readonly rejoining: ReadonlyMap<string, KnownMember>
  readonly startsWith: readonly KnownMember[]
  readonly startedAt: string
  /** Why the journal cannot be kept; null while it can. */
  readonly failure: unknown
  /** ISO time since when it serves, is stopped, or is broken. */
  readonly modeSince: string
}

export interface PoolInput {
  readonly members: readonly KnownMember[]
  readonly at: string
}

const timeOf = (context: PoolContext, event: object): string =>
  'at' in event && typeof event.at === 'string' ? event.at : context.modeSince

const without = <Value>(map: ReadonlyMap<string, Value>, id: string): ReadonlyMap<string, Value> => {
  const rest = new Map(map)
  rest.delete(id)
  return rest
}

const noteFailure = {
  type: 'noteFailure',
  params: ({ event }: { event: { readonly error: unknown } }) => ({ error: event.error }),
} as const

/**
 * The pool: which members are there, and whether it hands out. Its books are kept by one actor (`keepLedger`), which
 * decides who gets whom in one step, so that two tasks cannot get one member; its rows by another (`keepJournal`). Where
 * the journal cannot be kept the pool stops handing out.
 */
export const poolMachine = setup({
  types: {
    context: {} as PoolContext,
    events: {} as PoolEvent,
    input: {} as PoolInput,
    emitted: {} as PoolEmitted,
  },
  actors: {
    poolMember: memberMachine,
    keepLedger: callbackNotProvided<LedgerEvent>('keepLedger'),
    keepJournal: callbackNotProvided<JournalEvent>('keepJournal'),
    /** Sends TICK now and then. */
    keepTime: fromCallback(() => undefined),
  },
  actions: {
    spawnFirstMembers: enqueueActions(({ context, enqueue }) => {
      for (const member of context.startsWith) {
        const { id } = member.spec
        enqueue.spawnChild('poolMember', { id, systemId: id, input: { ...member, at: context.startedAt } })
      }
    }),
    spawnMembers: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'ADD') return
      const joining = event.members.filter(({ spec }) => !context.members.has(spec.id))
      const leaving = event.members.filter(({ spec }) => context.members.has(spec.id))
      for (const member of joining) {
        const { id } = member.spec
        enqueue.spawnChild('poolMember', { id, systemId: id, input: { ...member, at: event.at } })
      }
      enqueue.assign({
        members: new Set([...context.members, ...joining.map(({ spec }) => spec.id)]),
        rejoining: new Map([
          ...context.rejoining,
          ...leaving.map((member): [string, KnownMember] => [member.spec.id, member]),
        ]),
      })
    }),
    stopMember: stopChild(({ event }) => (event.type === 'MEMBER_LEFT' ? event.status.id : '')),
    forgetMember: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'MEMBER_LEFT') return
      const { status, at } = event
      const members = new Set(context.members)
      members.delete(status.id)
      const again = context.rejoining.get(status.id)
      enqueue.assign({ members, rejoining: without(context.rejoining, status.id) })
      if (again === undefined) return
      const { blockedBy = null } = again
      enqueue.raise({ type: 'ADD', members: [{ ...remember(again.spec, status), blockedBy }], at })
    }),
    updateMember: enqueueActions(({ context, event, enqueue }) => {
      if (event.type === 'UPDATE' && context.members.has(event.spec.id)) enqueue.sendTo(event.spec.id, event)
    }),
    /** What is said of a member that rejoins counts for it as it comes back. */
    noteForRejoining: assign(({ context, event }) => {
      if (event.type !== 'DRAIN' && event.type !== 'BLOCK' && event.type !== 'HEAL') return {}
      const again = context.rejoining.get(event.memberId)
      if (again === undefined) return {}
      if (event.type === 'DRAIN') return { rejoining: without(context.rejoining, event.memberId) }
      const blockedBy = event.type === 'BLOCK' ? event.reason : null
      return { rejoining: new Map(context.rejoining).set(event.memberId, { ...again, blockedBy }) }
    }),
    passToMember: enqueueActions(({ context, event, enqueue }) => {
      if (!('memberId' in event) || !context.members.has(event.memberId)) return
      const { memberId, at } = event
      const passed: MemberEvent =
        event.type === 'BLOCK' ? { type: 'BLOCK', reason: event.reason, at } : { type: event.type, at }
      enqueue.sendTo(memberId, passed)
    }),
    forward: sendTo(poolActors.ledger, ({ event }) => event as Forwarded),
    leaveLine: sendTo(
      poolActors.ledger,
      ({ event }): LedgerEvent => (event.type === 'WITHDRAW' ? { ...event, type: 'LEAVE_LINE' } : { type: 'HOLD' }),
    ),
    serve: sendTo(
      poolActors.ledger,
      ({ context, event }): LedgerEvent => ({ type: 'SERVE', at: timeOf(context, event) }),
    ),
    hold: sendTo(poolActors.ledger, { type: 'HOLD' } satisfies LedgerEvent),
    abandonWaiting: sendTo(
      poolActors.ledger,
      ({ context, event }): LedgerEvent => ({ type: 'ABANDON', at: timeOf(context, event) }),
    ),
    noteModeSince: assign(({ context, event }) => ({ modeSince: timeOf(context, event) })),
    noteFailure: assign(({ context, event }, params: { error: unknown }) => ({
      failure: params.error,
      modeSince: timeOf(context, event),
    })),
    forgetFailure: assign({ failure: null }),
    tellFailure: emit(({ context }) => ({ type: 'broken' as const, error: context.failure })),
  },
}).createMachine({
  id: 'resourcePool',
  context: ({ input }) => ({
    members: new Set(input.members.map(({ spec }) => spec.id)),
    rejoining: new Map(),
    startsWith: input.members,
    startedAt: input.at,
    failure: null,
    modeSince: input.at,
  }),
  // Without one of them it would only look sound: the books would stand still, rows would be missing, leaks would stay.
  invoke: [
    {
      id: poolActors.journal,
      systemId: poolActors.journal,
      src: 'keepJournal',
      onError: { target: '.broken', actions: noteFailure },
    },
    {
      id: poolActors.ledger,
      systemId: poolActors.ledger,
      src: 'keepLedger',
      onError: { target: '.broken', actions: noteFailure },
    },
    { id: 'time', src: 'keepTime', onError: { target: '.broken', actions: noteFailure } },
  ],
  // Not on entry, which comes before the ledger is there: members tell it where they stand as they begin.
  initial: { target: 'keeping', actions: 'spawnFirstMembers' },
  on: {
    ALLOCATE: { actions: 'forward' },
    EXECUTE: { actions: 'forward' },
    HEARTBEAT: { actions: 'forward' },
    RELEASE: { actions: 'forward' },
    WITHDRAW: { actions: 'forward' },
    FORGET_SESSION: { actions: 'forward' },
    ADD: { actions: 'spawnMembers' },
    UPDATE: { actions: 'updateMember' },
    DRAIN: { actions: ['noteForRejoining', 'passToMember'] },
    CLEAR: { actions: 'passToMember' },
    BLOCK: { actions: ['noteForRejoining', 'passToMember'] },
    HEAL: { actions: ['noteForRejoining', 'passToMember'] },
    MEMBER_LEFT: { actions: ['stopMember', 'forgetMember'] },
    CLOSE: '.closed',
  },
  states: {
    keeping: {
      initial: 'serving',
      on: {
        TICK: { actions: 'forward' },
        QUIESCE: '.ending',
        JOURNAL_FAILED: { target: 'broken', actions: noteFailure },
      },
      states: {
        /** Where it stood when the journal failed: what a person stopped stays so. */
        before: { type: 'history' },
        serving: {
          entry: 'serve',
          exit: 'hold',
          on: {
            STOP: {
              target: 'stopped',
              actions: 'noteModeSince',
            },
          },
        },
        /** By a person: what is held finishes, nothing more is handed out. */
        stopped: {
          on: {
            START: {
              target: 'serving',
              actions: 'noteModeSince',
            },
          },
        },
        /** With the process: as stopped, but who gives up now does so because everything ends. */
        ending: { on: { WITHDRAW: { actions: 'leaveLine' } } },
      },
    },
    /**
     * The journal cannot be written: what is held may be returned, nothing is handed out. Each line is a new try, that
     * of a new request too: where it succeeds (a full disk has room again) the pool goes on.
     */
    broken: {
      entry: ['tellFailure', 'abandonWaiting'],
      on: {
        JOURNAL_WRITTEN: { target: 'keeping.before', actions: ['noteModeSince', 'forgetFailure'] },
        QUIESCE: 'keeping.ending',
        JOURNAL_FAILED: { target: 'broken', reenter: true, actions: noteFailure },
      },
    },
    /**
     * Members are left as they are: they hold nothing of the process, and to stop a child costs XState a copy of all
     * children, which for a thousand of them are seconds.
     */
    closed: {
      entry: [stopChild(poolActors.journal), stopChild(poolActors.ledger), stopChild('time')],
      on: { '*': {} },
    },
  },
})
