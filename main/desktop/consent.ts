import { isDeepStrictEqual } from 'node:util'
import type { AppSettings } from '../../contract/app'
import { type ChannelOutput, channels } from '../../contract/channels'
import { shownJson, shownLine } from '../../contract/shown-text'
import type { Dispatch } from '../api'
import type { Program } from '../clients'
import { isChinese } from './dialog-language'

/** What main asks in a dialog of its own. */
export interface ConsentQuestion {
  readonly message: string
  readonly detail: string
  /** Consent first. Cancelling is the default. */
  readonly buttons: readonly [string, string]
}

/**
 * What only a person may allow, and not whatever runs in the window's page: starting a program, and confirming a call of
 * one. The page can press every button of the window, but none of a dialog of main's.
 */
export interface Consent {
  /** Asks once for each program: as long as nothing of it changes, the answer holds until Quarry quits. */
  mayStart(program: Program, signal: AbortSignal): Promise<boolean>
  /** The window's way to `dispatch`: that a program's call is allowed needs consent, else it is answered with `tool.denied`. */
  guard(dispatch: Dispatch): Dispatch
}

interface ConsentOptions {
  /** Shows one question; whether the person consented. */
  readonly ask: (question: ConsentQuestion, signal?: AbortSignal) => Promise<boolean>
  readonly language: () => Promise<AppSettings['language']>
  readonly systemLocale: () => string
}

/** A longer command line would hide in a dialog what it does. */
const maxCommandLength = 2000
const maxArgumentsLength = 1500

export function createConsent({ ask, language, systemLocale }: ConsentOptions): Consent {
  const answered: { readonly program: Program; readonly isAllowed: Promise<boolean> }[] = []
  let last: Promise<unknown> = Promise.resolve()
  /** One dialog at a time. */
  const inTurn = (question: (words: typeof english) => ConsentQuestion, signal?: AbortSignal): Promise<boolean> => {
    const asked = last.then(async () => {
      const words = isChinese(await language(), systemLocale()) ? chinese : english
      return signal?.aborted !== true && (await ask(question(words), signal))
    })
    last = asked.catch(() => undefined)
    return asked
  }
  async function mayStart(program: Program, signal: AbortSignal): Promise<boolean> {
    const line = commandLine(program)
    if (line.length > maxCommandLength) return false
    const known = answered.find((one) => isDeepStrictEqual(one.program, program))
    if (known !== undefined) {
      const isAllowed = await known.isAllowed
      return answered.includes(known) ? isAllowed : mayStart(program, signal)
    }
    const own = Object.keys(program.env).filter((variable) => program.env[variable] !== process.env[variable])
    const variables = own.map(shownLine).join(', ')
    const fresh = {
      program,
      isAllowed: inTurn((words) => words.start(shownLine(program.name), line, variables), signal),
    }
    answered.push(fresh)
    let isAnswered = false
    try {
      const isAllowed = await fresh.isAllowed
      isAnswered = !signal.aborted
      return isAllowed
    } finally {
      // Nobody answered a question that went away by itself.
      if (!isAnswered) answered.splice(answered.indexOf(fresh), 1)
    }
  }
  return {
    mayStart,
    guard: (dispatch) => async (channel, envelope) => {
      if (channel !== 'session.answerConfirmation') return dispatch(channel, envelope)
      const answer = channels[channel].input.safeParse(envelope.input).data
      if (answer?.answer !== 'allow') return dispatch(channel, envelope)
      const viewed = await dispatch('session.view', { ...envelope, input: { sessionId: answer.sessionId } })
      if (!viewed.ok) return viewed
      const { confirmations } = viewed.value as ChannelOutput<'session.view'>
      const call = confirmations.find(({ id }) => id === answer.confirmationId)
      if (call?.resourceId == null) return dispatch(channel, envelope)
      // One that cannot be read could be back by the time the call is made.
      const read = await dispatch('resources.get', { ...envelope, input: { resourceId: call.resourceId } })
      if (!read.ok) return read
      const { metadata } = read.value as ChannelOutput<'resources.get'>
      if (metadata.type !== 'mcp_server' || metadata.transport !== 'stdio') return dispatch(channel, envelope)
      const [tool, server] = [shownLine(call.tool), shownLine(call.server)]
      const input = shownArguments(answer.input ?? call.input)
      if (await inTurn((words) => words.call(tool, server, input, answer.scope))) return dispatch(channel, envelope)
      const context = { tool: call.tool, by: 'person' }
      return { ok: false, error: { code: 'tool.denied', message: 'A person denied this call.', context } }
    },
  }
}

/** Each part as it begins and ends: a space in an argument must not look like two arguments. */
const commandLine = ({ command, args }: Program): string =>
  [command, ...args].map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : shownJson(JSON.stringify(part)))).join(' ')

function shownArguments(input: Readonly<Record<string, unknown>>): string {
  const text = shownJson(JSON.stringify(input, null, 1))
  return text.length <= maxArgumentsLength
    ? text
    : `${text.slice(0, maxArgumentsLength)} … (+${text.length - maxArgumentsLength})`
}

type Scope = 'once' | 'session' | 'always'

const english = {
  start: (name: string, line: string, variables: string): ConsentQuestion => ({
    message: `Start the program of “${name}”?`,
    detail: `${line}\n\n${variables === '' ? '' : `Environment: ${variables}\n\n`}It can do everything that you can do on this computer. Your answer holds until Quarry quits.`,
    buttons: ['Start', 'Cancel'],
  }),
  call: (tool: string, server: string, input: string, scope: Scope): ConsentQuestion => ({
    message: `Let “${server}” run “${tool}”?`,
    detail: `${input}\n\n${{ once: 'This allows one call.', session: 'This allows every call of this tool in this session.', always: 'This allows every call of this tool from now on.' }[scope]}`,
    buttons: ['Allow', 'Cancel'],
  }),
}

const chinese: typeof english = {
  start: (name, line, variables) => ({
    message: `启动“${name}”的程序？`,
    detail: `${line}\n\n${variables === '' ? '' : `环境变量：${variables}\n\n`}它在此电脑上的权限与您相同。退出 Quarry 前不再询问。`,
    buttons: ['启动', '取消'],
  }),
  call: (tool, server, input, scope) => ({
    message: `允许“${server}”运行“${tool}”？`,
    detail: `${input}\n\n${{ once: '仅允许这一次调用。', session: '在此会话中允许此工具的所有调用。', always: '今后始终允许此工具的所有调用。' }[scope]}`,
    buttons: ['允许', '取消'],
  }),
}
