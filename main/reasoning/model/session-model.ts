import type { ModelRequest, ModelTurn } from '../../../contract/language-model'
import type { ModelRole } from '../../../contract/model-turn'

export interface TurnRequest extends ModelRequest {
  readonly role: ModelRole
  /** The part of the report, or of the plan. */
  readonly about: string
  /** Name and version of the prompt's file. */
  readonly prompt: string
}

/** A language model as one session asks it. */
export interface SessionModel {
  /** As its server calls it. */
  readonly name: string
  /** Tokens that a prompt and its answer may have together. */
  contextTokens(signal: AbortSignal): Promise<number>
  /**
   * Has the model answer. A turn that the session finished before is read from its rows and not asked again. Throws
   * `model.*`, `resource.*`, `egress.denied`, `cancelled` and the signal's reason.
   */
  take(turn: TurnRequest, signal: AbortSignal): Promise<Pick<ModelTurn, 'text' | 'finish'>>
  /** Writes into the session's log that rules made the plan, as the model could not. */
  notePlannedByRules(error: unknown): Promise<void>
}
