import { join } from 'node:path'
import { ProcessLost } from './process-lost'
import { createWorkLimit } from './work-limit'
import type { StartWorkProcess } from './work-process'
import { createWorkProcesses } from './work-processes'

/** What the engine does not end by itself, its process ends: so long after the code's own time. */
const graceMs = 3000

interface SandboxLimits {
  readonly timeMs: number
  readonly memoryBytes: number
}

/** Why code failed that took its process with it, where no limit inside held. */
export interface LostCode {
  readonly reason: 'time' | 'memory' | 'threw'
  readonly said: string
  /** In ms or bytes, by the reason. */
  readonly limit: number | null
}

export interface Sandbox<Task, Answer> {
  /** In ms: no task takes longer, once its process runs. */
  readonly timeoutMs: number
  /** Throws what `lost` makes of a process that the code took with it, `cancelled`, and what a process fails with. */
  run(task: Task, signal: AbortSignal, lost: (failure: LostCode, cause: ProcessLost) => Error): Promise<Answer>
  close(): Promise<void>
}

/**
 * Foreign code, one task at a time, in a process that may connect nowhere and is killed where code does not end.
 * @param options.workersDir folder of the built workers, with `<name>.js` in it
 * @param options.limits what the worker holds the code to, with each task
 */
export function createSandbox<Task extends object, Limits extends SandboxLimits, Answer>(options: {
  readonly workersDir: string
  readonly start: StartWorkProcess
  readonly name: string
  readonly maxMemoryMb: number
  readonly limits: Limits
}): Sandbox<Task, Answer> {
  const { workersDir, start, name, maxMemoryMb, limits } = options
  const timeoutMs = limits.timeMs + graceMs
  const processes = createWorkProcesses<Task & { readonly limits: Limits }, 'began', Answer>({
    start,
    entry: join(workersDir, `${name}.js`),
    name,
    maxMemoryMb,
    egress: 'offline',
    places: 1,
  })
  return {
    timeoutMs,
    async run(task, signal, lost) {
      const limit = createWorkLimit(timeoutMs)
      try {
        return await processes.run({ ...task, limits }, { limit, signal, onTold: () => limit.begin() })
      } catch (error) {
        throw error instanceof ProcessLost ? lost(failureOf(error, limits), error) : error
      }
    },
    close: () => processes.close(),
  }
}

function failureOf({ loss }: ProcessLost, { timeMs, memoryBytes }: SandboxLimits): LostCode {
  const said = `its process ended (${loss})`
  if (loss === 'timeLimit') return { reason: 'time', said, limit: timeMs }
  if (loss === 'memoryLimit') return { reason: 'memory', said, limit: memoryBytes }
  return { reason: 'threw', said, limit: null }
}
