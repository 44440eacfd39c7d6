import type {
  AllocationView,
  MemberState,
  PoolMemberView,
  PoolMode,
  PoolReport,
  PoolView,
  PoolWaitingView,
} from '../../contract/pool/pool'
import { memberState, memberType } from '../../contract/pool/pool'
import { nameOfMember } from '../../contract/pool/pool-facts'
import type { Ledger } from './ledger'
import { isInService } from './member-directory'
import { describeWait } from './shortage'
import type { HeldTask, MemberStatus, Requirement, TaskRequest } from './terms'
import { type Timeline, timelineMs } from './timeline'
import { isBefore, type Shape, type Waiting, type WaitingLine } from './waiting-line'
import { findBottleneck, findWarnings } from './warnings'

/** Requests that a view tells one by one; of the others the number. */
const maxWaiting = 200
/** Spans that a view draws; the newest. */
const maxSpans = 2000

/** The pool's books as the machine keeps them. */
export interface Books {
  readonly ledger: Ledger
  readonly timeline: Timeline
  readonly mode: PoolMode
  readonly modeSince: string
}

/** All needs that somebody waits for. */
function shapesOf(line: WaitingLine): Set<Shape> {
  return new Set(memberType.options.flatMap((type) => [...line.shapesOf(type)]))
}

/** The first of the line, without sorting all who wait: each need's queue is in order already. */
function firstWaiting(line: WaitingLine, limit: number): Waiting[] {
  return [...shapesOf(line)]
    .flatMap(({ queue }) => queue.slice(0, limit))
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
    .slice(0, limit)
}

const successRate = (done: number, failed: number): number | null =>
  done + failed === 0 ? null : done / (done + failed)

/** How many requests each member could serve alone or with others; by need, as there may be as many as members. */
function countWaiting({ line, directory }: Ledger): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { queue, requirements } of shapesOf(line)) {
    const fitting = new Set<string>()
    for (const requirement of requirements) for (const { id } of directory.fitting(requirement)) fitting.add(id)
    for (const id of fitting) counts.set(id, (counts.get(id) ?? 0) + queue.length)
  }
  return counts
}

function viewMember(ledger: Ledger, member: MemberStatus, waiting: number): PoolMemberView {
  const { id, projectId, state, since, taskId, tasksDone, tasksFailed } = member
  return {
    id,
    ...nameOfMember(member),
    projectId,
    capabilities: [...member.capabilities],
    state,
    since,
    taskId,
    holder: ledger.holderOf(id)?.holder ?? null,
    tasksDone,
    tasksFailed,
    successRate: successRate(tasksDone, tasksFailed),
    waiting,
    error: state === 'blocked' ? member.blockedBy : member.error,
  }
}

/** Which project a need belongs to is the pool's own matter. */
const neededIn = (requirements: readonly Requirement[]): PoolWaitingView['requirements'] =>
  requirements.map(({ type, capability, level, count, resourceId }) => ({ type, capability, level, count, resourceId }))

function viewWaiting(ledger: Ledger, waiting: Waiting, isServing: boolean): PoolWaitingView {
  const { taskId, label, holder, sessionId, since, priority, requirements } = waiting.task
  return {
    taskId,
    label,
    holder,
    sessionId,
    since,
    ...describeWait(ledger, waiting.shape, isServing),
    priority,
    reserving: ledger.isReserving(waiting),
    requirements: neededIn(requirements),
  }
}

/** The pool as the window and `quarry pool` show it. */
export function viewPool({ ledger, timeline, mode, modeSince }: Books, nowMs: number): PoolView {
  const waiting = firstWaiting(ledger.line, maxWaiting)
  const waitingFor = countWaiting(ledger)
  const from = nowMs - timelineMs
  const { spans, total } = timeline.between(from, nowMs, maxSpans)
  return {
    mode,
    members: [...ledger.directory.all()].map((member) => viewMember(ledger, member, waitingFor.get(member.id) ?? 0)),
    waiting: waiting.map((each) => viewWaiting(ledger, each, mode === 'serving')),
    waitingTotal: ledger.line.size,
    spans,
    timeline: { from: new Date(from).toISOString(), until: new Date(nowMs).toISOString(), total },
    warnings: findWarnings(ledger, { mode, since: modeSince }, waiting, nowMs),
    bottleneck: findBottleneck(ledger)?.type ?? null,
  }
}

function commonOf(task: TaskRequest) {
  const { taskId, sessionId, label, holder, priority, requirements, since } = task
  return { taskId, sessionId, label, holder, priority, requirements: neededIn(requirements), requestedAt: since }
}

/** A task that holds members. */
function viewHeld({ directory }: Ledger, task: HeldTask): AllocationView {
  return {
    ...commonOf(task),
    state: task.state,
    blockedBy: null,
    waitsFor: null,
    members: task.memberIds.flatMap((id) => {
      const member = directory.get(id)
      return member === undefined ? [] : [{ id, ...nameOfMember(member) }]
    }),
    grantedAt: task.grantedAt,
    executingAt: task.executingAt,
    leaseUntil: task.leaseUntil,
  }
}

function viewBlocked(ledger: Ledger, waiting: Waiting, isServing: boolean): AllocationView {
  const { blockedBy, reason } = describeWait(ledger, waiting.shape, isServing)
  return {
    ...commonOf(waiting.task),
    state: 'blocked',
    blockedBy,
    waitsFor: reason,
    members: [],
    grantedAt: null,
    executingAt: null,
    leaseUntil: null,
  }
}

function viewType(
  ledger: Ledger,
  type: (typeof memberType.options)[number],
  nowMs: number,
): PoolReport['types'][number] {
  const byState = Object.fromEntries(memberState.options.map((state) => [state, 0])) as Record<MemberState, number>
  let [total, inService, working, tasksDone, tasksFailed] = [0, 0, 0, 0, 0]
  for (const member of ledger.directory.all()) {
    if (member.type !== type) continue
    total += 1
    byState[member.state] += 1
    if (isInService(member.state)) inService += 1
    if (member.state === 'deployed' || member.state === 'busy') working += 1
    tasksDone += member.tasksDone
    tasksFailed += member.tasksFailed
  }
  let waiting = 0
  let oldestMs: number | null = null
  for (const { queue } of ledger.line.shapesOf(type)) {
    waiting += queue.length
    for (const { task } of queue) oldestMs = Math.min(oldestMs ?? nowMs, Date.parse(task.since))
  }
  return {
    type,
    total,
    byState,
    utilisation: inService === 0 ? 0 : working / inService,
    waiting,
    longestWaitMs: oldestMs === null ? null : nowMs - oldestMs,
    tasksDone,
    tasksFailed,
    successRate: successRate(tasksDone, tasksFailed),
  }
}

/** How the pool stands, in figures, with its open allocations. */
export function reportPool(books: Books, nowMs: number): PoolReport {
  const { ledger, mode, modeSince } = books
  const waiting = firstWaiting(ledger.line, maxWaiting)
  return {
    at: new Date(nowMs).toISOString(),
    mode,
    types: memberType.options.map((type) => viewType(ledger, type, nowMs)),
    allocations: [
      ...[...ledger.held.values()].map((task) => viewHeld(ledger, task)),
      ...waiting.map((each) => viewBlocked(ledger, each, mode === 'serving')),
    ],
    warnings: findWarnings(ledger, { mode, since: modeSince }, waiting, nowMs),
    bottleneck: findBottleneck(ledger)?.type ?? null,
  }
}
