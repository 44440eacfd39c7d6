import { assign, sendTo, setup } from 'xstate'
import { notProvided, parentOf } from '../threads'
import type { AskedCall, CallKey, CallNotice, CallRequest, CallResult } from './call'

export interface ToolCallInput {
  readonly key: CallKey
  readonly request: CallRequest
  /** What the person asked. */
  readonly question: string
  /** What the step looks for, in the words of the plan. */
  readonly purpose: string
}

/** How a call stands in the journal when it is asked for. */
export type OpenedCall =
  | { readonly kind: 'ready'; readonly callId: string; readonly input: CallRequest['input'] }
  /** It was made already, here or by an earlier process. */
  | { readonly kind: 'recorded'; readonly result: CallResult }
  | { readonly kind: 'failed' | 'denied'; readonly error: unknown }
  | { readonly kind: 'asks'; readonly asked: AskedCall }

/** A call that stands as running in the journal. */
export interface RunningCall extends ToolCallInput {
  readonly callId: string
}

interface ToolCallContext extends ToolCallInput {
  readonly callId: string | null
  /** As it runs: a person may have changed it. */
  readonly runs: CallRequest['input']
  readonly notice: CallNotice | null
}

function noticeOf(ordinal: number, opened: OpenedCall): CallNotice | null {
  switch (opened.kind) {
    case 'ready':
      return null
    case 'recorded':
      return { type: 'CALL_RECORDED', ordinal, result: opened.result }
    case 'failed':
    case 'denied':
      return { type: 'CALL_FAILED', ordinal, error: opened.error }
    case 'asks':
      return { type: 'CALL_ASKS', ordinal, asked: opened.asked }
  }
}

const failed = {
  target: 'failed',
  actions: { type: 'noteFailure', params: ({ event }: { event: { readonly error: unknown } }) => event },
} as const

/**
 * One call of a tool: route → rules → risk → (confirm) → run → record. The journal comes first: a call that was finished is answered from its row and never made again;
 * one that a person must allow ends here, and is opened again once they have answered. Its end is told to its parent.
 */
export const toolCallMachine = setup({
  types: { context: {} as ToolCallContext, input: {} as ToolCallInput },
  actors: {
    /** Finds the call in the journal, or has the gate decide and enters it; a call that may run is written as running. */
    openCall: notProvided<OpenedCall, ToolCallInput>('openCall'),
    /** Makes the call and writes what it came to. */
    runCall: notProvided<CallResult, RunningCall>('runCall'),
  },
  actions: {
    noteOpened: assign(({ context }, { output }: { output: OpenedCall }) => ({
      ...(output.kind === 'ready' ? { callId: output.callId, runs: output.input } : {}),
      notice: noticeOf(context.key.ordinal, output),
    })),
    noteResult: assign(({ context }, { output }: { output: CallResult }) => ({
      notice: { type: 'CALL_RECORDED' as const, ordinal: context.key.ordinal, result: output },
    })),
    noteFailure: assign(({ context }, { error }: { error: unknown }) => ({
      notice: { type: 'CALL_FAILED' as const, ordinal: context.key.ordinal, error },
    })),
    tellParent: sendTo(parentOf, ({ context }): CallNotice => {
      if (context.notice === null) throw new Error('A call ended without an end.')
      return context.notice
    }),
  },
  guards: {
    isOpened: (_, params: { output: OpenedCall; as: OpenedCall['kind'] }) => params.output.kind === params.as,
  },
}).createMachine({
  id: 'toolCall',
  context: ({ input }) => ({ ...input, callId: null, runs: input.request.input, notice: null }),
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        src: 'openCall',
        input: ({ context: { key, request, question, purpose } }) => ({ key, request, question, purpose }),
        onDone: (['running', 'recorded', 'failed', 'denied', 'awaitingConfirmation'] as const).map((target, at) => ({
          target,
          guard: {
            type: 'isOpened',
            params: ({ event }: { event: { output: OpenedCall } }) => ({
              output: event.output,
              as: (['ready', 'recorded', 'failed', 'denied', 'asks'] as const)[at] ?? 'failed',
            }),
          } as const,
          actions: {
            type: 'noteOpened',
            params: ({ event }: { event: { output: OpenedCall } }) => event,
          } as const,
        })),
        onError: failed,
      },
    },
    running: {
      invoke: {
        src: 'runCall',
        input: ({ context: { callId, notice: _notice, runs, request, ...call } }) => ({
          ...call,
          request: { ...request, input: runs },
          callId: callId ?? '',
        }),
        onDone: { target: 'recorded', actions: { type: 'noteResult', params: ({ event }) => event } },
        onError: failed,
      },
    },
    recorded: { type: 'final', entry: 'tellParent' },
    failed: { type: 'final', entry: 'tellParent' },
    /** By a rule or a person. */
    denied: { type: 'final', entry: 'tellParent' },
    /** A person must answer first. */
    awaitingConfirmation: { type: 'final', entry: 'tellParent' },
  },
})
