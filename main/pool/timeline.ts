import type { PoolSpan } from '../../contract/pool/pool'
import type { MemberStatus } from './terms'

/** How far back the timeline reaches. */
export const timelineMs = 60 * 60 * 1000

/** Ended spans kept at most; under more the oldest go first. */
const maxEnded = 50_000

/** Who did what when, for the last hour: an open span for each member at work or out of service, and those that ended. */
export class Timeline {
  readonly #open = new Map<string, PoolSpan>()
  #ended: PoolSpan[] = []
  /** Where the spans that still count begin in `#ended`; what lies before is cut off now and then. */
  #first = 0

  constructor(ended: readonly PoolSpan[] = []) {
    this.#ended = [...ended]
  }

  /** A member changed: its open span ends, and a new one begins where it holds a task or is in error. */
  advance(status: MemberStatus, label: string): void {
    const { id, since, state } = status
    const open = this.#open.get(id)
    if (open !== undefined) {
      if (open.state === state && open.startedAt === since) return
      this.#open.delete(id)
      this.#ended.push({ ...open, endedAt: since })
      this.#prune(Date.parse(since))
    }
    const isWorking = state === 'deployed' || state === 'busy'
    if (!isWorking && state !== 'error') return
    this.#open.set(id, {
      memberId: id,
      taskId: isWorking ? (status.taskId ?? '') : '',
      label: isWorking ? label : '',
      ...(isWorking || status.error === null ? {} : { problem: status.error }),
      state,
      startedAt: since,
      endedAt: null,
    })
  }

  /** Spans that touch a stretch of time, in the order of their ends; the newest where there are more than `limit`. */
  between(fromMs: number, untilMs: number, limit: number): { spans: PoolSpan[]; total: number } {
    const touches = ({ startedAt, endedAt }: PoolSpan): boolean =>
      Date.parse(startedAt) <= untilMs && (endedAt === null || Date.parse(endedAt) >= fromMs)
    const found: PoolSpan[] = []
    for (let index = this.#first; index < this.#ended.length; index += 1) {
      const span = this.#ended[index]
      if (span !== undefined && touches(span)) found.push(span)
    }
    for (const span of this.#open.values()) if (touches(span)) found.push(span)
    return { spans: found.length > limit ? found.slice(found.length - limit) : found, total: found.length }
  }

  /** Drops what it keeps of a deleted session's tasks. */
  forget(isForgotten: (taskId: string) => boolean): void {
    this.#ended = this.#ended.slice(this.#first).filter(({ taskId }) => !isForgotten(taskId))
    this.#first = 0
    for (const [id, { taskId }] of this.#open) if (isForgotten(taskId)) this.#open.delete(id)
  }

  #prune(nowMs: number): void {
    const oldest = nowMs - timelineMs
    const isOver = (span: PoolSpan | undefined): boolean =>
      span !== undefined && span.endedAt !== null && Date.parse(span.endedAt) < oldest
    while (this.#first < this.#ended.length && isOver(this.#ended[this.#first])) this.#first += 1
    this.#first = Math.max(this.#first, this.#ended.length - maxEnded)
    if (this.#first > 1000 && this.#first * 2 > this.#ended.length) {
      this.#ended = this.#ended.slice(this.#first)
      this.#first = 0
    }
  }
}
