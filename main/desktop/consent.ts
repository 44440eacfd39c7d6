import { isDeepStrictEqual } from 'node:util'
import type { AppSettings } from '../../contract/app/app'
import type { WrittenRule } from '../../contract/calls/calls'
import { type CallEnvelope, type Channel, type ChannelOutput, channels } from '../../contract/channels/channels'
import { apiServer } from '../../contract/resources/api-server'
import { hooksOf } from '../../contract/resources/plugin'
import type { ResourceMetadata } from '../../contract/resources/resource'
import type { Result } from '../../contract/result'
import { shownJson, shownLine } from '../../contract/shown-text'
import { toldRule } from '../../wording'
import type { Dispatch } from '../api'
import { inheritedNames, type Program } from '../clients'
import { isLooser, readDraft } from '../gate'
import { createMutex } from '../threads'
import { type ConsentQuestion, chineseConsent, englishConsent } from './consent-words'
import { isChinese } from './dialog-language'

/**
 * What only a person may allow, and not whatever runs in the window's page: starting a program, and what lets more leave the
 * machine. The page can press every button of the window, but none of a dialog of main's.
 */
export interface Consent {
  /** Asks once for each program: as long as nothing of it changes, the answer holds until Quarry quits. */
  mayStart(program: Program, signal: AbortSignal): Promise<boolean>
  /**
   * The window's way to `dispatch`. These need consent: a call of a program or of a service, or one that writes a file, is allowed (else it is answered
   * with `tool.denied`), Quarry may connect to more than before or ask about less (else that stays as it was), other programs
   * may use Quarry over HTTP (else they may not), language models may ask to write files (else they may not), a rule that denies or asks is removed, a rule is saved that lets more run, a plugin is switched on, or an API is
   * asked at an address that its description does not name (else `cancelled`).
   */
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

// Over 300 lines: all that needs consent, in one table: what is not in it passes.

/** Asks before what the page alone must not do. */
export function createConsent({ ask, language, systemLocale }: ConsentOptions): Consent {
  const answered: { readonly program: Program; readonly isAllowed: Promise<boolean> }[] = []
  /** One dialog at a time. */
  const asking = createMutex()
  const inTurn = (question: (words: Words) => ConsentQuestion, signal?: AbortSignal): Promise<boolean> =>
    asking.run(async () => {
      const words = isChinese(await language(), systemLocale()) ? chineseConsent : englishConsent
      return signal?.aborted !== true && (await ask(question(words), signal))
    })
  async function mayStart(program: Program, signal: AbortSignal): Promise<boolean> {
    const line = commandLine(program)
    if (!isShowable(line)) return false
    const known = answered.find((one) => isDeepStrictEqual(one.program, program))
    if (known !== undefined) {
      const isAllowed = await known.isAllowed
      return answered.includes(known) ? isAllowed : mayStart(program, signal)
    }
    const own = Object.keys(program.env).filter(
      (variable) => !inheritedNames.includes(variable) || program.env[variable] !== process.env[variable],
    )
    const variables = own.map(shownLine).join(', ')
    const fresh = {
      program,
      isAllowed: inTurn(
        (words) => words.start(shownLine(program.name), line, variables, program.isOffline === true),
        signal,
      ),
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
  /** Lets the models of one session ask to write files, where the project does or the person consents. */
  const letWrite = async (channel: Channel, dispatch: Dispatch, envelope: CallEnvelope): Promise<Result<unknown>> => {
    const settings = await dispatch('settings.get', { ...envelope, input: undefined })
    if (!settings.ok) return settings
    if ((settings.value as AppSettings).writesFiles || (await inTurn((words) => words.writesFiles(false))))
      return dispatch(channel, envelope)
    return { ok: false, error: { code: 'cancelled', message: 'Cancelled.' } }
  }
  /** One change at a time, so that what a person was shown is what holds afterwards. */
  const changing = createMutex()
  const guarded = new Map<string, Guarded>(
    Object.entries({
      async 'session.answerConfirmation'(dispatch, envelope) {
        const pass = () => dispatch('session.answerConfirmation', envelope)
        const answer = channels['session.answerConfirmation'].input.safeParse(envelope.input).data
        if (answer?.answer !== 'allow') return pass()
        const viewed = await dispatch('session.view', { ...envelope, input: { sessionId: answer.sessionId } })
        if (!viewed.ok) return viewed
        const { confirmations } = viewed.value as ChannelOutput<'session.view'>
        const call = confirmations.find(({ id }) => id === answer.confirmationId)
        if (call === undefined) return pass()
        const tool = shownLine(call.tool)
        const given = answer.input ?? call.input
        const whereAsked = async (server: string, place: string, shown = given): Promise<Result<unknown>> => {
          const input = clipped(shownJson(JSON.stringify(shown, null, 1)))
          if (await inTurn((words) => words.call(tool, server, clipped(place), input, answer.scope))) return pass()
          const context = { tool: call.tool, by: 'person' }
          return { ok: false, error: { code: 'tool.denied', message: 'A person denied this call.', context } }
        }
        if (call.resourceId == null) {
          // Of Quarry's own tools those that write reach a person's files.
          if (call.server !== 'builtin' || call.effect !== 'changes') return pass()
          const { path, name, hash: _hash, ...texts } = given
          return whereAsked('Quarry', shownLine(String(path ?? name ?? '')), texts)
        }
        const lookUp = (resourceId: string) => dispatch('resources.get', { ...envelope, input: { resourceId } })
        // One that cannot be read could be back by the time the call is made.
        let read = await lookUp(call.resourceId)
        const asked = read.ok ? metadataOf(read.value) : null
        if (asked?.type === 'text2sql') read = await lookUp(asked.databaseId)
        if (!read.ok) return read
        const settings = await dispatch('settings.get', { ...envelope, input: undefined })
        if (!settings.ok) return settings
        const { apiServers } = settings.value as AppSettings
        const place = placeOf(read.value as ChannelOutput<'resources.get'>, apiServers)
        return place === null ? pass() : whereAsked(shownLine(call.server), place)
      },
      'settings.set': async (dispatch, envelope) => {
        const changes = channels['settings.set'].input.safeParse(envelope.input).data
        if (changes === undefined || guardedSettings.every((name) => changes[name] === undefined))
          return dispatch('settings.set', envelope)
        return changing.run(async () => {
          const read = await dispatch('settings.get', { ...envelope, input: undefined })
          if (!read.ok) return read
          const before = read.value as AppSettings
          const { egress = before.egress, egressHosts = before.egressHosts } = changes
          const { programNetwork = before.programNetwork } = changes
          const known = before.egress === 'named' ? before.egressHosts : []
          const hosts = egress === 'named' ? egressHosts.filter((host) => !known.includes(host)) : []
          const isLooser = hosts.length > 0 || (egress === 'local' && before.egress !== 'local')
          const isAllowed =
            !isLooser ||
            (isShowable(hosts.join('\n')) && (await inTurn((words) => words.network(hosts.map(shownLine)))))
          const network = isAllowed ? { egress, egressHosts } : { egress: undefined, egressHosts: undefined }
          const names: string[] = []
          for (const resourceId of programNetwork.filter((one) => !before.programNetwork.includes(one))) {
            const named = await dispatch('resources.get', { ...envelope, input: { resourceId } })
            if (!named.ok) return named
            names.push(shownLine((named.value as ChannelOutput<'resources.get'>).name))
          }
          const mayNetwork =
            names.length === 0 ||
            (isShowable(names.join('\n')) && (await inTurn((words) => words.programNetwork(names))))
          const programs = mayNetwork ? { programNetwork } : { programNetwork: undefined }
          const opens = changes.httpApi === true && !before.httpApi
          const isOpened = !opens || (await inTurn((words) => words.httpApi()))
          const http = isOpened ? {} : { httpApi: undefined }
          const { askFrom = before.askFrom, twoStepsFrom = before.twoStepsFrom } = changes
          const asksLater = askFrom > before.askFrom || twoStepsFrom > before.twoStepsFrom
          const mayAskLater = !asksLater || (await inTurn((words) => words.thresholds(askFrom, twoStepsFrom)))
          const thresholds = mayAskLater ? {} : { askFrom: undefined, twoStepsFrom: undefined }
          const mayWrite =
            changes.writesFiles !== true || before.writesFiles || (await inTurn((words) => words.writesFiles(true)))
          const writing = mayWrite ? {} : { writesFiles: undefined }
          // A folder is chosen in a dialog of main's; the window may only go back to the usual one.
          const folder = changes.exportFolder === null ? {} : { exportFolder: undefined }
          // Servers of APIs are chosen one by one, below.
          const chosen = { ...changes, ...network, ...programs, ...http, ...thresholds, ...writing, ...folder }
          const input = { ...chosen, apiServers: undefined }
          return dispatch('settings.set', { ...envelope, input })
        })
      },
      'session.start': (dispatch, envelope) => {
        const asked = channels['session.start'].input.safeParse(envelope.input).data
        return asked?.writesFiles === true
          ? letWrite('session.start', dispatch, envelope)
          : dispatch('session.start', envelope)
      },
      'session.setWritesFiles': (dispatch, envelope) => {
        const asked = channels['session.setWritesFiles'].input.safeParse(envelope.input).data
        return asked?.writesFiles === true
          ? letWrite('session.setWritesFiles', dispatch, envelope)
          : dispatch('session.setWritesFiles', envelope)
      },
      async 'resources.setServer'(dispatch, envelope) {
        const asked = channels['resources.setServer'].input.safeParse(envelope.input).data
        if (asked === undefined) return dispatch('resources.setServer', envelope)
        const { resourceId, choice } = asked
        const read = await dispatch('resources.get', { ...envelope, input: { resourceId } })
        if (!read.ok) return read
        const { name, metadata } = read.value as ChannelOutput<'resources.get'>
        const servers = metadata.type === 'api' ? metadata.servers : []
        const server = apiServer(servers, choice)
        // What the person dropped says itself that it is there.
        const isDescribed = 'problem' in server || servers.includes(server.url)
        if (!isDescribed && !(await inTurn((words) => words.server(shownLine(name), shownLine(server.url)))))
          return { ok: false, error: { code: 'cancelled', message: 'Cancelled.' } }
        return dispatch('resources.setServer', envelope)
      },
      async 'resources.setActive'(dispatch, envelope) {
        const asked = channels['resources.setActive'].input.safeParse(envelope.input).data
        if (asked?.active !== true) return dispatch('resources.setActive', envelope)
        const { resourceId } = asked
        const read = await dispatch('resources.get', { ...envelope, input: { resourceId } })
        if (!read.ok) return read
        const { name, metadata } = read.value as ChannelOutput<'resources.get'>
        if (metadata.type !== 'tool' || metadata.plugin === undefined) return dispatch('resources.setActive', envelope)
        const { version, tools, hash } = metadata.plugin
        const provides = clipped([...tools.map((tool) => tool.name), ...hooksOf(metadata.plugin)].join(', '))
        const shown = shownLine(`${name} ${version}`)
        if (!(await inTurn((words) => words.plugin(shown, provides, hash))))
          return { ok: false, error: { code: 'cancelled', message: 'Cancelled.' } }
        // The hash that was shown, whatever the window named.
        return dispatch('resources.setActive', { ...envelope, input: { resourceId, active: true, approved: hash } })
      },
      async 'rules.save'(dispatch, envelope) {
        const change = channels['rules.save'].input.safeParse(envelope.input).data
        const read = change === undefined ? null : readDraft(change.draft)
        if (change !== undefined && read?.kind === 'rule') {
          const { place } = change
          // Whoever saves an edit names what it replaces; the file keeps what it has where that is something else.
          const before = place.kind === 'edit' ? place.rule : null
          const told = (words: Words, rule: WrittenRule): string =>
            clipped(`${toldRule(rule, words.language)}\n${shownJson(JSON.stringify(rule, null, 1))}`)
          const isAllowed =
            !isLooser(before, read.rule) ||
            (await inTurn((words) =>
              words.saveRule(
                told(words, read.rule),
                before === null ? null : told(words, before),
                place.kind === 'new' ? place.isOfProject : null,
              ),
            ))
          if (!isAllowed) return { ok: false, error: { code: 'cancelled', message: 'Cancelled.' } }
        }
        return dispatch('rules.save', envelope)
      },
      async 'rules.remove'(dispatch, envelope) {
        // The file keeps what it has where that is not the rule that was shown.
        const seen = channels['rules.remove'].input.safeParse(envelope.input).data
        if (seen !== undefined && seen.rule.decide !== 'allow') {
          const { name, decide, ...matches } = seen.rule
          const written = clipped(shownJson(JSON.stringify({ decide, ...matches }, null, 1)))
          if (!(await inTurn((words) => words.rule(shownLine(name ?? `${seen.line}`), decide, written))))
            return { ok: false, error: { code: 'cancelled', message: 'Cancelled.' } }
        }
        return dispatch('rules.remove', envelope)
      },
    } satisfies { readonly [Name in Channel]?: Guarded }),
  )
  return {
    mayStart,
    guard: (dispatch) => (channel, envelope) =>
      guarded.get(channel)?.(dispatch, envelope) ?? dispatch(channel, envelope),
  }
}

type Words = typeof englishConsent

type Guarded = (dispatch: Dispatch, envelope: CallEnvelope) => Promise<Result<unknown>>

const metadataOf = (resource: unknown): ResourceMetadata => (resource as ChannelOutput<'resources.get'>).metadata

/** Where a call of a resource goes, if it runs a program or leaves Quarry; null where it stays. Empty where nobody knows. */
function placeOf(
  { resourceId, parentId, metadata }: ChannelOutput<'resources.get'>,
  apiServers: AppSettings['apiServers'],
): string | null {
  switch (metadata.type) {
    case 'api': {
      const server = apiServer(metadata.servers, apiServers[parentId ?? resourceId] ?? null)
      return 'url' in server ? shownLine(server.url) : ''
    }
    case 'tool':
      return metadata.builtIn ? null : shownLine(metadata.entry ?? '')
    case 'mcp_server':
      return shownLine(metadata.url ?? '')
    case 'model':
      return metadata.provider === 'gguf' ? null : shownLine(metadata.location)
    case 'database':
      return metadata.engine === 'postgresql' || metadata.engine === 'mysql' ? shownLine(metadata.location) : null
    default:
      return null
  }
}

/** Each part as it begins and ends: a space in an argument must not look like two arguments. */
const commandLine = ({ command, args }: Program): string =>
  [command, ...args].map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : shownJson(JSON.stringify(part)))).join(' ')

/** Settings of which a change may let more happen. */
const guardedSettings = [
  'egress',
  'egressHosts',
  'programNetwork',
  'apiServers',
  'httpApi',
  'askFrom',
  'twoStepsFrom',
  'writesFiles',
  'exportFolder',
] as const

const isShowable = (text: string): boolean => text.length <= maxCommandLength

const clipped = (text: string): string =>
  text.length <= maxArgumentsLength
    ? text
    : `${text.slice(0, maxArgumentsLength)} … (+${text.length - maxArgumentsLength})`
