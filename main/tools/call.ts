import type { LackingCall } from '../../contract/calls/asked-field'

/** Names a call within a session: the same place with the same input is the same call. */
export interface CallKey {
  readonly sessionId: string
  readonly planId: string
  readonly stepId: string
  /** Which call of the step it is, from 1, in the order of asking. */
  readonly ordinal: number
}

/** Of a call that no step makes: nothing of it is found again. Without a session a program makes it. */
export type LooseCallKey = { readonly sessionId: string | null } & Readonly<
  Record<Exclude<keyof CallKey, 'sessionId'>, null>
>

/** What an engine asks for. */
export interface CallRequest {
  readonly tool: string
  /** The resource that it is made on, of those that the step was allocated; null where it needs none. */
  readonly resourceId: string | null
  /** As JSON. */
  readonly input: Readonly<Record<string, unknown>>
  /**
   * The foreign text (of a document, a result, a description) that the input was drafted from, and where it stands; left
   * out where nobody but the person's words led to it. The gate compares the call with it.
   */
  readonly trigger?: { readonly source: string; readonly text: string } | undefined
  /** Arguments that it cannot be made without and that nobody gave: a person is asked for them. */
  readonly lacking?: LackingCall | undefined
}

export interface CallResult {
  readonly callId: string
  /** As JSON. */
  readonly output: unknown
}

/** Why a person is asked: the gate does, a call that changes something was cut off and may have happened, or arguments are missing. */
export type ConfirmationReason = 'asks' | 'inDoubt' | 'missing'

/** A call that waits for a person. */
export interface AskedCall {
  readonly callId: string
  readonly reason: ConfirmationReason
  /** Where arguments are missing. */
  readonly lacking?: LackingCall | undefined
}

/** What a tool call tells whoever made it, once, at its end. */
export type CallNotice =
  | { readonly type: 'CALL_RECORDED'; readonly ordinal: number; readonly result: CallResult }
  | { readonly type: 'CALL_FAILED'; readonly ordinal: number; readonly error: unknown }
  | { readonly type: 'CALL_ASKS'; readonly ordinal: number; readonly asked: AskedCall }
