import { type ActorRefFrom, assign, emit, enqueueActions, fromCallback, sendTo, setup } from 'xstate'
import type { PoolSpan } from '../../contract/pool'
import { decide, describeShortage } from './matching'
import { memberMachine } from './member-machine'
import { advanceSpans } from './spans'
import type { HeldTask, JournalEntry, MemberSpec, MemberStanding, Outcome, TaskRequest } from './terms'

export type PoolEvent =
  | { type: 'ALLOCATE'; task: TaskRequest }
  | { type: 'EXECUTE'; taskId: string; at: string }
  | { type: 'RELEASE'; taskId: string; outcome: Outcome; at: string }
  /** A task that still waits gives up. */
  | { type: 'WITHDRAW'; taskId: string; at: string }
  | { type: 'ADD'; member: KnownMember; at: string }
  | { type: 'DRAIN'; memberId: string; at: string }
  | { type: 'CLEAR'; memberId: string; at: string }
  | { type: 'BLOCK'; memberId: string; reason: string; at: string }
  | { type: 'HEAL'; memberId: string; at: string }
  | { type: 'FORGET_SESSION'; sessionId: string }
  | { type: 'MEMBER_CHANGED'; standing: MemberStanding }
  | { type: 'JOURNAL_FAILED'; error: unknown }

/** What a task hears. */
export type PoolEmitted =
  | { type: 'granted'; task: HeldTask; name: string }
  | { type: 'awaited'; task: TaskRequest; reason: string }
  | { type: 'refused'; task: TaskRequest }
  | { type: 'broken'; error: unknown }

/** A member with what it remembers of earlier runs. */
export interface KnownMember {
  readonly spec: MemberSpec
  readonly tasksDone: number
  readonly tasksFailed: number
  readonly error: string | null
}

export interface PoolContext {
  readonly members: Readonly<Record<string, ActorRefFrom<typeof memberMachine>>>
  readonly standings: Readonly<Record<string, MemberStanding>>
  /** By task id. The authority on who holds what: a member is never granted while one of these names it. */
  readonly held: Readonly<Record<string, HeldTask>>
  readonly waiting: readonly TaskRequest[]
  readonly spans: readonly PoolSpan[]
  readonly startsWith: readonly KnownMember[]
  readonly startedAt: string
  /** Why the journal cannot be kept; null while it can. */
  readonly failure: unknown
}

export interface PoolInput {
  readonly members: readonly KnownMember[]
  readonly spans: readonly PoolSpan[]
  readonly at: string
}

export type JournalEvent = { type: 'RECORD'; entry: JournalEntry }

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  const { [key]: _left, ...rest } = record
  return rest
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
    emitted: {} as PoolEmitted,
  },
  actors: {
    poolMember: memberMachine,
    keepJournal: fromCallback<JournalEvent>(() => {
      throw new Error('keepJournal was not provided.')
    }),
  },
  actions: {
    spawnFirstMembers: assign({
      members: ({ context, spawn }) =>
        Object.fromEntries(
          context.startsWith.map((member) => [
            member.spec.id,
            spawn('poolMember', { id: member.spec.id, input: { ...member, at: context.startedAt } }),
          ]),
        ),
    }),
    spawnMember: assign({
      members: ({ context, event, spawn }) =>
        event.type !== 'ADD' || context.members[event.member.spec.id] !== undefined
          ? context.members
          : {
              ...context.members,
              [event.member.spec.id]: spawn('poolMember', {
                id: event.member.spec.id,
                input: { ...event.member, at: event.at },
              }),
            },
    }),
    enqueueTask: assign({
      waiting: ({ context, event }) => (event.type === 'ALLOCATE' ? [...context.waiting, event.task] : context.waiting),
    }),
    /** Hands out what is free, refuses what nobody can be, and tells who waits. */
    grantWaiting: enqueueActions(({ context, event, enqueue }) => {
      const standings = Object.values(context.standings)
      const heldMemberIds = new Set(Object.values(context.held).map(({ memberId }) => memberId))
      const decision = decide(standings, heldMemberIds, context.waiting)
      const held = { ...context.held }
      for (const { task, memberId } of decision.grants) held[task.taskId] = { ...task, memberId }
      enqueue.assign({ held, waiting: decision.waiting })
      for (const { task, memberId } of decision.grants) {
        const member = context.members[memberId]
        const standing = context.standings[memberId]
        if (member === undefined || standing === undefined) continue
        const at = event.type === 'MEMBER_CHANGED' ? event.standing.since : task.since
        const heldTask: HeldTask = { ...task, memberId }
        enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'allocated', task: heldTask, at } })
        enqueue.sendTo(member, { type: 'DEPLOY', taskId: task.taskId, at })
        enqueue.emit({ type: 'granted', task: heldTask, name: standing.name })
      }
      for (const task of decision.refused) {
        enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'refused', task, at: task.since } })
        enqueue.emit({ type: 'refused', task })
      }
      if (event.type !== 'ALLOCATE') return
      const task = decision.waiting.find(({ taskId }) => taskId === event.task.taskId)
      if (task === undefined) return
      enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'waiting', task, at: task.since } })
      enqueue.emit({ type: 'awaited', task, reason: describeShortage(standings, task.requirement) })
    }),
    withdraw: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'WITHDRAW') return
      const task = context.waiting.find(({ taskId }) => taskId === event.taskId)
      if (task === undefined) return
      enqueue.assign({ waiting: context.waiting.filter((other) => other !== task) })
      enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'withdrawn', task, at: event.at } })
    }),
    execute: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'EXECUTE') return
      const task = context.held[event.taskId]
      const member = task && context.members[task.memberId]
      if (task === undefined || member === undefined) return
      enqueue.sendTo('journal', { type: 'RECORD', entry: { kind: 'executing', task, at: event.at } })
      enqueue.sendTo(member, { type: 'EXECUTE', at: event.at })
    }),
    release: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'RELEASE') return
      const task = context.held[event.taskId]
      const member = task && context.members[task.memberId]
      if (task === undefined || member === undefined) return
      const { outcome, at } = event
      enqueue.assign({ held: without(context.held, task.taskId) })
      enqueue.sendTo('journal', {
        type: 'RECORD',
        entry: {
          kind: 'ended',
          task,
          state: outcome.kind === 'completed' ? 'completed' : 'failed',
          reason: 'reason' in outcome ? outcome.reason : outcome.kind === 'cancelled' ? 'cancelled' : null,
          at,
        },
      })
      enqueue.sendTo(
        member,
        outcome.kind === 'memberFailed'
          ? { type: 'FAIL', reason: outcome.reason, at }
          : { type: 'RETURN', outcome: outcome.kind, at },
      )
    }),
    passToMember: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'DRAIN' && event.type !== 'CLEAR' && event.type !== 'BLOCK' && event.type !== 'HEAL') return
      const member = context.members[event.memberId]
      if (member === undefined) return
      if (event.type === 'BLOCK') enqueue.sendTo(member, { type: 'BLOCK', reason: event.reason, at: event.at })
      else enqueue.sendTo(member, { type: event.type, at: event.at })
    }),
    noteStanding: assign(({ context, event }) => {
      if (event.type !== 'MEMBER_CHANGED') return {}
      const { standing } = event
      const label = standing.taskId === null ? null : (context.held[standing.taskId]?.label ?? null)
      return {
        standings: { ...context.standings, [standing.id]: standing },
        spans: advanceSpans(context.spans, standing, label),
      }
    }),
    recordStanding: sendTo('journal', ({ event }) => {
      if (event.type !== 'MEMBER_CHANGED') throw new Error(`No standing in ${event.type}.`)
      return { type: 'RECORD', entry: { kind: 'member', standing: event.standing, at: event.standing.since } } as const
    }),
    /** A member that has left and holds nothing is gone from the pool. */
    dropReleased: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'MEMBER_CHANGED') return
      const { id, state, taskId } = event.standing
      const member = context.members[id]
      if (state !== 'released' || taskId !== null || member === undefined) return
      enqueue.stopChild(member)
      enqueue.assign({ members: without(context.members, id), standings: without(context.standings, id) })
    }),
    forgetSession: assign(({ context, event }) => {
      if (event.type !== 'FORGET_SESSION') return {}
      return { spans: context.spans.filter(({ taskId }) => !taskId.startsWith(`${event.sessionId}/`)) }
    }),
    noteFailure: assign((_, params: { error: unknown }) => ({ failure: params.error, waiting: [] })),
    tellFailure: emit(({ context }) => ({ type: 'broken' as const, error: context.failure })),
  },
}).createMachine({
  id: 'resourcePool',
  context: ({ input }) => ({
    members: {},
    standings: {},
    held: {},
    waiting: [],
    spans: input.spans,
    startsWith: input.members,
    startedAt: input.at,
    failure: null,
  }),
  invoke: {
    id: 'journal',
    src: 'keepJournal',
    onError: {
      target: '.broken',
      actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
    },
  },
  entry: 'spawnFirstMembers',
  initial: 'serving',
  on: {
    EXECUTE: { actions: 'execute' },
    RELEASE: { actions: 'release' },
    WITHDRAW: { actions: 'withdraw' },
    FORGET_SESSION: { actions: 'forgetSession' },
  },
  states: {
    serving: {
      on: {
        ALLOCATE: { actions: ['enqueueTask', 'grantWaiting'] },
        ADD: { actions: 'spawnMember' },
        DRAIN: { actions: 'passToMember' },
        CLEAR: { actions: 'passToMember' },
        BLOCK: { actions: 'passToMember' },
        HEAL: { actions: 'passToMember' },
        MEMBER_CHANGED: { actions: ['noteStanding', 'recordStanding', 'dropReleased', 'grantWaiting'] },
        JOURNAL_FAILED: {
          target: 'broken',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    /** The journal cannot be written: what is held may be returned, nothing is handed out. */
    broken: {
      entry: 'tellFailure',
      on: {
        ALLOCATE: { actions: 'tellFailure' },
        MEMBER_CHANGED: { actions: 'noteStanding' },
      },
    },
  },
})
