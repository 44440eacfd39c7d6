// The heart of the pool: one class, because who is free, who holds, who waits and what is set aside change together.

import type { BlockReason, MemberType, MissingRequirement } from '../../contract/pool/pool'
import type { WaitFact } from '../../contract/pool/pool-facts'
import { comparePreference, FreeIndex } from './free-index'
import { assignUnits } from './matching'
import { isActive, isInService, MemberDirectory } from './member-directory'
import { isFit } from './requirements'
import { describeMissing, describeWait } from './shortage'
import type { HeldTask, MemberStatus, Requirement, TaskRequest } from './terms'
import { isBefore, type Shape, type Waiting, WaitingLine } from './waiting-line'

// Over 300 lines: who has what and who waits for it change in one step; apart, no part could promise that.

/** What a change of the pool comes to for a task. */
export type Decision =
  | { readonly kind: 'granted'; readonly task: HeldTask }
  | { readonly kind: 'awaited'; readonly task: TaskRequest; readonly blockedBy: BlockReason; readonly reason: WaitFact }
  | { readonly kind: 'refused'; readonly task: TaskRequest; readonly missing: readonly MissingRequirement[] }

/** A request for several members at once sets members aside after so many grants that passed it over … */
const passedOverLimit = 16
/** … or after it has waited so long, in ms. */
const reserveAfterMs = 60 * 1000

/** Requests that have members set aside at a time: the first in line. The others' turn comes. */
const maxClaimers = 8

/** Refusals remembered, so that what they miss is told until somebody fits. */
const maxUnmet = 10_000

/**
 * Who is in the pool, who holds whom, who waits. Every method is one step: it leaves nobody waiting who could be
 * served. A task holds everything that it asked for or nothing, so no two tasks can wait for each other; members that
 * are set aside are not held, and the first in line can always take them (docs/pool.md has the argument).
 */
export class Ledger {
  readonly directory = new MemberDirectory()
  readonly line = new WaitingLine()
  /** By task. The authority on who holds what. */
  readonly held = new Map<string, HeldTask>()
  /** Tasks that were refused, until they ask again or are forgotten. */
  readonly unmet = new Map<string, TaskRequest>()
  readonly #free = new FreeIndex()
  readonly #holder = new Map<string, string>()
  /** Free members that are set aside, and for whom. */
  readonly #claims = new Map<string, Waiting>()
  readonly #claimers = new Set<Waiting>()

  /** The task that holds a member, by the ledger's own books. */
  holderOf(memberId: string): HeldTask | undefined {
    const taskId = this.#holder.get(memberId)
    return taskId === undefined ? undefined : this.held.get(taskId)
  }

  isReserving(waiting: Waiting): boolean {
    return waiting.claim.some((id) => id !== null)
  }

  /** A task asks: it is granted at once, waits, or is refused where nobody in service can ever serve it. */
  ask(task: TaskRequest, at: string, mayGrant: boolean): Decision[] {
    this.unmet.delete(task.taskId)
    const waiting = this.line.place(task)
    if (!this.isPossible(waiting.shape)) return [this.#refuse(task)]
    const decisions: Decision[] = []
    const freed: string[] = []
    if (mayGrant) for (const type of waiting.shape.counts.keys()) this.#reserveDue(type, at, freed)
    const members = mayGrant ? this.#choose(waiting) : null
    if (members !== null) decisions.push(this.#grant(waiting, members, at, freed))
    else {
      this.line.add(waiting)
      const wait = describeWait(this, waiting.shape, mayGrant)
      waiting.told = wait.blockedBy
      decisions.push({ kind: 'awaited', task, ...wait })
    }
    this.#settle(freed, at, decisions)
    return decisions
  }

  /** A member stands elsewhere than before. */
  memberChanged(status: MemberStatus, at: string, mayGrant: boolean): Decision[] {
    const { id } = status
    const capacity = this.directory.capacityRevision
    const before = this.directory.note(status)
    const isFree = status.state === 'available' && !this.#holder.has(id)
    const decisions: Decision[] = []
    const freed: string[] = []
    const claimer = this.#claims.get(id)
    if (claimer !== undefined && (!isFree || before?.capabilities !== status.capabilities)) this.#unclaim(id)
    if (!isFree) this.#free.remove(id)
    else if (!this.#claims.has(id)) {
      this.#free.add(status)
      freed.push(id)
    }
    if (status.state === 'released' && status.taskId === null) this.directory.drop(status)
    if (this.directory.capacityRevision !== capacity) {
      if (before !== undefined) this.#refuseImpossible(before, decisions, freed)
      this.#dropVainClaims(freed)
      this.#forgetFitted(status)
      if (mayGrant) this.#tellChangedWaits(status, decisions)
    }
    if (mayGrant) this.#settle(freed, at, decisions)
    return decisions
  }

  /** The task shows that it is alive; `isWorking` once it does its work. Undefined where it holds nothing. */
  renew(taskId: string, at: string, isWorking: boolean): HeldTask | undefined {
    const task = this.held.get(taskId)
    if (task === undefined) return undefined
    const leaseUntil = new Date(Date.parse(at) + task.leaseMs).toISOString()
    const renewed: HeldTask = isWorking
      ? { ...task, leaseUntil, state: 'executing', executingAt: task.executingAt ?? at }
      : { ...task, leaseUntil }
    this.held.set(taskId, renewed)
    return renewed
  }

  /** Time in which nobody could show that it lives does not count. */
  extendLeases(ms: number): void {
    for (const task of [...this.held.values()]) {
      const leaseUntil = new Date(Date.parse(task.leaseUntil) + ms).toISOString()
      this.held.set(task.taskId, { ...task, leaseUntil })
    }
  }

  /** Takes the task off the books. Its members are free when they say so themselves. */
  release(taskId: string): HeldTask | undefined {
    const task = this.held.get(taskId)
    if (task === undefined) return undefined
    this.held.delete(taskId)
    for (const id of task.memberIds) this.#holder.delete(id)
    return task
  }

  /** A task gives up waiting, or needs no longer what it was refused. */
  withdraw(taskId: string, at: string, mayGrant: boolean): { task: TaskRequest | undefined; decisions: Decision[] } {
    const refused = this.unmet.get(taskId)
    this.unmet.delete(taskId)
    const waiting = this.line.get(taskId)
    const decisions: Decision[] = []
    if (waiting === undefined) return { task: refused, decisions }
    this.line.remove(waiting)
    const freed = this.#unclaimAll(waiting)
    if (mayGrant) this.#settle(freed, at, decisions)
    return { task: waiting.task, decisions }
  }

  /** The pool stops: what was set aside is free again, and nobody gets it. */
  stop(): void {
    for (const waiting of [...this.#claimers]) this.#unclaimAll(waiting)
  }

  /** The pool goes on: everybody who can be served is. */
  start(at: string): Decision[] {
    const decisions: Decision[] = []
    const free = [...this.directory.all()].filter(({ id }) => this.#free.has(id)).map(({ id }) => id)
    this.#settle(free, at, decisions)
    return decisions
  }

  /** Tasks that gave no sign of life until their lease ended. */
  expired(at: string): HeldTask[] {
    const now = Date.parse(at)
    return [...this.held.values()].filter(({ leaseUntil }) => Date.parse(leaseUntil) < now)
  }

  /** Drops refusals of a session, and of a session's tasks. */
  forgetSession(sessionId: string): void {
    for (const [taskId, task] of this.unmet) if (task.sessionId === sessionId) this.unmet.delete(taskId)
  }

  /** A refusal of an earlier run. */
  rememberUnmet(task: TaskRequest): void {
    this.unmet.set(task.taskId, task)
  }

  /** Whether members in service, free or not, can serve it all at once. */
  isPossible(shape: Shape): boolean {
    return this.#knownOfCapacity(shape, 'possible', () => this.#canAssign(shape, ({ state }) => isInService(state)))
  }

  /** Whether members that are free or come back with the end of a task can: nothing blocked is needed. */
  isComing(shape: Shape): boolean {
    return this.#knownOfCapacity(shape, 'coming', () => this.#canAssign(shape, ({ state }) => isActive(state)))
  }

  /** Whether it could be served at this moment, by what nobody earlier has a right to. */
  isSatisfiableNow(waiting: Waiting): boolean {
    return this.#choose(waiting) !== null
  }

  #knownOfCapacity<Value>(shape: Shape, question: string, answer: () => Value): Value {
    const revision = this.directory.capacityRevision
    const known = shape.known.get(question)
    if (known?.revision === revision) return known.value as Value
    const value = answer()
    shape.known.set(question, { revision, value })
    return value
  }

  #canAssign({ units, requirements }: Shape, counts: (member: MemberStatus) => boolean): boolean {
    const candidates = new Map<Requirement, string[]>()
    for (const requirement of requirements) {
      const ids: string[] = []
      for (const member of this.directory.fitting(requirement)) {
        if (counts(member)) ids.push(member.id)
        // More than there are units in all cannot make a difference.
        if (ids.length >= units.length) break
      }
      if (ids.length < requirement.count) return false
      candidates.set(requirement, ids)
    }
    if (requirements.length === 1) return true
    return assignUnits(units.map((unit) => candidates.get(unit) ?? [])).every((id) => id !== null)
  }

  /** Free members for one requirement, best first: what nobody set aside, then what is set aside for later ones. */
  #candidates(waiting: Waiting, requirement: Requirement, limit: number): string[] {
    const found: string[] = []
    if (requirement.resourceId === null) {
      found.push(...this.#free.bestFew(requirement, limit).map(({ id }) => id))
    } else {
      const slots = [...this.directory.fitting(requirement)].filter(({ id }) => this.#free.has(id))
      found.push(...slots.sort(comparePreference(requirement)).map(({ id }) => id))
    }
    if (this.#claims.size === 0) return found
    for (const [id, claimer] of this.#claims) {
      const member = this.directory.get(id)
      const mayTake = claimer === waiting || isBefore(waiting, claimer)
      if (member !== undefined && mayTake && isFit(member, requirement)) found.push(id)
    }
    return found
  }

  #choose(waiting: Waiting): string[] | null {
    const { units, requirements } = waiting.shape
    const [only] = units
    if (only === undefined) return null
    if (units.length === 1) {
      const best = only.resourceId === null ? this.#free.best(only)?.id : undefined
      const id = best ?? this.#candidates(waiting, only, 1)[0]
      return id === undefined ? null : [id]
    }
    if (!this.#hasEnough(waiting)) return null
    const candidates = new Map<Requirement, string[]>()
    for (const requirement of requirements) {
      const ids = this.#candidates(waiting, requirement, units.length)
      if (ids.length < requirement.count) return null
      candidates.set(requirement, ids)
    }
    const chosen = assignUnits(units.map((unit) => candidates.get(unit) ?? []))
    return chosen.every((id) => id !== null) ? (chosen as string[]) : null
  }

  /** Whether enough of each type are free for it, whatever they can do: most who need several fail here, cheaply. */
  #hasEnough(waiting: Waiting): boolean {
    for (const [type, count] of waiting.shape.counts) {
      let free = this.#free.count(type)
      if (free >= count) continue
      for (const claimer of this.#claimers) {
        if (claimer !== waiting && !isBefore(waiting, claimer)) continue
        for (const id of claimer.claim) if (id !== null && this.directory.get(id)?.type === type) free += 1
      }
      if (free < count) return false
    }
    return true
  }

  #grant(waiting: Waiting, memberIds: readonly string[], at: string, freed: string[]): Decision {
    const { task } = waiting
    this.line.remove(waiting)
    for (const id of memberIds) {
      this.#unclaim(id)
      this.#free.remove(id)
      this.#holder.set(id, task.taskId)
    }
    freed.push(...this.#unclaimAll(waiting))
    const leaseUntil = new Date(Date.parse(at) + task.leaseMs).toISOString()
    const held: HeldTask = { ...task, memberIds, state: 'allocated', grantedAt: at, executingAt: null, leaseUntil }
    this.held.set(task.taskId, held)
    this.#countPassedOver(waiting, memberIds)
    return { kind: 'granted', task: held }
  }

  /** Requests for several members that stood before and would have liked one of these. */
  #countPassedOver(waiting: Waiting, memberIds: readonly string[]): void {
    for (const type of waiting.shape.counts.keys()) {
      for (const shape of this.line.headsOf(type).ofSeveral.slice(0, maxClaimers)) {
        const [head] = shape.queue
        if (head === undefined || !isBefore(head, waiting)) break
        const wanted = memberIds.some((id) => {
          const member = this.directory.get(id)
          return member !== undefined && shape.requirements.some((requirement) => isFit(member, requirement))
        })
        if (wanted) head.passed += 1
      }
    }
  }

  /** Offers members that became free to those who wait, in the order of their places, until nobody can be served. */
  #settle(free: readonly string[], at: string, decisions: Decision[]): void {
    const offered = new Set(free)
    const tried = new Set<Shape>()
    let isDueLookedAt = false
    for (;;) {
      const byType = this.#stillFree(offered)
      if (!isDueLookedAt) {
        isDueLookedAt = true
        const freed: string[] = []
        for (const type of byType.keys()) this.#reserveDue(type, at, freed)
        for (const id of freed) offered.add(id)
        if (freed.length > 0) continue
      }
      const next = this.#nextFor(byType, tried)
      if (next === undefined) return
      const members = this.#choose(next)
      if (members === null) {
        tried.add(next.shape)
        continue
      }
      const freed: string[] = []
      decisions.push(this.#grant(next, members, at, freed))
      for (const id of members) offered.delete(id)
      // The next who needs the same may be due; what a grant gave back may serve those tried before.
      isDueLookedAt = next.shape.units.length === 1
      for (const id of freed) offered.add(id)
      if (freed.length > 0) tried.clear()
    }
  }

  #stillFree(offered: Set<string>): Map<MemberType, MemberStatus[]> {
    const byType = new Map<MemberType, MemberStatus[]>()
    for (const id of offered) {
      const member = this.directory.get(id)
      if (member === undefined || !(this.#free.has(id) || this.#claims.has(id))) {
        offered.delete(id)
        continue
      }
      const same = byType.get(member.type)
      if (same === undefined) byType.set(member.type, [member])
      else same.push(member)
    }
    return byType
  }

  /** The first in line, of those not tried, that could use one of these members. */
  #nextFor(byType: ReadonlyMap<MemberType, MemberStatus[]>, tried: ReadonlySet<Shape>): Waiting | undefined {
    let next: Waiting | undefined
    const look = (shapes: readonly Shape[], members: readonly MemberStatus[]): void => {
      for (const shape of shapes) {
        const [head] = shape.queue
        if (head === undefined || (next !== undefined && isBefore(next, head))) return
        if (tried.has(shape) || (shape.units.length > 1 && !this.#hasEnough(head))) continue
        if (!members.some((member) => this.#canUse(head, member))) continue
        next = head
        return
      }
    }
    for (const [type, members] of byType) {
      const { ofOne, ofSeveral } = this.line.headsOf(type)
      look(ofOne, members)
      look(ofSeveral, members)
    }
    return next
  }

  #canUse(waiting: Waiting, member: MemberStatus): boolean {
    const claimer = this.#claims.get(member.id)
    if (claimer !== undefined && claimer !== waiting && isBefore(claimer, waiting)) return false
    return waiting.shape.requirements.some((requirement) => isFit(member, requirement))
  }

  /**
   * Sets free members of a type aside for the first requests that are due: before somebody later takes what they need.
   * @param freed takes what others must give up for it
   */
  #reserveDue(type: MemberType, at: string, freed: string[]): void {
    if (this.#free.count(type) === 0 && this.#claims.size === 0) return
    for (const { queue } of this.line.headsOf(type).ofSeveral.slice(0, maxClaimers)) {
      const [head] = queue
      if (head !== undefined && this.#isDueForReserve(head, at)) this.#reserve(head, freed)
    }
  }

  #isDueForReserve(waiting: Waiting, at: string): boolean {
    if (waiting.shape.units.length === 1) return false
    const isPassedOver =
      waiting.passed >= passedOverLimit || Date.parse(at) - Date.parse(waiting.task.since) >= reserveAfterMs
    return isPassedOver && this.isComing(waiting.shape)
  }

  /** Sets free members aside for a request that was passed over for long; what it has already stays with it. */
  #reserve(waiting: Waiting, freed: string[]): void {
    if (!this.#claimers.has(waiting) && this.#claimers.size >= maxClaimers) {
      const latest = [...this.#claimers].reduce((a, b) => (isBefore(a, b) ? b : a))
      if (isBefore(latest, waiting)) return
      freed.push(...this.#unclaimAll(latest))
    }
    const { units } = waiting.shape
    const candidates = new Map<Requirement, string[]>()
    for (const requirement of waiting.shape.requirements) {
      candidates.set(requirement, this.#candidates(waiting, requirement, units.length))
    }
    const claim = assignUnits(
      units.map((unit) => candidates.get(unit) ?? []),
      waiting.claim,
    )
    for (const id of claim) {
      if (id === null || this.#claims.get(id) === waiting) continue
      this.#unclaim(id)
      this.#free.remove(id)
      this.#claims.set(id, waiting)
    }
    waiting.claim = claim
    if (claim.some((id) => id !== null)) this.#claimers.add(waiting)
  }

  /** The member is no longer set aside; who calls says where it goes. */
  #unclaim(id: string): void {
    const claimer = this.#claims.get(id)
    if (claimer === undefined) return
    this.#claims.delete(id)
    claimer.claim = claimer.claim.map((other) => (other === id ? null : other))
    if (claimer.claim.every((other) => other === null)) this.#claimers.delete(claimer)
  }

  /** Everything that was set aside for it is free again; answers what. */
  #unclaimAll(waiting: Waiting): string[] {
    const freed: string[] = []
    for (const id of waiting.claim) {
      if (id === null || this.#claims.get(id) !== waiting) continue
      this.#claims.delete(id)
      const member = this.directory.get(id)
      if (member === undefined) continue
      this.#free.add(member)
      freed.push(id)
    }
    waiting.claim = []
    this.#claimers.delete(waiting)
    return freed
  }

  /** Nothing stays set aside for a request that now needs something blocked. */
  #dropVainClaims(freed: string[]): void {
    for (const waiting of [...this.#claimers]) {
      if (!this.isComing(waiting.shape)) freed.push(...this.#unclaimAll(waiting))
    }
  }

  #refuse(task: TaskRequest): Decision {
    if (this.unmet.size >= maxUnmet) {
      const [oldest] = this.unmet.keys()
      if (oldest !== undefined) this.unmet.delete(oldest)
    }
    this.unmet.set(task.taskId, task)
    return { kind: 'refused', task, missing: describeMissing(this.directory, task.requirements) }
  }

  #refuseImpossible(member: MemberStatus, decisions: Decision[], freed: string[]): void {
    for (const shape of [...this.line.shapesOf(member.type)]) {
      if (!shape.requirements.some((requirement) => isFit(member, requirement)) || this.isPossible(shape)) continue
      for (const waiting of [...shape.queue]) {
        this.line.remove(waiting)
        freed.push(...this.#unclaimAll(waiting))
        decisions.push(this.#refuse(waiting.task))
      }
    }
  }

  /** What it waits for went down, or answers again: the same wait has another reason. */
  #tellChangedWaits({ type }: MemberStatus, decisions: Decision[]): void {
    for (const shape of this.line.shapesOf(type)) {
      const wait = describeWait(this, shape, true)
      for (const waiting of shape.queue) {
        if (waiting.told === wait.blockedBy) break
        waiting.told = wait.blockedBy
        decisions.push({ kind: 'awaited', task: waiting.task, ...wait })
      }
    }
  }

  /** Whom a member now fits need not be told any more what is missing: the session asks again. */
  #forgetFitted(member: MemberStatus): void {
    if (!isInService(member.state)) return
    for (const task of [...this.unmet.values()]) {
      if (!task.requirements.some((requirement) => isFit(member, requirement))) continue
      if (!this.isPossible(this.line.shape(task.requirements))) continue
      this.unmet.delete(task.taskId)
    }
  }
}
