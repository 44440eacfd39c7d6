import type { BlockReason, MemberType, PoolPriority } from '../../contract/pool/pool'
import { shapeOf, unitsOf } from './requirements'
import type { Requirement, TaskRequest } from './terms'

/** A waiting request rises by one priority each time it has waited this long, in ms. */
export const ageingMs = 2 * 60 * 1000

const rank: Record<PoolPriority, number> = { low: 0, normal: 1, high: 2 }

/** A request in the line. What may change while it waits is not readonly. */
export interface Waiting {
  readonly task: TaskRequest
  readonly shape: Shape
  /**
   * Its place: the request with the smallest goes first. As all age alike, rising with time is the same as status
   * from the start behind those that asked `ageingMs` earlier for each level below: the place never changes.
   */
  readonly orderMs: number
  readonly sequence: number
  /** Grants to later requests that took a member that would have fitted it. */
  passed: number
  /** Why it waits, as it was told last. */
  told: BlockReason
  /** Members set aside for it, for each unit one or null. */
  claim: (string | null)[]
}

/** All requests that need the same: if the first of them cannot be served, none can. */
export interface Shape {
  readonly key: string
  readonly requirements: readonly Requirement[]
  readonly units: readonly Requirement[]
  /** How many members of each type. */
  readonly counts: ReadonlyMap<MemberType, number>
  readonly queue: Waiting[]
  /** Answers about who is in service, kept until that changes. */
  readonly known: Map<string, { readonly revision: number; readonly value: unknown }>
}

export function isBefore(one: Waiting, other: Waiting): boolean {
  return one.orderMs < other.orderMs || (one.orderMs === other.orderMs && one.sequence < other.sequence)
}

/** Where something stands in what is sorted by place, or would. */
function placeIn<Item>(sorted: readonly Item[], placeOf: (item: Item) => Waiting, waiting: Waiting): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(placeOf(sorted[middle] as Item), waiting)) low = middle + 1
    else high = middle
  }
  return low
}

const itself = (waiting: Waiting): Waiting => waiting
const headOf = ({ queue }: Shape): Waiting => queue[0] as Waiting

/** Shapes that somebody waits for, sorted by the place of the first who does. */
interface Heads {
  readonly ofOne: Shape[]
  readonly ofSeveral: Shape[]
}

const none: Heads = { ofOne: [], ofSeveral: [] }

/** Shapes that nobody waits for are kept for the next request, up to about this many. */
const maxIdleShapes = 1000

/** Who waits, by what they need: an event looks at the first of each need, never at all who wait. */
export class WaitingLine {
  readonly #byTask = new Map<string, Waiting>()
  readonly #shapes = new Map<string, Shape>()
  readonly #heads = new Map<MemberType, Heads>()
  #sequence = 0
  /** At so many shapes the idle ones are dropped. */
  #maxShapes = maxIdleShapes

  get size(): number {
    return this.#byTask.size
  }

  get(taskId: string): Waiting | undefined {
    return this.#byTask.get(taskId)
  }

  all(): IterableIterator<Waiting> {
    return this.#byTask.values()
  }

  /** Everybody in the order of their places. */
  inOrder(): Waiting[] {
    return [...this.#byTask.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1))
  }

  /** Shapes that somebody waits for and that need a member of this type. */
  shapesOf(type: MemberType): readonly Shape[] {
    const { ofOne, ofSeveral } = this.headsOf(type)
    return [...ofOne, ...ofSeveral]
  }

  /** The same, of one member and of several, each in the order of their first. */
  headsOf(type: MemberType): { readonly ofOne: readonly Shape[]; readonly ofSeveral: readonly Shape[] } {
    return this.#heads.get(type) ?? none
  }

  shape(requirements: readonly Requirement[]): Shape {
    const key = shapeOf(requirements)
    const known = this.#shapes.get(key)
    if (known !== undefined) return known
    if (this.#shapes.size >= this.#maxShapes) {
      for (const shape of this.#shapes.values()) if (shape.queue.length === 0) this.#shapes.delete(shape.key)
      this.#maxShapes = this.#shapes.size + maxIdleShapes
    }
    const units = unitsOf(requirements)
    const counts = new Map<MemberType, number>()
    for (const { type } of units) counts.set(type, (counts.get(type) ?? 0) + 1)
    const shape: Shape = { key, requirements, units, counts, queue: [], known: new Map() }
    this.#shapes.set(key, shape)
    return shape
  }

  /** A request as it would stand in the line; it stands there only after `add`. */
  place(task: TaskRequest): Waiting {
    const orderMs = Date.parse(task.since) - rank[task.priority] * ageingMs
    const shape = this.shape(task.requirements)
    return { task, shape, orderMs, sequence: ++this.#sequence, passed: 0, told: 'resource_shortage', claim: [] }
  }

  add(waiting: Waiting): void {
    const { shape, task } = waiting
    const index = placeIn(shape.queue, itself, waiting)
    if (index === 0) this.#takeOut(shape)
    shape.queue.splice(index, 0, waiting)
    if (index === 0) this.#putIn(shape)
    this.#byTask.set(task.taskId, waiting)
    this.#shapes.set(shape.key, shape)
  }

  remove(waiting: Waiting): void {
    const { shape, task } = waiting
    if (this.#byTask.get(task.taskId) !== waiting) return
    this.#byTask.delete(task.taskId)
    const index = placeIn(shape.queue, itself, waiting)
    if (index === 0) this.#takeOut(shape)
    shape.queue.splice(index, 1)
    if (index === 0) this.#putIn(shape)
  }

  #sorted(shape: Shape): Shape[][] {
    return [...shape.counts.keys()].map((type) => {
      let heads = this.#heads.get(type)
      if (heads === undefined) {
        heads = { ofOne: [], ofSeveral: [] }
        this.#heads.set(type, heads)
      }
      return shape.units.length === 1 ? heads.ofOne : heads.ofSeveral
    })
  }

  #takeOut(shape: Shape): void {
    if (shape.queue.length === 0) return
    for (const sorted of this.#sorted(shape)) sorted.splice(placeIn(sorted, headOf, headOf(shape)), 1)
  }

  #putIn(shape: Shape): void {
    if (shape.queue.length === 0) return
    for (const sorted of this.#sorted(shape)) sorted.splice(placeIn(sorted, headOf, headOf(shape)), 0, shape)
  }
}
