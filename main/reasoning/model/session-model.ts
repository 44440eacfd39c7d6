import type { QuarryError } from '../../../contract/errors'
import type { ModelRequest, ModelTurn } from '../../../contract/models/language-model'
import type { ModelRole } from '../../../contract/models/model-turn'

export interface TurnRequest extends ModelRequest {
  readonly role: ModelRole
  /** The step or the part of the report that it is for; empty of the whole. */
  readonly about: string
  /** Name and version of the prompt's file. */
  readonly prompt: string
}

/** A language model as one session asks it. */
export interface SessionModel {
  /** As its server calls it. */
  readonly name: string
  /** Tokens that a prompt and its answer may have together: what its context holds, and a person allows. */
  contextTokens(signal: AbortSignal): Promise<number>
  /**
   * Has the model answer. A turn that the session finished before is read from its rows and not asked again. Throws
   * `model.*`, `resource.*`, `egress.denied`, `cancelled` and the signal's reason.
   * @param problemOf what makes an answer unusable: it ends the turn as failed, so that a retry asks anew
   */
  take(
    turn: TurnRequest,
    signal: AbortSignal,
    problemOf?: (said: Pick<ModelTurn, 'text' | 'finish'>) => QuarryError | null,
  ): Promise<Pick<ModelTurn, 'text' | 'finish' | 'calls'>>
  /** Writes into the session's log that rules took the model's place in a role, and why. */
  noteByRules(role: Exclude<ModelRole, 'write'>, about: string, error: unknown): Promise<void>
}
