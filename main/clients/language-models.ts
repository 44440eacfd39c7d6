import { join } from 'node:path'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type {
  ModelAnswer,
  ModelLimits,
  ModelRequest,
  ModelTask,
  ModelTold,
  ModelTurn,
  ServedModel,
} from '../../contract/models/language-model'
import { egressToModel, modelApiOf } from '../../contract/models/model-address'
import type { ProcessEgress } from '../../contract/processes/work-process'
import type { UniversalResource } from '../../contract/resources/resource'
import { modelKeyName } from '../../contract/resources/resource-secrets'
import { forPurpose } from '../connections'
import { createByEgress, createWorkLimit, createWorkProcesses, ProcessLost, type StartWorkProcess } from '../processes'
import type { Secrets } from '../secrets'
import { lostService } from './lost-service'
import type { GenerateOptions, ModelFiles } from './model-files'
import { unexpected } from './unexpected-answer'

const maxMemoryMb = 512
/** Turns that are under way at one server at the same time: most servers on one machine think of one thing anyway. */
const places = 2
const usualLimits: ModelLimits = {
  // Below the five minutes after which Node itself gives up.
  firstByteMs: 280_000,
  silenceMs: 60_000,
  maxResponseBytes: 4_000_000,
  maxAttempts: 3,
}

export interface LanguageModelsOptions {
  /** Folder of the built workers, with `models.js` in it. */
  readonly workersDir: string
  readonly start: StartWorkProcess
  readonly secrets: Secrets
  /** Where servers that are not on this machine may be; asked anew for each turn. */
  readonly egress: () => ProcessEgress
  /** Models that no server runs. */
  readonly files: Pick<ModelFiles, 'list' | 'generate'>
  /** Tokens of context that these are given at most. */
  readonly fileContextTokens: () => number
  readonly limits?: Partial<ModelLimits>
}

/** Language models behind servers that speak the OpenAI API (Ollama, LM Studio, llama.cpp, vLLM and others), and those in files. */
export interface LanguageModels {
  /** What a server or a file offers now. Throws as `generate` does. */
  list(server: UniversalResource, signal: AbortSignal): Promise<readonly ServedModel[]>
  /**
   * One turn. Throws `model.failed`, `model.tooLong`, `model.unusable` where it knows no tools, `resource.unreachable`, `resource.timeout`, `resource.tooLarge`,
   * `resource.needsSecret`, `resource.crashed`, `egress.denied` and `cancelled`; of a file also what `ModelFiles` throws.
   */
  generate(
    server: UniversalResource,
    model: string,
    request: ModelRequest,
    options: GenerateOptions,
  ): Promise<ModelTurn>
  close(): Promise<void>
}

/**
 * Speaks to model servers in processes of their own. One on this machine's loopback address may always be asked, as
 * nothing leaves the machine, and its process reaches that port alone; any other is held to the network setting.
 */
export function createLanguageModels(options: LanguageModelsOptions): LanguageModels {
  const limits = { ...usualLimits, ...options.limits }
  const processes = createByEgress((egress) =>
    createWorkProcesses<ModelTask, ModelTold, ModelAnswer>({
      start: options.start,
      entry: join(options.workersDir, 'models.js'),
      name: 'models',
      maxMemoryMb,
      egress,
      places,
      canBeInterrupted: true,
    }),
  )
  /** Servers that refused a schema, by server and model: they are asked without one from then on. */
  const withoutSchema = new Set<string>()
  /** Models that know no tools, with what their servers said: they are not offered any from then on. */
  const withoutTools = new Map<string, QuarryError>()

  async function work(
    server: UniversalResource,
    ask: ModelTask['ask'],
    { signal, onText }: GenerateOptions,
  ): Promise<Exclude<ModelAnswer, { kind: 'failed' }>> {
    const location = placeOf(server)
    const limit = createWorkLimit(limits.firstByteMs + 5000)
    let soFar = ''
    const onTold = (told: ModelTold): void => {
      if (told.kind === 'began') {
        limit.begin()
        return
      }
      limit.extend()
      soFar = told.kind === 'text' ? soFar + told.text : ''
      onText?.(soFar)
    }
    const apiKey = await options.secrets.get(`${server.resourceId}/${modelKeyName}`)
    const egress = egressToModel(location, options.egress())
    let answer: ModelAnswer
    try {
      const task: ModelTask = { server: modelApiOf(location), apiKey, limits, ask }
      answer = await forPurpose({ resourceId: server.resourceId }, () =>
        processes.of(egress).run(task, { limit, signal, onTold }),
      )
    } catch (error) {
      if (!(error instanceof ProcessLost)) throw error
      throw lostService(error, server.name, { timeoutMs: limits.firstByteMs, maxMemoryMb })
    }
    if (answer.kind === 'failed') throw fromErrorShape(answer.error)
    return answer
  }

  return {
    async list(server, signal) {
      if (isFile(server)) return options.files.list(server, options.fileContextTokens(), signal)
      const answer = await work(server, { kind: 'list' }, { signal })
      if (answer.kind !== 'listed') throw unexpected()
      return answer.models
    },
    async generate(server, model, request, given) {
      if (isFile(server)) return options.files.generate(server, request, options.fileContextTokens(), given)
      const key = `${server.resourceId}/${model}`
      const asked = withoutSchema.has(key) ? { ...request, schema: null } : request
      const refused = asked.tools === undefined ? undefined : withoutTools.get(key)
      if (refused !== undefined) throw refused
      const answer = await work(server, { kind: 'chat', model, request: asked }, given).catch((error: unknown) => {
        if (error instanceof QuarryError && error.context?.reason === 'noTools') withoutTools.set(key, error)
        throw error
      })
      if (answer.kind !== 'said') throw unexpected()
      if (asked.schema !== null && !answer.turn.constrained) withoutSchema.add(key)
      return answer.turn
    },
    close: () => processes.close(),
  }
}

const isFile = ({ metadata }: UniversalResource): boolean => metadata.type === 'model' && metadata.provider === 'gguf'

function placeOf({ name, metadata }: UniversalResource): string {
  const location = metadata.type === 'model' ? metadata.location : ''
  if (/^https?:\/\//i.test(location)) return location
  throw new QuarryError('resource.unsupported', `“${name}” is no server of language models.`)
}
