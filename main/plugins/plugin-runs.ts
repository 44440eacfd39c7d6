import { join } from 'node:path'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import { type JsonValue, jsonValue } from '../../contract/json'
import type { PluginAnswer, PluginLimits, PluginTask } from '../../contract/resources/plugin'
import type { UniversalResource } from '../../contract/resources/resource'
import { createWorkLimit, createWorkProcesses, failureOfLost, ProcessLost, type StartWorkProcess } from '../processes'
import { readPluginFiles } from '../resources'

const usualLimits: PluginLimits = {
  timeMs: 3000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 192 * 1024,
  outputCharacters: 200_000,
}
/** What the engine does not end by itself, its process ends: so long after the plugin's own time. */
const graceMs = 3000
const maxMemoryMb = 384

export interface PluginRunsOptions {
  /** Folder of the built workers, with `plugins.js` in it. */
  readonly workersDir: string
  readonly start: StartWorkProcess
  readonly limits?: Partial<PluginLimits>
}

/** One function of a plugin, with what it is called with. */
export type PluginCall = Pick<PluginTask, 'interface' | 'name' | 'input'>

export interface PluginRuns {
  /** In ms: no call takes longer, once its process runs. */
  readonly timeoutMs: number
  /**
   * Calls a function of a plugin that a person approved; null where it returned nothing. Throws `plugin.notApproved` where its files
   * are not those, `plugin.failed`, `resource.*` where its files cannot be read, and `cancelled`.
   */
  run(resource: UniversalResource, call: PluginCall, signal: AbortSignal): Promise<JsonValue>
  close(): Promise<void>
}

/** Plugins in a sandbox (`workers/plugins`), in a process that may connect nowhere and is killed where a plugin does not end. */
export function createPluginRuns({ workersDir, start, ...options }: PluginRunsOptions): PluginRuns {
  const limits = { ...usualLimits, ...options.limits }
  const timeoutMs = limits.timeMs + graceMs
  const processes = createWorkProcesses<PluginTask, 'began', PluginAnswer>({
    start,
    entry: join(workersDir, 'plugins.js'),
    name: 'plugins',
    maxMemoryMb,
    egress: 'offline',
    places: 1,
  })
  return {
    timeoutMs,
    async run({ resourceId, name: plugin, metadata, origin, isActive }, call, signal) {
      if (metadata.type !== 'tool' || metadata.plugin === undefined || metadata.entry === null || origin.path === null)
        throw new QuarryError('internal', `“${plugin}” is no plugin.`)
      const { code, hash } = await readPluginFiles(origin.path, metadata.entry)
      if (!isActive || hash !== metadata.plugin.hash) {
        throw new QuarryError('plugin.notApproved', `The files of “${plugin}” are not those that were approved.`, {
          remedy: 'approvePlugin',
          context: { plugin, resourceId },
        })
      }
      const limit = createWorkLimit(timeoutMs)
      let answer: PluginAnswer
      try {
        answer = await processes.run({ code, ...call, limits }, { limit, signal, onTold: () => limit.begin() })
      } catch (error) {
        throw error instanceof ProcessLost ? lostPlugin(error, plugin, limits) : error
      }
      if (answer.kind === 'returned') return answer.json === null ? null : jsonValue.parse(JSON.parse(answer.json))
      const { context, ...error } = answer.error
      throw fromErrorShape({ ...error, context: { ...context, plugin } })
    },
    close: () => processes.close(),
  }
}

function lostPlugin(cause: ProcessLost, plugin: string, limits: PluginLimits): QuarryError {
  const failure = failureOfLost(cause, limits)
  return new QuarryError('plugin.failed', `The plugin failed: ${failure.said}`, {
    cause,
    context: { plugin, ...failure },
  })
}
