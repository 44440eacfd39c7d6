/** Names a call within a session: the same place with the same input is the same call. */
export interface CallKey {
  readonly sessionId: string
  readonly planId: string
  readonly stepId: string
  /** Which call of the step it is, from 1, in the order of asking. */
  readonly ordinal: number
}

/** What an engine asks for. */
export interface CallRequest {
  readonly tool: string
  /** The resource that it is made on, of those that the step was allocated; null where it needs none. */
  readonly resourceId: string | null
  /** As JSON. */
  readonly input: Readonly<Record<string, unknown>>
}

export interface CallResult {
  readonly callId: string
  /** As JSON. */
  readonly output: unknown
}

/** Why a person is asked: the tool demands it, or a call that changes something was cut off and may have happened. */
export type ConfirmationReason = 'asks' | 'inDoubt'

/** A call that waits for a person. */
export interface AskedCall {
  readonly callId: string
  readonly reason: ConfirmationReason
}

/** What a tool call tells whoever made it, once, at its end. */
export type CallNotice =
  | { readonly type: 'CALL_RECORDED'; readonly ordinal: number; readonly result: CallResult }
  | { readonly type: 'CALL_FAILED'; readonly ordinal: number; readonly error: unknown }
  | { readonly type: 'CALL_ASKS'; readonly ordinal: number; readonly asked: AskedCall }
