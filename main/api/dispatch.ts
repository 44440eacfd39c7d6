import type { z } from 'zod'
import {
  type CallEnvelope,
  type Channel,
  type ChannelInput,
  type ChannelOutput,
  callEnvelope,
  channels,
  isProjectChannel,
  type ProjectChannel,
} from '../../contract/channels/channels'
import type { ErrorCode } from '../../contract/error-codes'
import { toErrorShape } from '../../contract/errors'
import type { Result } from '../../contract/result'

type HandlersOf<Names extends Channel> = {
  [Name in Names]: (input: z.output<(typeof channels)[Name]['input']>) => Promise<ChannelOutput<Name>>
}
/** What answers each channel; input is already parsed. */
export type ProjectHandlers = HandlersOf<ProjectChannel>
export type AppHandlers = HandlersOf<Exclude<Channel, ProjectChannel>>

export interface Handlers {
  readonly app: AppHandlers
  /** Calls in one project, opened where it is not and kept open until the call ends. Throws `project.notFound`. */
  inProject<Value>(projectId: string, call: (handlers: ProjectHandlers) => Promise<Value>): Promise<Value>
}

/** Answers one call by its channel's name, in a project but for the app's own. Never throws: every failure is in the result. */
export type Dispatch = (channel: string, envelope: CallEnvelope) => Promise<Result<unknown>>

/**
 * Parses the input with the schema, calls, and wraps what comes.
 * Both the window's IPC and the socket answer through here, so that no call escapes its schema.
 */
export async function answerCall(
  schema: z.ZodType,
  input: unknown,
  call: (parsed: never) => Promise<unknown>,
): Promise<Result<unknown>> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) {
    const problem = parsed.error.issues[0]
    const place = problem?.path.join('.') ?? ''
    return {
      ok: false,
      error: {
        code: 'input.invalid',
        message: `${place === '' ? 'The input' : place}: ${problem?.message ?? 'not as expected'}`,
        ...(problem === undefined || place === '' ? {} : { context: inputProblem(place, problem) }),
      },
    }
  }
  try {
    return { ok: true, value: await call(parsed.data as never) }
  } catch (error) {
    return { ok: false, error: toErrorShape(error) }
  }
}

/** What is wrong with an input, by stable names and values from which the window makes its sentence. */
function inputProblem(field: string, issue: z.core.$ZodIssue): Record<string, string | number> {
  if (issue.code === 'too_big') {
    const problem = { string: 'tooLong', array: 'tooMany' }[issue.origin as string] ?? 'tooBig'
    return { problem, field, limit: Number(issue.maximum) }
  }
  if (issue.code === 'too_small') {
    return { problem: issue.origin === 'string' ? 'tooShort' : 'tooSmall', field, limit: Number(issue.minimum) }
  }
  return { problem: 'input', field }
}

/**
 * Dispatch over the handlers. An unknown channel answers `ipc.unknownChannel`, a project that is not there
 * `project.notFound`, and a project's channel without a project `input.invalid`.
 */
export function createDispatch(handlers: Handlers): Dispatch {
  const failed = (code: ErrorCode, message: string) => ({ ok: false, error: { code, message } }) as const
  return async (channel, given) => {
    if (!Object.hasOwn(channels, channel)) return failed('ipc.unknownChannel', `No such call: ${channel}`)
    const name = channel as Channel
    const envelope = callEnvelope.safeParse(given)
    if (!envelope.success) return failed('input.invalid', 'The call is malformed.')
    const { projectId, input } = envelope.data
    if (isProjectChannel(name) && projectId === null) return failed('input.invalid', 'This call needs a project.')
    return answerCall(channels[name].input, input, async (parsed: never) => {
      const call = async (answering: ProjectHandlers | AppHandlers): Promise<unknown> =>
        (answering as unknown as Record<string, (input: never) => Promise<unknown>>)[name]?.(parsed)
      return isProjectChannel(name) ? handlers.inProject(projectId ?? '', call) : call(handlers.app)
    })
  }
}

/** A typed way to call, wherever the runtime is: in this process or behind the socket. Throws QuarryErrors. */
export type Call = <Name extends Channel>(
  channel: Name,
  ...input: ChannelInput<Name> extends void ? [] : [ChannelInput<Name>]
) => Promise<ChannelOutput<Name>>
