import { fromErrorShape, QuarryError } from '../../contract/errors'
import { type JsonValue, jsonValue } from '../../contract/json'
import type { PluginAnswer, PluginLimits, PluginTask } from '../../contract/resources/plugin'
import type { UniversalResource } from '../../contract/resources/resource'
import { createSandbox, type StartWorkProcess } from '../processes'
import { readPluginFiles } from '../resources'

const usualLimits: PluginLimits = {
  timeMs: 3000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 192 * 1024,
  outputCharacters: 200_000,
}
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

/** Plugins in a sandbox (`workers/plugins`). */
export function createPluginRuns({ workersDir, start, ...options }: PluginRunsOptions): PluginRuns {
  const limits = { ...usualLimits, ...options.limits }
  const sandbox = createSandbox<Omit<PluginTask, 'limits'>, PluginLimits, PluginAnswer>({
    ...{ workersDir, start, name: 'plugins', maxMemoryMb, limits },
  })
  return {
    timeoutMs: sandbox.timeoutMs,
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
      const answer = await sandbox.run(
        { code, ...call },
        signal,
        (failure, cause) =>
          new QuarryError('plugin.failed', `The plugin failed: ${failure.said}`, {
            cause,
            context: { plugin, ...failure },
          }),
      )
      if (answer.kind === 'returned') return answer.json === null ? null : jsonValue.parse(JSON.parse(answer.json))
      const { context, ...error } = answer.error
      throw fromErrorShape({ ...error, context: { ...context, plugin } })
    },
    close: () => sandbox.close(),
  }
}
