import type { MemberType, PoolMode, PoolRemedy, PoolWarning } from '../../contract/pool/pool'
import { nameOfMember } from '../../contract/pool/pool-facts'
import type { Ledger } from './ledger'
import { isInService } from './member-directory'
import { isFit } from './requirements'
import { describeMissing, describeWait, needsOf } from './shortage'
import type { Waiting } from './waiting-line'

/** A wait of this length deserves a look, in ms. */
const longWaitMs = 60 * 1000
/** Warnings of one kind told at most. */
const maxOfAKind = 20

const isStaff = (type: MemberType): boolean => type === 'executor' || type === 'orchestrator' || type === 'reviewer'

/** What gives a type more slots. */
const moreOf = (type: MemberType): PoolRemedy => (isStaff(type) ? 'addExecutor' : 'addResource')

/**
 * The type that holds most requests up: at least two wait for it and nobody of it is free. Null where none does.
 */
export function findBottleneck({
  directory,
  line,
}: Ledger): { type: MemberType; waiting: number; since: string } | null {
  const free = new Set<MemberType>()
  for (const { type, state } of directory.all()) if (state === 'available') free.add(type)
  const counts = new Map<MemberType, { waiting: number; since: string }>()
  for (const type of new Set([...directory.all()].map((member) => member.type))) {
    if (free.has(type)) continue
    for (const { queue } of line.shapesOf(type)) {
      const [head] = queue
      if (head === undefined) continue
      const { waiting, since } = counts.get(type) ?? { waiting: 0, since: head.task.since }
      const [earliest = since] = [since, head.task.since].sort()
      counts.set(type, { waiting: waiting + queue.length, since: earliest })
    }
  }
  const [most] = [...counts].sort(([, a], [, b]) => b.waiting - a.waiting)
  return most === undefined || most[1].waiting < 2 ? null : { type: most[0], ...most[1] }
}

/** What deserves a person's look, the gravest first. `waiting` are the first of the line, in order. */
export function findWarnings(
  ledger: Ledger,
  { mode, since }: { readonly mode: PoolMode; readonly since: string },
  waiting: readonly Waiting[],
  nowMs: number,
): PoolWarning[] {
  const warnings: PoolWarning[] = []
  const none = { memberId: null, taskId: null, type: null, capability: null }
  if (mode === 'broken') {
    const fact = { kind: 'poolOutOfService', values: {} } as const
    warnings.push({ ...none, kind: 'broken', since, fact, remedy: 'stopSession' })
  } else if (mode === 'stopped') {
    warnings.push({ ...none, kind: 'stopped', since, fact: { kind: 'poolIsStopped', values: {} }, remedy: 'start' })
  }
  const blockedResources = new Set<string>()
  for (const member of ledger.directory.all()) {
    const { id, type, state, error, blockedBy } = member
    const about = { ...none, memberId: id, type, since: member.since }
    if (state === 'error') {
      const fact = { kind: 'memberInError', values: { member: nameOfMember(member), problem: error } } as const
      warnings.push({ ...about, kind: 'memberError', fact, remedy: 'clear' })
    }
    // Once for all slots of a resource; who waits for it is warned of below, with the reason.
    const resource = member.resourceId ?? id
    if (state !== 'blocked' || blockedResources.has(resource) || blockedResources.size >= maxOfAKind) continue
    const isAwaited = ledger.line
      .shapesOf(type)
      .some(({ requirements }) => requirements.some((requirement) => isFit(member, requirement)))
    if (isAwaited) continue
    blockedResources.add(resource)
    const fact = {
      kind: 'memberBlocked',
      values: { member: nameOfMember({ ...member, number: null }), problem: blockedBy },
    } as const
    warnings.push({ ...about, kind: 'blocked', fact, remedy: 'restoreService' })
  }
  for (const task of [...ledger.unmet.values()].slice(0, maxOfAKind)) {
    const [missing] = describeMissing(ledger.directory, task.requirements)
    if (missing === undefined) continue
    const { type, capability, remedies } = missing
    warnings.push({
      kind: 'missing',
      memberId: null,
      taskId: task.taskId,
      type,
      capability,
      since: task.since,
      fact: { kind: 'taskUnserved', values: { label: task.label, needs: needsOf([missing]) } },
      remedy: remedies[0] ?? 'addResource',
    })
  }
  let blocked = 0
  let long = 0
  for (const { task, shape } of waiting) {
    const type = task.requirements[0]?.type ?? null
    const common = { memberId: null, taskId: task.taskId, type, capability: null, since: task.since }
    const { blockedBy, reason } = describeWait(ledger, shape, mode === 'serving')
    if (blockedBy === 'dependency_not_ready') {
      blocked += 1
      if (blocked > maxOfAKind) continue
      warnings.push({
        ...common,
        kind: 'blocked',
        fact: { kind: 'taskBlocked', values: { label: task.label, wait: reason } },
        remedy: 'restoreService',
      })
    } else if (nowMs - Date.parse(task.since) >= longWaitMs) {
      long += 1
      if (long > maxOfAKind) continue
      const remedy = mode === 'stopped' ? 'start' : type === null ? 'stopSession' : moreOf(type)
      warnings.push({
        ...common,
        kind: 'longWait',
        fact: { kind: 'taskWaitsLong', values: { label: task.label, wait: reason } },
        remedy,
      })
    }
  }
  const bottleneck = mode === 'serving' ? findBottleneck(ledger) : null
  if (bottleneck !== null) {
    const { type } = bottleneck
    const inService = [...ledger.directory.all()].filter((member) => member.type === type && isInService(member.state))
    warnings.push({
      ...none,
      kind: 'bottleneck',
      type,
      since: bottleneck.since,
      fact: { kind: 'bottleneck', values: { type, waiting: bottleneck.waiting, inService: inService.length } },
      remedy: moreOf(type),
    })
  }
  return warnings
}
