import type { MemberType } from '../../contract/pool/pool'
import { levelFor } from './requirements'
import type { MemberStatus, Requirement } from './terms'

const uses = ({ tasksDone, tasksFailed }: MemberStatus): number => tasksDone + tasksFailed

/** Least used first, then by id: who of two equals is taken. */
function compareUse(a: MemberStatus, b: MemberStatus): number {
  return uses(a) - uses(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** Who of several that fit is taken: the highest level, then the least used, then by id. */
export function comparePreference(requirement: Requirement): (a: MemberStatus, b: MemberStatus) => number {
  return (a, b) => levelFor(b, requirement) - levelFor(a, requirement) || compareUse(a, b)
}

/** Members of one level, as a binary heap that knows where each stands, so that any can leave in log n. */
class Bucket {
  readonly #heap: MemberStatus[] = []
  readonly #position = new Map<string, number>()

  get first(): MemberStatus | undefined {
    return this.#heap[0]
  }

  values(): readonly MemberStatus[] {
    return this.#heap
  }

  add(member: MemberStatus): void {
    this.#heap.push(member)
    this.#position.set(member.id, this.#heap.length - 1)
    this.#rise(this.#heap.length - 1)
  }

  remove(id: string): void {
    const index = this.#position.get(id)
    if (index === undefined) return
    const last = this.#heap.length - 1
    this.#swap(index, last)
    this.#heap.pop()
    this.#position.delete(id)
    if (index < last) {
      this.#rise(index)
      this.#sink(index)
    }
  }

  #swap(one: number, other: number): void {
    const a = this.#heap[one]
    const b = this.#heap[other]
    if (a === undefined || b === undefined || one === other) return
    this.#heap[one] = b
    this.#heap[other] = a
    this.#position.set(b.id, one)
    this.#position.set(a.id, other)
  }

  #isBefore(one: number, other: number): boolean {
    const a = this.#heap[one]
    const b = this.#heap[other]
    return a !== undefined && b !== undefined && compareUse(a, b) < 0
  }

  #rise(start: number): void {
    for (let index = start; index > 0; ) {
      const parent = (index - 1) >> 1
      if (!this.#isBefore(index, parent)) return
      this.#swap(index, parent)
      index = parent
    }
  }

  #sink(start: number): void {
    for (let index = start; ; ) {
      let least = index
      for (const child of [2 * index + 1, 2 * index + 2]) if (this.#isBefore(child, least)) least = child
      if (least === index) return
      this.#swap(index, least)
      index = least
    }
  }
}

const anyCapability = ''
const maxLevel = 10

/** A resource serves its own project alone, so that its slots stand apart from those of others. */
const bucketKey = ({ type, projectId }: Pick<MemberStatus, 'type' | 'projectId'>, capability: string): string =>
  `${type}/${projectId ?? ''}/${capability}`

/**
 * Who is free, by type, capability and level, so that the best member for a requirement is found without looking at
 * the others: at most ten steps to the level, none within it.
 */
export class FreeIndex {
  /** By type, project and capability: a bucket for each level. */
  readonly #buckets = new Map<string, Bucket[]>()
  /** What is indexed now, as it was indexed. */
  readonly #members = new Map<string, MemberStatus>()

  readonly #counts = new Map<MemberType, number>()

  /** How many of a type are free. */
  count(type: MemberType): number {
    return this.#counts.get(type) ?? 0
  }

  has(id: string): boolean {
    return this.#members.has(id)
  }

  add(member: MemberStatus): void {
    this.remove(member.id)
    this.#members.set(member.id, member)
    this.#counts.set(member.type, this.count(member.type) + 1)
    this.#bucket(member, anyCapability, 0).add(member)
    for (const { name, level } of member.capabilities) this.#bucket(member, name, level).add(member)
  }

  remove(id: string): void {
    const member = this.#members.get(id)
    if (member === undefined) return
    this.#members.delete(id)
    this.#counts.set(member.type, this.count(member.type) - 1)
    this.#bucket(member, anyCapability, 0).remove(id)
    for (const { name, level } of member.capabilities) this.#bucket(member, name, level).remove(id)
  }

  /** The best for a requirement that names no resource. */
  best(requirement: Requirement): MemberStatus | undefined {
    const { capability, level } = requirement
    const buckets = this.#buckets.get(bucketKey(requirement, capability ?? anyCapability))
    if (buckets === undefined) return undefined
    if (capability === null) return buckets[0]?.first
    for (let at = maxLevel; at >= level; at -= 1) {
      const first = buckets[at]?.first
      if (first !== undefined) return first
    }
    return undefined
  }

  /** Up to `limit` of the best for a requirement that names no resource, best first. */
  bestFew(requirement: Requirement, limit: number): MemberStatus[] {
    const { capability, level } = requirement
    const buckets = this.#buckets.get(bucketKey(requirement, capability ?? anyCapability)) ?? []
    const found: MemberStatus[] = []
    const [from, to] = capability === null ? [0, 0] : [maxLevel, level]
    for (let at = from; at >= to && found.length < limit; at -= 1) {
      const members = buckets[at]?.values() ?? []
      found.push(...[...members].sort(compareUse).slice(0, limit - found.length))
    }
    return found
  }

  #bucket(member: MemberStatus, capability: string, level: number): Bucket {
    const key = bucketKey(member, capability)
    let buckets = this.#buckets.get(key)
    if (buckets === undefined) {
      buckets = Array.from({ length: maxLevel + 1 }, () => new Bucket())
      this.#buckets.set(key, buckets)
    }
    return buckets[level] as Bucket
  }
}
