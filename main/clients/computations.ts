import { join } from 'node:path'
import type { ComputeAnswer, ComputeLimits, ComputeTask } from '../../contract/calls/compute'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import { createWorkLimit, createWorkProcesses, failureOfLost, ProcessLost, type StartWorkProcess } from '../processes'

const usualLimits: ComputeLimits = {
  timeMs: 5000,
  memoryBytes: 128 * 1024 * 1024,
  stackBytes: 192 * 1024,
  outputCharacters: 100_000,
}
/** What the engine does not end by itself, its process ends: so long after the code's own time. */
const graceMs = 3000
const maxMemoryMb = 512

export interface ComputationsOptions {
  /** Folder of the built workers, with `compute.js` in it. */
  readonly workersDir: string
  readonly start: StartWorkProcess
  readonly limits?: Partial<ComputeLimits>
}

export interface Computations {
  /**
   * Runs code over data. Throws `tool.codeFailed` and `cancelled`.
   * @returns the value of its last expression, as JSON
   */
  run(task: Omit<ComputeTask, 'limits'>, signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

/** Code in a sandbox (`workers/compute`), in processes that may connect nowhere and are killed where code does not end. */
export function createComputations({ workersDir, start, ...options }: ComputationsOptions): Computations {
  const limits = { ...usualLimits, ...options.limits }
  const processes = createWorkProcesses<ComputeTask, 'began', ComputeAnswer>({
    start,
    entry: join(workersDir, 'compute.js'),
    name: 'compute',
    maxMemoryMb,
    egress: 'offline',
    places: 1,
  })
  return {
    async run(task, signal) {
      const limit = createWorkLimit(limits.timeMs + graceMs)
      let answer: ComputeAnswer
      try {
        answer = await processes.run({ ...task, limits }, { limit, signal, onTold: () => limit.begin() })
      } catch (error) {
        throw error instanceof ProcessLost ? lostCode(error, limits) : error
      }
      if (answer.kind === 'failed') throw fromErrorShape(answer.error)
      return answer.json
    },
    close: () => processes.close(),
  }
}

function lostCode(cause: ProcessLost, limits: ComputeLimits): QuarryError {
  const context = failureOfLost(cause, limits)
  return new QuarryError('tool.codeFailed', `The code failed: ${context.said}`, { cause, context })
}
