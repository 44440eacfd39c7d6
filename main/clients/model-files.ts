import { totalmem } from 'node:os'
import { join } from 'node:path'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type {
  ModelAnswer,
  ModelFileTask,
  ModelRequest,
  ModelTold,
  ModelTurn,
  ServedModel,
} from '../../contract/models/language-model'
import type { UniversalResource } from '../../contract/resources/resource'
import { createWorkLimit, createWorkProcesses, ProcessLost, type StartWorkProcess } from '../processes'
import { unexpected } from './unexpected-answer'

/** Longest silence: while a long prompt is read on a slow machine nothing is said. */
const silenceMs = 600_000
/** A model that nobody asks is unloaded after so long. */
const usualIdleMs = 300_000
/** What a model needs is compared with the free memory before it is loaded; this only stops what outgrows that. */
const maxMemoryMb = Math.floor((totalmem() * 0.9) / 1024 / 1024)

export interface ModelFilesOptions {
  /** Folder of the built workers, with `gguf.js` in it. */
  readonly workersDir: string
  readonly start: StartWorkProcess
  readonly idleMs?: number
  /** Bytes of memory that a model may take; default: what the machine has free. */
  readonly maxBytes?: number
}

export interface GenerateOptions {
  readonly signal: AbortSignal
  /** Called with the answer so far whenever more of it arrives; shorter than before where it is asked for once more. */
  readonly onText?: ((soFar: string) => void) | undefined
}

/** Language models in GGUF files, run on this machine. */
export interface ModelFiles {
  /**
   * The model of a file, with as much of the wanted context as fits the free memory. Throws `model.fileBroken`,
   * `model.needsMemory`, `model.crashed`, `resource.timeout` and `cancelled`.
   */
  list(file: UniversalResource, contextTokens: number, signal: AbortSignal): Promise<readonly ServedModel[]>
  /** One turn. Throws as `list` does, and `model.tooLong`, `model.failed`, and `model.unusable` where it is offered tools. */
  generate(
    file: UniversalResource,
    request: ModelRequest,
    contextTokens: number,
    options: GenerateOptions,
  ): Promise<ModelTurn>
  close(): Promise<void>
}

/**
 * Runs models in one process of its own, one model at a time and offline: whatever native code does with a file or with
 * memory costs a turn. The process keeps the model between turns.
 */
export function createModelFiles({ workersDir, start, idleMs, maxBytes }: ModelFilesOptions): ModelFiles {
  const processes = createWorkProcesses<ModelFileTask, ModelTold, ModelAnswer>({
    start,
    entry: join(workersDir, 'gguf.js'),
    name: 'gguf',
    maxMemoryMb,
    egress: 'offline',
    places: 1,
    canBeInterrupted: true,
    idleMs: idleMs ?? usualIdleMs,
    keepsState: true,
  })

  async function work(
    { name, metadata }: UniversalResource,
    asked: Pick<ModelFileTask, 'ask' | 'contextTokens'>,
    { signal, onText }: GenerateOptions,
  ): Promise<Exclude<ModelAnswer, { kind: 'failed' }>> {
    if (metadata.type !== 'model') throw new QuarryError('resource.unsupported', `“${name}” is no language model.`)
    const limit = createWorkLimit(silenceMs)
    let soFar = ''
    const onTold = (told: ModelTold): void => {
      if (told.kind === 'began') limit.begin()
      else limit.extend()
      if (told.kind !== 'text' || told.text === '') return
      soFar += told.text
      onText?.(soFar)
    }
    const task = { ...asked, path: metadata.location, name: metadata.models[0] ?? name, maxBytes: maxBytes ?? null }
    try {
      const answer = await processes.run(task, { limit, signal, onTold })
      if (answer.kind === 'failed') throw fromErrorShape(answer.error)
      return answer
    } catch (error) {
      throw error instanceof ProcessLost ? lostModel(error, name) : error
    }
  }

  return {
    async list(file, contextTokens, signal) {
      const answer = await work(file, { ask: { kind: 'list' }, contextTokens }, { signal })
      if (answer.kind !== 'listed') throw unexpected()
      return answer.models
    },
    async generate(file, request, contextTokens, options) {
      const answer = await work(file, { ask: { kind: 'chat', request }, contextTokens }, options)
      if (answer.kind !== 'said') throw unexpected()
      return answer.turn
    },
    close: () => processes.close(),
  }
}

function lostModel(cause: ProcessLost, name: string): QuarryError {
  if (cause.loss === 'timeLimit')
    return new QuarryError('resource.timeout', `“${name}” did not answer within ${silenceMs / 1000} seconds.`, {
      cause,
    })
  const context = { isMemory: cause.loss === 'memoryLimit' }
  return new QuarryError('model.crashed', `The process of “${name}” ended: ${cause.message}`, { cause, context })
}
