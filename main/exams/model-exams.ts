import { QuarryError, toErrorShape } from '../../contract/errors'
import { elsewhereOf } from '../../contract/models/model-address'
import {
  type KnownModel,
  type ModelExam,
  type ModelFit,
  type ModelsState,
  modelExam,
} from '../../contract/models/model-exam'
import { modelRole } from '../../contract/models/model-turn'
import { type EngineModel, engineOfModel, type ModelEngine, modelOfEngine } from '../../contract/session/engine'
import type { LanguageModels } from '../clients'
import { type SessionModel, takeExam } from '../reasoning'
import type { ModelPorts } from '../research'
import type { Resources } from '../resources'
import type { Database } from '../store'

export interface ModelExams {
  /** All models that are registered, those of servers and files, with their last exams. */
  list(): Promise<KnownModel[]>
  /** How a model fits this machine now. Throws what asking it would. */
  fit(engine: string): Promise<ModelFit>
  /**
   * Examines a model, one at a time; null where the exam was ended. Throws `session.wrongState` where one is under way, and
   * what keeps a model from any answer.
   */
  examine(engine: string): Promise<ModelExam | null>
  /** Ends the exam that is under way; what was kept of one before stays. */
  stop(): void
  state(): ModelsState
  subscribe(listener: () => void): () => void
  close(): Promise<void>
}

interface ModelExamsOptions {
  readonly database: Database
  readonly resources: Pick<Resources, 'get' | 'list'>
  readonly languageModels: Pick<LanguageModels, 'list'>
  readonly models: Pick<ModelPorts, 'generate' | 'contextTokens'>
  readonly now: () => string
}

/** What is kept of the exam of an engine. It is about a model on this machine, whatever project asked for it. */
const keyOf = (engine: string): string => `exam.${engine}`

/** The models of a project, how they fit this machine, and the exams that they took on it. */
export function createModelExams({ database, resources, languageModels, models, now }: ModelExamsOptions): ModelExams {
  const listeners = new Set<() => void>()
  let state: ModelsState = { examining: null, revision: 0 }
  let underWay: { readonly ended: Promise<unknown>; readonly stopping: AbortController } | null = null
  const become = (next: ModelsState): void => {
    state = next
    for (const listener of listeners) listener()
  }

  async function examine(place: EngineModel, signal: AbortSignal): Promise<ModelExam | null> {
    const engine = engineOfModel(place)
    const measured = { tokens: 0, ms: 0 }
    try {
      const results = await takeExam(examinee(place, measured), {
        signal,
        onRole: (role, done) => become({ ...state, examining: { engine, role, done } }),
      })
      const roles = modelRole.options.map((role) => {
        const { isPassed, error } = results[role]
        return [role, { isPassed, error: error && toErrorShape(error) }]
      })
      const tokensPerSecond = measured.ms > 0 ? (measured.tokens / measured.ms) * 1000 : null
      const exam = modelExam.parse({ at: now(), roles: Object.fromEntries(roles), tokensPerSecond })
      await database.query(
        `insert into settings (key, value) values ($1, $2::jsonb)
         on conflict (key) do update set value = excluded.value, updated_at = now()`,
        [keyOf(engine), JSON.stringify(exam)],
      )
      return exam
    } catch (error) {
      if (signal.aborted) return null
      throw error
    }
  }

  /** A model as the exam asks it: no session keeps its turns, and their pace is measured. */
  function examinee(place: EngineModel, measured: { tokens: number; ms: number }): SessionModel {
    return {
      name: place.model,
      contextTokens: (signal) => models.contextTokens(place, signal),
      async take({ messages, maxTokens, schema, tools }, signal) {
        let first: number | null = null
        const onText = (): void => {
          first ??= performance.now()
        }
        const request = { messages, maxTokens, schema, ...(tools === undefined ? {} : { tools }) }
        const turn = await models.generate(place, request, { signal, onText })
        if (first !== null && turn.usage !== null && turn.usage.answerTokens > 1) {
          measured.tokens += turn.usage.answerTokens - 1
          measured.ms += performance.now() - first
        }
        return turn
      },
      noteByRules: async () => {},
    }
  }

  return {
    async list() {
      const engines = await listEngines(resources)
      const rows = await database.query<{ key: string; value: unknown }>(
        'select key, value from settings where key = any($1)',
        [engines.map(({ engine }) => keyOf(engine))],
      )
      const kept = new Map(rows.map(({ key, value }) => [key, modelExam.safeParse(value).data]))
      return engines.map((one) => ({ ...one, exam: kept.get(keyOf(one.engine)) ?? null }))
    },
    async fit(engine) {
      const { resourceId, model } = modelNamed(engine)
      const served = await languageModels.list(await resources.get(resourceId), AbortSignal.timeout(fitPatienceMs))
      const found = served.find(({ name }) => name === model)
      if (found === undefined) throw noModel(engine)
      return { contextTokens: found.contextTokens, memory: found.memory ?? null }
    },
    async examine(engine) {
      if (underWay !== null) throw new QuarryError('session.wrongState', 'Another model is being examined.')
      const stopping = new AbortController()
      const taken = examine(modelNamed(engine), stopping.signal).finally(() => {
        underWay = null
        become({ examining: null, revision: state.revision + 1 })
      })
      underWay = { ended: taken.catch(() => {}), stopping }
      return taken
    },
    stop: () => underWay?.stopping.abort(),
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      underWay?.stopping.abort()
      await underWay?.ended
    },
  }
}

/** Longest wait for what a model says of itself. */
const fitPatienceMs = 60_000

const noModel = (engine: string): QuarryError =>
  new QuarryError('resource.notFound', `There is no language model “${engine}”.`)

function modelNamed(engine: string): EngineModel {
  const model = modelOfEngine(engine)
  if (model === null) throw noModel(engine)
  return model
}

async function listEngines(resources: Pick<Resources, 'get' | 'list'>): Promise<ModelEngine[]> {
  const page = { type: 'model', parentId: null, offset: 0, limit: 200 } as const
  const registered = await Promise.all(
    (await resources.list(page)).resources.map(({ resourceId }) => resources.get(resourceId)),
  )
  return registered.flatMap(({ resourceId, name, metadata, status, isActive }) =>
    metadata.type !== 'model'
      ? []
      : metadata.models.map((model) => ({
          engine: engineOfModel({ resourceId, model }),
          model,
          server: metadata.provider === 'gguf' ? 'GGUF' : name,
          elsewhere: elsewhereOf(metadata.location),
          isReady: isActive && status === 'ready',
        })),
  )
}
