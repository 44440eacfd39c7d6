import type { SamplingRequest } from '../../contract/calls/sampling'
import { rolesOf } from '../../contract/session/engine'
import { completionTurn, estimatePrompt, readCompletion } from '../reasoning'
import type { Database } from '../store'
import type { PrepareCompletion } from '../tools'
import { budgetOf, createSessionModel, type ModelPorts } from './engines/session-model'
import { readNewestPlan } from './repository/plans'
import { readSession } from './repository/sessions'
import { readTakenTokens } from './repository/turns'

/** An answer that could not even have so many tokens is not asked for. */
const leastTokens = 50

interface CompletionOptions {
  readonly database: Database
  readonly projectId: string
  readonly models: Pick<ModelPorts, 'generate' | 'contextTokens' | 'budget' | 'describe' | 'redact'>
  readonly now: () => string
}

/**
 * Has the model that does a session's research answer what services ask for, as a turn of the session: it counts against the
 * tokens that research may use.
 */
export function createPrepareCompletion(options: CompletionOptions): PrepareCompletion {
  const { database, projectId, models } = options
  const redacted = async ({ system, messages, maxTokens }: SamplingRequest): Promise<SamplingRequest> => {
    const [cleanSystem = '', ...texts] = await models.redact([system, ...messages.map(({ text }) => text)])
    return {
      system: cleanSystem,
      messages: messages.map(({ role }, at) => ({ role, text: texts[at] ?? '' })),
      maxTokens,
    }
  }
  return async ({ sessionId, stepId }, asked, signal) => {
    const { engine, settings } = await readSession(database, projectId, sessionId)
    const [, place] = rolesOf(engine, settings.roleEngines).find(([role]) => role === 'research') ?? []
    if (place === undefined) return { problem: 'noModel' }
    const described = await models.describe(place)
    const wanted = await redacted(asked)
    const model = createSessionModel(place, { ...options, sessionId, instructions: '', onDraft: () => undefined })
    const steps = (await readNewestPlan(database, sessionId))?.steps ?? []
    const about = steps.find(({ id }) => id === stepId)?.title ?? stepId
    const promptTokens = estimatePrompt(completionTurn(wanted, about).messages)
    const room = (await model.contextTokens(signal)) - promptTokens
    const left = budgetOf(models, 'research') - (await readTakenTokens(database, sessionId)) - promptTokens
    const least = Math.min(wanted.maxTokens, leastTokens)
    if (room < least) return { problem: 'tooLarge' }
    if (left < least) return { problem: 'overBudget' }
    const request = { ...wanted, maxTokens: Math.min(wanted.maxTokens, room, left) }
    return {
      request,
      model: described,
      async complete(ended) {
        const { text, finish } = await model.take(completionTurn(request, about), ended, readCompletion)
        return { text, isCut: finish !== 'stop' }
      },
    }
  }
}
