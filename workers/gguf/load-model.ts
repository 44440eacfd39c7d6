import { statSync } from 'node:fs'
import { GgufInsights, LlamaChat, type LlamaModel, readGgufFileInfo } from 'node-llama-cpp'
import { QuarryError } from '../../contract/errors'
import type { ModelFileTask, ServedModel } from '../../contract/models/language-model'
import { broken, checkHeaders } from './check-header'
import { lastFault, startLlama } from './llama'

/** Left to the rest of the system. */
const reservedBytes = 512 * 1024 * 1024
/** With less context than this no role can be played. */
const leastTokens = 1024
/** Beyond what a prompt and its answer may have together. */
const spareTokens = 256

/** What fits beside the weights, and what it takes. */
type Fit = Required<Pick<ServedModel, 'contextTokens' | 'memory'>> & { readonly contextTokens: number }

/** A model in memory. */
export interface LoadedModel {
  readonly model: LlamaModel
  readonly chat: LlamaChat
  readonly fit: Fit
  /** The file as it was, and what was wanted of it. */
  readonly key: string
  unload(): Promise<void>
}

/** Names a file as it is now, and the context that is wanted of it. */
export function keyOf({ path, contextTokens }: ModelFileTask): string {
  const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  if (size === undefined) throw broken('gone')
  return JSON.stringify([path, size, mtimeMs, contextTokens])
}

/**
 * The tokens of context that fit this machine's free memory beside the weights: those wanted, or half as many, and so on. Throws
 * `model.fileBroken` and `model.needsMemory`.
 * @param heldBytes of a model that would make room
 */
export async function fitContext(
  { path, contextTokens: wanted, maxBytes }: ModelFileTask,
  heldBytes = 0,
): Promise<Fit> {
  checkHeaders(path)
  try {
    const info = await readGgufFileInfo(path, { sourceType: 'filesystem', logWarnings: false })
    const insights = await GgufInsights.from(info, await startLlama())
    const weights = await insights.estimateModelResourceRequirementsV2({ gpuLayers: 0, useMmap: false })
    const freeBytes = maxBytes ?? process.availableMemory() + heldBytes - reservedBytes
    let contextTokens = Math.min(wanted, insights.trainContextSize ?? wanted)
    for (;;) {
      const contextSize = contextTokens + spareTokens
      const context = await insights.estimateContextResourceRequirementsV2({ contextSize, modelGpuLayers: 0 })
      const neededBytes = Math.ceil(weights.cpuRam + context.cpuRam)
      if (neededBytes <= freeBytes) return { contextTokens, memory: { neededBytes, freeBytes } }
      if (contextTokens / 2 < leastTokens) throw needsMemory(neededBytes, freeBytes)
      contextTokens = Math.floor(contextTokens / 2)
    }
  } catch (error) {
    throw error instanceof QuarryError ? error : failedToLoad(error)
  }
}

/**
 * Loads a model and a context that fits beside it. Throws as `fitContext` does, and the signal's reason.
 * @param onProgress called now and then while it loads
 */
export async function loadModel(
  task: ModelFileTask,
  onProgress: () => void,
  signal: AbortSignal,
): Promise<LoadedModel> {
  const key = keyOf(task)
  const fit = await fitContext(task)
  const llama = await startLlama()
  let model: LlamaModel | null = null
  try {
    model = await llama.loadModel({
      modelPath: task.path,
      // A file that shrinks under its mapping would end the process, and the system would count its memory as free.
      useMmap: false,
      onLoadProgress: onProgress,
      loadSignal: signal,
    })
    const context = await model.createContext({ contextSize: fit.contextTokens + spareTokens, createSignal: signal })
    const chat = new LlamaChat({ contextSequence: context.getSequence() })
    const loaded = model
    return { model, chat, fit, key, unload: () => loaded.dispose() }
  } catch (error) {
    await model?.dispose()
    signal.throwIfAborted()
    throw failedToLoad(error)
  }
}

const failedToLoad = (error: unknown): QuarryError =>
  broken('failed', lastFault() || (error instanceof Error ? error.message : String(error)))

function needsMemory(neededBytes: number, freeBytes: number): QuarryError {
  const context = { neededBytes, freeBytes: Math.max(0, freeBytes) }
  const message = `The model needs ${neededBytes} bytes of memory, and ${context.freeBytes} are free.`
  return new QuarryError('model.needsMemory', message, { context })
}
