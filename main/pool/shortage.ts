import type { PlainRemedy } from '../../contract/app/plain-remedies'
import type { BlockReason, MissingRequirement, PoolRemedy } from '../../contract/pool/pool'
import type { NeededMembers, WaitFact } from '../../contract/pool/pool-facts'
import { isInService, type MemberDirectory } from './member-directory'
import { isFit, levelFor } from './requirements'
import { isStaffType } from './staff'
import type { MemberStatus, Requirement } from './terms'
import type { Shape } from './waiting-line'

const neededOf = (requirements: readonly Requirement[]): NeededMembers[] =>
  requirements.map(({ type, capability, level, count }) => ({ type, capability, level, count }))

/** Why a task waits, from the members that would fit it. */
function describeShortage(fitting: Iterable<MemberStatus>, requirements: readonly Requirement[]): WaitFact {
  let working = 0
  let all = 0
  for (const { taskId } of fitting) {
    all += 1
    if (taskId !== null) working += 1
  }
  return { kind: 'membersBusy', values: { needs: neededOf(requirements), working, fitting: all } }
}

function fittingAny(directory: MemberDirectory, requirements: readonly Requirement[]): Set<MemberStatus> {
  const found = new Set<MemberStatus>()
  for (const requirement of requirements) {
    for (const member of directory.fitting(requirement)) if (isInService(member.state)) found.add(member)
  }
  return found
}

interface Wait {
  readonly blockedBy: BlockReason
  readonly reason: WaitFact
}

/** Why a request waits now. */
export function describeWait(
  ledger: { readonly directory: MemberDirectory; isComing(shape: Shape): boolean },
  shape: Shape,
  isServing: boolean,
): Wait {
  const { directory } = ledger
  const question = isServing ? 'wait' : 'waitStopped'
  const known = shape.known.get(question)
  if (known?.revision === directory.revision) return known.value as Wait
  const value = judgeWait(ledger, shape, isServing)
  shape.known.set(question, { revision: directory.revision, value })
  return value
}

function judgeWait(
  ledger: { readonly directory: MemberDirectory; isComing(shape: Shape): boolean },
  shape: Shape,
  isServing: boolean,
): Wait {
  if (!isServing) return { blockedBy: 'resource_shortage', reason: { kind: 'poolStopped', values: {} } }
  const fitting = fittingAny(ledger.directory, shape.requirements)
  if (ledger.isComing(shape)) {
    return { blockedBy: 'resource_shortage', reason: describeShortage(fitting, shape.requirements) }
  }
  const blocked = [...fitting].find(({ state }) => state === 'blocked')
  const values = { needs: neededOf(shape.requirements), name: blocked?.name ?? null }
  return { blockedBy: 'dependency_not_ready', reason: { kind: 'membersNotReady', values } }
}

function missingOf(directory: MemberDirectory, requirement: Requirement): MissingRequirement {
  const { type, capability, level, resourceId, count } = requirement
  let inService = 0
  let isOneInError = false
  let bestLevel: number | null = null
  for (const member of directory.fitting({ ...requirement, capability: null })) {
    if (member.state === 'error' && isFit(member, requirement)) isOneInError = true
    if (!isInService(member.state)) continue
    if (isFit(member, requirement)) inService += 1
    if (capability !== null) bestLevel = Math.max(bestLevel ?? 0, levelFor(member, requirement)) || bestLevel
  }
  const remedies: PoolRemedy[] = []
  if (isOneInError) remedies.push('clear')
  remedies.push(
    isStaffType(type) && bestLevel === null && capability !== null
      ? 'addResource'
      : isStaffType(type)
        ? 'addExecutor'
        : 'addResource',
  )
  if (inService > 0 || bestLevel !== null) remedies.push('lowerRequirement')
  remedies.push('skipStep')
  return {
    type,
    capability,
    level,
    resourceId,
    needed: count,
    inService,
    bestLevel: bestLevel === 0 ? null : bestLevel,
    remedies,
  }
}

/** Which of several requirements members in service cannot serve; all of a type where only together they cannot. */
export function describeMissing(
  directory: MemberDirectory,
  requirements: readonly Requirement[],
): MissingRequirement[] {
  const all = requirements.map((requirement) => missingOf(directory, requirement))
  const short = all.filter(({ needed, inService }) => inService < needed)
  if (short.length > 0) return short
  const counts = new Map<string, number>()
  for (const { type } of all) counts.set(type, (counts.get(type) ?? 0) + 1)
  return all.filter(({ type }) => (counts.get(type) ?? 0) > 1)
}

/** What is missing, as what is needed. */
export const needsOf = (missing: readonly MissingRequirement[]): NeededMembers[] =>
  missing.map(({ type, capability, level, needed }) => ({ type, capability, level, count: needed }))

const advice: Partial<Record<PoolRemedy, PlainRemedy>> = {
  clear: 'clearMember',
  addExecutor: 'moreExecutors',
  addResource: 'dropResource',
}

/** What a person can do about it. */
export function remedyOf({ remedies }: MissingRequirement): PlainRemedy {
  return (remedies[0] && advice[remedies[0]]) ?? 'lowerOrSkip'
}
