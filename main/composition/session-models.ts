import { QuarryError } from '../../contract/errors'
import type { RedactedText } from '../../contract/library/extract'
import { elsewhereOf } from '../../contract/models/model-address'
import type { EngineModel } from '../../contract/session/engine'
import type { LanguageModels } from '../clients'
import { createModelEngine, type ModelEnginePorts, type ReasoningEngine } from '../reasoning'
import type { ModelPorts } from '../research'
import type { Resources } from '../resources'
import type { Settings } from '../settings'

/** Tokens of a context where neither a person nor the server says how many. */
const usualContext = 32_000
/** What Ollama gives a model that it was told nothing else about, whatever the model could have; more is cut silently. */
const contextOfOllama = 4096

interface SessionModelsOptions {
  readonly resources: Pick<Resources, 'get'>
  readonly languageModels: Pick<LanguageModels, 'list' | 'generate'>
  readonly settings: Pick<Settings, 'get'>
  /** What plays the roles that a model does not, and those that it fails in. */
  readonly base: ReasoningEngine
  readonly readSources: ModelEnginePorts['readSources']
  readonly pathOf: ModelEnginePorts['pathOf']
  readonly hasMemories: ModelEnginePorts['hasMemories']
  readonly redact: (texts: readonly string[]) => Promise<readonly RedactedText[]>
}

/** The language models of a project's registered servers, as its sessions use them. */
export function createSessionModels({
  resources,
  languageModels,
  settings,
  base,
  readSources,
  pathOf,
  hasMemories,
  redact,
}: SessionModelsOptions): ModelPorts {
  const known = new Map<string, number>()
  return {
    async generate({ resourceId, model }, request, options) {
      return languageModels.generate(await resources.get(resourceId), model, request, options)
    },
    async contextTokens(place, signal) {
      const { contextTokens, messageTokens } = settings.get()
      const key = JSON.stringify(place)
      const tokens = contextTokens ?? known.get(key) ?? (await askContext(place, signal))
      if (contextTokens === null) known.set(key, tokens)
      return Math.min(tokens, messageTokens)
    },
    budget: () => settings.get().sessionTokens,
    async describe({ resourceId, model }) {
      const { name, metadata } = await resources.get(resourceId)
      if (metadata.type !== 'model') throw new QuarryError('resource.notFound', `“${name}” is no language model.`)
      const server = metadata.provider === 'gguf' ? 'GGUF' : name
      return { name: model, server, elsewhere: elsewhereOf(metadata.location) }
    },
    redact: async (texts) => (await redact(texts)).map(({ text }) => text),
    engineOn: (models, { offersMemory, ...research }) =>
      createModelEngine(base, models, {
        ...research,
        readSources,
        pathOf,
        hasMemories: async () => offersMemory && (await hasMemories()),
        unsupported: () => settings.get().unsupportedSentences,
      }),
  }

  async function askContext({ resourceId, model }: EngineModel, signal: AbortSignal): Promise<number> {
    const server = await resources.get(resourceId)
    const served = (await languageModels.list(server, signal)).find(({ name }) => name === model)
    const isOllama = server.metadata.type === 'model' && server.metadata.provider === 'ollama'
    return served?.contextTokens ?? (isOllama ? contextOfOllama : usualContext)
  }
}
