import type { SamplingModel } from '../../../contract/calls/sampling'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { ModelRequest, ModelTurn, ModelUsage } from '../../../contract/models/language-model'
import type { ModelRole } from '../../../contract/models/model-turn'
import { type EngineModel, engineOfModel } from '../../../contract/session/engine'
import { forPurpose } from '../../connections'
import {
  estimatePrompt,
  estimateTokens,
  type ModelEnginePorts,
  type ReasoningEngine,
  type RoleModels,
  type SessionModel,
  withInstructions,
} from '../../reasoning'
import { type Database, hashOfJson, type SqlExecutor } from '../../store'
import { appendEvent } from '../repository/events'
import { readSession, touchSession } from '../repository/sessions'
import { beginTurn, readAnswer, readTakenTokens, writeAnswer, writeTurnError } from '../repository/turns'

/** What models that search may do in a session. */
export interface ModelledResearch extends Pick<ModelEnginePorts, 'toolsOf' | 'mayWriteFiles' | 'work'> {
  /** Whether they are offered the tools of memory. */
  readonly offersMemory: boolean
}

/** Language models as sessions use them. */
export interface ModelPorts {
  /** @param onText called with the answer so far whenever more of it arrives */
  generate(
    model: EngineModel,
    request: ModelRequest,
    options: { readonly signal: AbortSignal; readonly onText: (soFar: string) => void },
  ): Promise<ModelTurn>
  /** Tokens of a model's context. */
  contextTokens(model: EngineModel, signal: AbortSignal): Promise<number>
  /** Tokens that a session may use, as it is now. */
  budget(): number
  /** What a person is told of a model that is to be sent something. Throws `resource.notFound`. */
  describe(model: EngineModel): Promise<SamplingModel>
  /** Texts without what looks like a secret. */
  redact(texts: readonly string[]): Promise<string[]>
  /**
   * The engine some of whose roles models play.
   */
  engineOn(models: RoleModels, research: ModelledResearch): ReasoningEngine
}

/** What searching may use of a session's tokens, with what was used before it: a report that nobody can write is worth little. */
const searchShare = 0.6

/** Tokens of a session that a role may use up, with what was used before it. */
export const budgetOf = (models: Pick<ModelPorts, 'budget'>, role: ModelRole): number =>
  Math.floor(models.budget() * (role === 'research' ? searchShare : 1))

interface SessionModelOptions {
  readonly database: Database
  readonly projectId: string
  readonly sessionId: string
  readonly models: Pick<ModelPorts, 'generate' | 'contextTokens' | 'budget'>
  /** What the person wants of the role that the model plays; empty where nothing. */
  readonly instructions: string
  readonly now: () => string
  /** Told what the model is writing for people, as it arrives; null at its end. */
  readonly onDraft: (draft: string | null) => void
}

/**
 * A model for one session: every turn is a row, written before it is asked and when it was answered, so that what was
 * finished is never asked twice. A turn that could go beyond the session's budget, with those under way, is not begun.
 */
export function createSessionModel(place: EngineModel, options: SessionModelOptions): SessionModel {
  const { database, projectId, sessionId, models, instructions, now, onDraft } = options
  const engine = engineOfModel(place)
  return {
    name: place.model,
    async contextTokens(signal) {
      return (await models.contextTokens(place, signal)) - estimateTokens(instructions)
    },
    async take(asked, signal, problemOf) {
      const language = asked.prompt.endsWith('zh-CN') ? 'zh-CN' : 'en'
      const turn = { ...asked, messages: withInstructions(asked.messages, instructions, language) }
      const { messages, maxTokens, schema, tools } = turn
      const request = { messages, maxTokens, schema, ...(tools === undefined ? {} : { tools }) }
      const turnKey = { sessionId, key: hashOfJson({ engine, request }) }
      const kept = await readAnswer(database, turnKey)
      if (kept !== null) return kept
      const atMost = { promptTokens: estimatePrompt(messages) + estimateTools(tools), answerTokens: maxTokens }
      // In one transaction: of two steps side by side each sees what the other one may use.
      await database.transaction(async (transaction) => {
        await requireBudget(transaction, atMost.promptTokens + atMost.answerTokens, turn.role)
        signal.throwIfAborted()
        await beginTurn(transaction, projectId, turnKey, engine, turn, atMost, now())
      })
      let said: ModelTurn
      let heard = null as string | null
      try {
        const onText = (soFar: string): void => {
          heard = soFar
          if (turn.role === 'write' && !signal.aborted) onDraft(soFar)
        }
        said = await forPurpose({ sessionId }, () => models.generate(place, request, { signal, onText }))
        const problem = problemOf?.(said) ?? null
        if (problem !== null) throw problem
      } catch (error) {
        // One that nobody wanted any more was cut off: its row says so by having no end.
        signal.throwIfAborted()
        const usage = heard === null ? null : usageOf(request, { text: heard, usage: null })
        await writeTurnError(database, turnKey, toErrorShape(error), usage, now())
        throw error
      } finally {
        onDraft(null)
      }
      await writeAnswer(database, turnKey, said, usageOf(request, said), now())
      const { text, finish, calls } = said
      return { text, finish, ...(calls === undefined ? {} : { calls }) }
    },
    noteByRules: (role, about, error) =>
      database.transaction(async (transaction) => {
        const at = now()
        await touchSession(transaction, sessionId, at)
        const { state } = await readSession(transaction, projectId, sessionId)
        const values = { model: place.model, error: toErrorShape(error) }
        const event =
          role === 'plan'
            ? { type: 'plan.byRules', detail: { kind: 'plannedByRules' as const, values } }
            : {
                type: `${role}.byRules`,
                detail: { kind: 'workedByRules' as const, values: { ...values, role, about } },
              }
        await appendEvent(transaction, projectId, sessionId, state, event, at)
      }),
  }

  async function requireBudget(transaction: SqlExecutor, wanted: number, role: ModelRole): Promise<void> {
    const budget = budgetOf(models, role)
    const tokens = await readTakenTokens(transaction, sessionId)
    if (tokens + wanted <= budget) return
    throw new QuarryError('model.overBudget', `The session used ${tokens} of ${budget} tokens.`, {
      context: { budget, tokens, ...(role === 'research' ? { role } : {}) },
    })
  }
}

const estimateTools = (tools: ModelRequest['tools'] = []): number => estimateTokens(JSON.stringify(tools))

function usageOf(
  { messages, tools }: ModelRequest,
  { text, calls = [], usage }: Pick<ModelTurn, 'text' | 'calls' | 'usage'>,
): ModelUsage {
  if (usage !== null) return { ...usage, isEstimated: false }
  return {
    promptTokens: estimatePrompt(messages) + estimateTools(tools),
    answerTokens: estimateTokens(text + calls.map((call) => call.arguments).join('')),
    isEstimated: true,
  }
}
