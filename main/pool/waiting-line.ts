import type { MemberType, PoolPriority } from '../../contract/pool'
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
   * Its place: the request with the smallest goes first. As all age alike, rising with time is the same as standing
   * from the start behind those that asked `ageingMs` earlier for each level below: the place never changes.
   */
  readonly orderMs: number
  readonly sequence: number
  /** Grants to later requests that took a member that would have fitted it. */
  passed: number
  /** Members set aside for it, for each unit one or null. */
  claim: (string | null)[]
}

/** All requests that need the same: if the first of them cannot be served, none can. */
export interface Shape {
  readonly key: string
  readonly requirements: readonly Requirement[]
  readonly units: readonly Requirement[]
  readonly types: ReadonlySet<MemberType>
  readonly queue: Waiting[]
  /** Answers about the roster, kept until it changes. */
  readonly known: Map<string, { readonly revision: number; readonly value: unknown }>
}

export function isBefore(one: Waiting, other: Waiting): boolean {
  return one.orderMs < other.orderMs || (one.orderMs === other.orderMs && one.sequence < other.sequence)
}

/** Where in a queue it stands, or would. */
function placeOf(queue: readonly Waiting[], waiting: Waiting): number {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(queue[middle] as Waiting, waiting)) low = middle + 1
    else high = middle
  }
  return low
}

/** Shapes that nobody waits for are kept for the next request, up to this many. */
const maxIdleShapes = 1000

/** Who waits, by what they need: an event looks at the first of each need, never at all who wait. */
export class WaitingLine {
  readonly #byTask = new Map<string, Waiting>()
  readonly #shapes = new Map<string, Shape>()
  /** Shapes somebody waits for, by each type they need. */
  readonly #byType = new Map<MemberType, Set<Shape>>()
  #sequence = 0

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
  shapesOf(type: MemberType): Iterable<Shape> {
    return this.#byType.get(type) ?? []
  }

  shape(requirements: readonly Requirement[]): Shape {
    const key = shapeOf(requirements)
    const known = this.#shapes.get(key)
    if (known !== undefined) return known
    if (this.#shapes.size > maxIdleShapes) {
      for (const shape of this.#shapes.values()) if (shape.queue.length === 0) this.#shapes.delete(shape.key)
    }
    const units = unitsOf(requirements)
    const types = new Set(requirements.map(({ type }) => type))
    const shape: Shape = { key, requirements, units, types, queue: [], known: new Map() }
    this.#shapes.set(key, shape)
    return shape
  }

  /** A request as it would stand in the line; it stands there only after `add`. */
  place(task: TaskRequest): Waiting {
    const orderMs = Date.parse(task.since) - rank[task.priority] * ageingMs
    const shape = this.shape(task.requirements)
    return { task, shape, orderMs, sequence: ++this.#sequence, passed: 0, claim: [] }
  }

  add(waiting: Waiting): void {
    const { shape, task } = waiting
    shape.queue.splice(placeOf(shape.queue, waiting), 0, waiting)
    this.#byTask.set(task.taskId, waiting)
    this.#shapes.set(shape.key, shape)
    for (const type of shape.types) {
      const shapes = this.#byType.get(type) ?? new Set()
      this.#byType.set(type, shapes.add(shape))
    }
  }

  remove(waiting: Waiting): void {
    const { shape, task } = waiting
    if (this.#byTask.get(task.taskId) !== waiting) return
    this.#byTask.delete(task.taskId)
    const index = placeOf(shape.queue, waiting)
    if (shape.queue[index] === waiting) shape.queue.splice(index, 1)
    if (shape.queue.length > 0) return
    for (const type of shape.types) this.#byType.get(type)?.delete(shape)
  }
}
