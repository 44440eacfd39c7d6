import { QuarryError } from '../../contract/errors'
import { createOccupancy, createTurns, type ThreadsAtWork } from '../threads'
import { HiredProcess, type WorkRequest } from './hired-process'
import type { StartWorkProcess, WorkProcessOptions } from './work-process'

/** A process that has nothing to do is kept so long unless told otherwise: starting one costs 0.2 s and more. */
const usualIdleMs = 15_000
/** A process that keeps no state is replaced after so many pieces of work, and when what stays of them takes half of its memory. */
const worksOfOne = 500

export interface WorkProcessesOptions extends WorkProcessOptions {
  readonly start: StartWorkProcess
  /** Processes that work at the same time. */
  readonly places: number
  /** Whether work can be asked to end before its process is killed, so that it says goodbye to a server. */
  readonly canBeInterrupted?: boolean
  /** How long a process that has nothing to do is kept. */
  readonly idleMs?: number
  /** What stays in it (a loaded model, a server with its session) is what it is kept for: it is not replaced while it works. */
  readonly keepsState?: boolean
}

export interface WorkProcesses<Work, Told, Answer> {
  /**
   * Waits its turn, and has a process do the work. Rejects with ProcessLost, or with `cancelled` where nobody wants it
   * any more.
   */
  run(work: Work, request: WorkRequest<Told>): Promise<Answer>
  /** Processes at work right now, of all that there can be; null where none is. */
  atWork(): ThreadsAtWork | null
  /** Kills all; what they were at is rejected as `cancelled`. Answers when they are gone. */
  close(): Promise<void>
}

/**
 * Processes for what opens foreign files and servers, native engines and parsers among them. Whatever a hostile file
 * does to memory, time or the code itself, it does to its process alone, and that one can be killed at any moment.
 * Each has one piece of work at a time, and stays for the next one. Started with the first work.
 */
export function createWorkProcesses<Work, Told, Answer>(
  options: WorkProcessesOptions,
): WorkProcesses<Work, Told, Answer> {
  type Hired = HiredProcess<Work, Told, Answer>
  const occupancy = createOccupancy()
  const turns = createTurns(options.places)
  const closing = new AbortController()
  const idleMs = options.idleMs ?? usualIdleMs
  const alive = new Set<Hired>()
  const resting = new Map<Hired, NodeJS.Timeout>()

  function hire(): Hired {
    const hired: Hired = new HiredProcess(options.start(options), options.canBeInterrupted ?? false)
    alive.add(hired)
    void hired.gone.then(() => {
      alive.delete(hired)
      wake(hired)
    })
    return hired
  }

  function wake(hired: Hired): void {
    clearTimeout(resting.get(hired))
    resting.delete(hired)
  }

  /** It takes no more work from now on, although it is gone only a moment later. */
  function dismiss(hired: Hired): void {
    wake(hired)
    hired.kill()
  }

  function rest(hired: Hired): void {
    if (hired.isGone) return
    const isFull = hired.residentBytes > options.maxMemoryMb * 512 * 1024
    const isSpent = !options.keepsState && (isFull || hired.works >= worksOfOne)
    if (isSpent || hired.isSpoilt || closing.signal.aborted) dismiss(hired)
    else resting.set(hired, setTimeout(() => dismiss(hired), idleMs).unref())
  }

  return {
    async run(work, { limit, signal, ...request }) {
      const wanted = AbortSignal.any([signal, closing.signal])
      const giveBack = await turns.take(wanted)
      // Since its turn came, it may have become unwanted.
      if (wanted.aborted) {
        giveBack()
        throw new QuarryError('cancelled', 'Cancelled.')
      }
      // The one that worked last: what it keeps open is of most use, and the others come to their end.
      const hired = [...resting.keys()].at(-1) ?? hire()
      wake(hired)
      const end = occupancy.begin()
      try {
        return await hired.perform(work, { limit, signal: wanted, ...request })
      } finally {
        end()
        rest(hired)
        giveBack()
      }
    },
    atWork() {
      const occupied = occupancy.now()
      return occupied && { ...occupied, total: options.places }
    },
    async close() {
      closing.abort()
      for (const hired of alive) hired.kill()
      await Promise.all([...alive].map(({ gone }) => gone))
    },
  }
}
