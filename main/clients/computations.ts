import type { ComputeAnswer, ComputeLimits, ComputeTask } from '../../contract/calls/compute'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import { createSandbox, type StartWorkProcess } from '../processes'

const usualLimits: ComputeLimits = {
  timeMs: 5000,
  memoryBytes: 128 * 1024 * 1024,
  stackBytes: 192 * 1024,
  outputCharacters: 100_000,
}
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

/** Code in a sandbox (`workers/compute`). */
export function createComputations({ workersDir, start, ...options }: ComputationsOptions): Computations {
  const limits = { ...usualLimits, ...options.limits }
  const sandbox = createSandbox<Omit<ComputeTask, 'limits'>, ComputeLimits, ComputeAnswer>({
    ...{ workersDir, start, name: 'compute', maxMemoryMb, limits },
  })
  return {
    async run(task, signal) {
      const answer = await sandbox.run(
        task,
        signal,
        (context, cause) =>
          new QuarryError('tool.codeFailed', `The code failed: ${context.said}`, { cause, context: { ...context } }),
      )
      if (answer.kind === 'failed') throw fromErrorShape(answer.error)
      return answer.json
    },
    close: () => sandbox.close(),
  }
}
