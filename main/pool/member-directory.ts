import type { MemberState, MemberType } from '../../contract/pool/pool'
import { isFit } from './requirements'
import type { MemberStatus, Requirement } from './terms'

/** Whether a state can serve a request some day by itself: `error` needs a person, `released` is leaving. */
export const isInService = (state: MemberState): boolean => state !== 'error' && state !== 'released'

/** Whether a member is free or comes back when its task ends; a `blocked` one waits for something else. */
export const isActive = (state: MemberState): boolean =>
  state === 'available' || state === 'deployed' || state === 'busy'

const none: ReadonlySet<string> = new Set()

/** All members as they stand, by type and by resource. */
export class MemberDirectory {
  readonly #statuses = new Map<string, MemberStatus>()
  readonly #byType = new Map<MemberType, Set<string>>()
  readonly #byResource = new Map<string, Set<string>>()
  readonly #departed = new Map<string, MemberStatus>()
  #revision = 0
  #capacity = 0

  /** Grows with every change. */
  get revision(): number {
    return this.#revision
  }

  /** Grows when who is in service, or what they can do, changes; not when somebody starts or ends a task. */
  get capacityRevision(): number {
    return this.#capacity
  }

  get(id: string): MemberStatus | undefined {
    return this.#statuses.get(id)
  }

  all(): IterableIterator<MemberStatus> {
    return this.#statuses.values()
  }

  /** Notes where a member stands now; answers how it stood before. */
  note(status: MemberStatus): MemberStatus | undefined {
    const before = this.#statuses.get(status.id)
    this.#revision += 1
    if (
      before === undefined ||
      before.capabilities !== status.capabilities ||
      isInService(before.state) !== isInService(status.state) ||
      isActive(before.state) !== isActive(status.state)
    ) {
      this.#capacity += 1
    }
    this.#statuses.set(status.id, status)
    if (before === undefined) {
      this.#byType.set(status.type, (this.#byType.get(status.type) ?? new Set()).add(status.id))
      const { resourceId } = status
      if (resourceId !== null) {
        this.#byResource.set(resourceId, (this.#byResource.get(resourceId) ?? new Set()).add(status.id))
      }
    }
    return before
  }

  /** How a member stood when it left. */
  departed(id: string): MemberStatus | undefined {
    return this.#departed.get(id)
  }

  drop(status: MemberStatus): void {
    const { id, type, resourceId } = status
    this.#departed.set(id, status)
    this.#revision += 1
    this.#capacity += 1
    this.#statuses.delete(id)
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
  *fitting(requirement: Requirement): Generator<MemberStatus> {
    const { resourceId, type } = requirement
    for (const id of resourceId === null ? (this.#byType.get(type) ?? none) : this.slotsOf(resourceId)) {
      const status = this.#statuses.get(id)
      if (status !== undefined && isFit(status, requirement)) yield status
    }
  }
}
