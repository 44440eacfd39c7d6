import type { MemberState, MemberType } from '../../contract/pool'
import { isFit } from './requirements'
import type { MemberStanding, Requirement } from './terms'

/** Whether a state can serve a request some day by itself: `error` needs a person, `released` is leaving. */
export const isInService = (state: MemberState): boolean => state !== 'error' && state !== 'released'

/** Whether a member is free or comes back when its task ends; a `blocked` one waits for something else. */
export const isActive = (state: MemberState): boolean =>
  state === 'available' || state === 'deployed' || state === 'busy'

const none: ReadonlySet<string> = new Set()

/** All members as they stand, by type and by resource. */
export class Roll {
  readonly #standings = new Map<string, MemberStanding>()
  readonly #byType = new Map<MemberType, Set<string>>()
  readonly #byResource = new Map<string, Set<string>>()
  readonly #departed = new Map<string, MemberStanding>()
  #revision = 0
  #roster = 0

  /** Grows with every change. */
  get revision(): number {
    return this.#revision
  }

  /** Grows when who is in service, or what they can do, changes; not when somebody starts or ends a task. */
  get rosterRevision(): number {
    return this.#roster
  }

  get(id: string): MemberStanding | undefined {
    return this.#standings.get(id)
  }

  all(): IterableIterator<MemberStanding> {
    return this.#standings.values()
  }

  /** Notes where a member stands now; answers how it stood before. */
  note(standing: MemberStanding): MemberStanding | undefined {
    const before = this.#standings.get(standing.id)
    this.#revision += 1
    if (
      before === undefined ||
      before.capabilities !== standing.capabilities ||
      isInService(before.state) !== isInService(standing.state) ||
      isActive(before.state) !== isActive(standing.state)
    ) {
      this.#roster += 1
    }
    this.#standings.set(standing.id, standing)
    if (before === undefined) {
      this.#byType.set(standing.type, (this.#byType.get(standing.type) ?? new Set()).add(standing.id))
      const { resourceId } = standing
      if (resourceId !== null) {
        this.#byResource.set(resourceId, (this.#byResource.get(resourceId) ?? new Set()).add(standing.id))
      }
    }
    return before
  }

  /** How a member stood when it left. */
  departed(id: string): MemberStanding | undefined {
    return this.#departed.get(id)
  }

  drop(standing: MemberStanding): void {
    const { id, type, resourceId } = standing
    this.#departed.set(id, standing)
    this.#revision += 1
    this.#roster += 1
    this.#standings.delete(id)
    this.#byType.get(type)?.delete(id)
    if (resourceId === null) return
    const slots = this.#byResource.get(resourceId)
    slots?.delete(id)
    if (slots?.size === 0) this.#byResource.delete(resourceId)
  }

  /** Ids of the slots of a resource. */
  slotsOf(resourceId: string): ReadonlySet<string> {
    return this.#byResource.get(resourceId) ?? none
  }

  /** Members that fit, whatever their state. */
  *fitting(requirement: Requirement): Generator<MemberStanding> {
    const { resourceId, type } = requirement
    for (const id of resourceId === null ? (this.#byType.get(type) ?? none) : this.slotsOf(resourceId)) {
      const standing = this.#standings.get(id)
      if (standing !== undefined && isFit(standing, requirement)) yield standing
    }
  }
}
