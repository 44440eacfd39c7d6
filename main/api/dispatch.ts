import type { z } from 'zod'
import { type Channel, type ChannelInput, type ChannelOutput, channels } from '../../contract/channels'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { Result } from '../../contract/result'

/** What answers each channel; input is already parsed. */
export type Handlers = {
  [Name in Channel]: (input: z.output<(typeof channels)[Name]['input']>) => Promise<ChannelOutput<Name>>
}

/** Answers one call by its channel's name. Never throws: every failure is in the result. */
export type Dispatch = (channel: string, input: unknown) => Promise<Result<unknown>>

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

/** Dispatch over the handlers. An unknown channel answers `ipc.unknownChannel`. */
export function createDispatch(handlers: Handlers): Dispatch {
  return async (channel, input) => {
    if (!Object.hasOwn(channels, channel)) {
      return { ok: false, error: toErrorShape(new QuarryError('ipc.unknownChannel', `No such call: ${channel}`)) }
    }
    const name = channel as Channel
    return answerCall(channels[name].input, input, handlers[name] as (parsed: never) => Promise<unknown>)
  }
}

/** A typed way to call, wherever the runtime is: in this process or behind the socket. Throws QuarryErrors. */
export type Call = <Name extends Channel>(
  channel: Name,
  ...input: ChannelInput<Name> extends void ? [] : [ChannelInput<Name>]
) => Promise<ChannelOutput<Name>>
