import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { plainRemedy } from '../../contract/app/plain-remedies'
import type { ServiceReply } from '../../contract/calls/service-question'
import type { ErrorShape } from '../../contract/error-shape'
import { fromErrorShape, QuarryError, toErrorShape } from '../../contract/errors'
import type { ProcessEgress } from '../../contract/processes/work-process'
import type {
  McpAnswer,
  McpListing,
  McpPlace,
  McpReply,
  McpResult,
  McpTask,
  McpTold,
} from '../../contract/resources/mcp'
import type { UniversalResource } from '../../contract/resources/resource'
import { forPurpose } from '../connections'
import {
  createWorkLimit,
  createWorkProcesses,
  ProcessLost,
  type ProgramLaunchers,
  type StartWorkProcess,
} from '../processes'
import type { Secrets } from '../secrets'
import type { AskPerson } from '../tools'
import { askToStart, type Program } from './ask-to-start'
import { lostService } from './lost-service'
import { createServer, type Held, heardBy, type Server, type ServerClock, type ServerStatus, statusOf } from './server'
import { placeOfServer } from './server-place'
import { unexpected } from './unexpected-answer'

const timeoutMs = 60_000
/** Of a result, before the pipeline of calls gives an engine its part of it. */
const maxResultBytes = 1_000_000
const maxMemoryMb = 512
/** A server that nobody asks is ended after this. */
const idleMs = 300_000
/** A check is no work that anybody waits for. */
const pingTimeoutMs = 10_000

export interface McpServersOptions {
  /** Folder of the built workers, with `mcp.js` in it. */
  readonly workersDir: string
  readonly start: StartWorkProcess
  readonly secrets: Secrets
  /** Where servers that are reached over the network may be; asked anew for each piece of work. */
  readonly egress: () => ProcessEgress
  /** Whether a person lets a program start. Asked before a server over stdio is spoken to. */
  readonly mayStart: (program: Program, signal: AbortSignal) => Promise<boolean>
  readonly launchers: () => Promise<ProgramLaunchers>
  /** Whether a person lets a server over stdio use the network; asked anew for each piece of work. */
  readonly mayUseNetwork: (resourceId: string) => boolean
  /** Folders that the person gave, absolute. */
  readonly roots: () => readonly string[] | Promise<readonly string[]>
  /** Default: real time. */
  readonly clock?: ServerClock
  readonly timeoutMs?: number
}

export interface McpServers {
  /** What the server offers: as it was listed last, unless it said meanwhile that it is otherwise. Throws as `call` does. */
  list(server: UniversalResource, signal: AbortSignal): Promise<McpListing>
  /**
   * Calls a tool. Throws `tool.failed`, `resource.unreachable` (also while a server that crashed is left alone),
   * `resource.timeout`, `resource.tooLarge`, `resource.needsSecret`, `egress.denied`, `tool.denied` and `cancelled`.
   */
  call(
    server: UniversalResource,
    tool: string,
    given: Readonly<Record<string, unknown>>,
    options: {
      readonly signal: AbortSignal
      readonly onProgress?: (done: number, total: number | null) => void
      /** Asks the person who is there; left out where nobody is. */
      readonly ask?: AskPerson | undefined
    },
  ): Promise<McpResult>
  /** Reads a resource that the server lists. Throws as `call` does. */
  read(server: UniversalResource, uri: string, signal: AbortSignal): Promise<McpResult>
  /** Has the server fill in one of its prompts. Throws as `call` does. */
  prompt(
    server: UniversalResource,
    prompt: string,
    given: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<McpResult>
  /**
   * Whether it is there: one over the network is connected to for that, a program that does not run is not started. Throws as
   * `call` does where it should answer, and does not.
   */
  ping(server: UniversalResource, signal: AbortSignal): Promise<'answered' | 'stopped' | 'busy'>
  /** Ends a server: it starts anew with the next piece of work, also one that was left alone. */
  end(resourceId: string): Promise<void>
  /** How it is; null of one that nobody has asked anything yet. */
  status(resourceId: string): ServerStatus | null
  /** Calls the listener with the id of a server whose status is another, until the returned function is called. */
  subscribe(listener: (resourceId: string) => void): () => void
  /** Ends every server, with its children. */
  close(): Promise<void>
}

/** MCP servers, each behind a process of its own that is started on demand: what a server does, it does to that one. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const { workersDir, secrets, clock } = options
  const limitMs = options.timeoutMs ?? timeoutMs
  const servers = new Map<string, Server>()
  const parting = new Set<Promise<void>>()
  const listeners = new Set<(resourceId: string) => void>()
  const tell = (resourceId: string): void => {
    for (const listener of listeners) listener(resourceId)
  }

  const serverOf = (resourceId: string): Server => {
    const known = servers.get(resourceId) ?? createServer(() => tell(resourceId), clock)
    servers.set(resourceId, known)
    return known
  }

  function holdOf(server: Server, place: McpPlace): Held {
    // A child process connects as its system lets it: only what this process opens can be held to the policy.
    const egress = place.transport === 'stdio' ? 'offline' : options.egress()
    const known = server.held
    if (known !== null && isDeepStrictEqual(known.egress, egress)) return known
    if (known !== null) {
      const gone = known.processes.close()
      parting.add(gone)
      void gone.finally(() => parting.delete(gone))
    }
    const processes = createWorkProcesses<McpTask, McpTold, McpAnswer>({
      start: heardBy(server, options.start),
      entry: join(workersDir, 'mcp.js'),
      name: 'mcp',
      maxMemoryMb,
      egress,
      places: 1,
      idleMs,
      canBeInterrupted: true,
      keepsState: true,
    })
    server.held = { egress, processes, listing: null }
    return server.held
  }

  async function work(
    resource: UniversalResource,
    ask: McpTask['ask'],
    signal: AbortSignal,
    onProgress: (done: number, total: number | null) => void = () => {},
    askPerson?: AskPerson,
  ): Promise<{
    readonly server: Server
    readonly held: Held
    readonly answer: Exclude<McpAnswer, { kind: 'failed' }>
  }> {
    const { resourceId, name } = resource
    const launcher = options.mayUseNetwork(resourceId) ? [] : (await options.launchers()).offline
    const place = await placeOfServer(resource, secrets, launcher)
    const isOffline = place.transport === 'stdio' && launcher.length > 0
    if (place.transport === 'stdio' && ask.kind !== 'ping') {
      const { command, args, env } = place
      await askToStart(options.mayStart, { name, command, args, env, isOffline }, resourceId, signal)
    }
    const server = serverOf(resourceId)
    const held = holdOf(server, place)
    const { life } = server
    const before = life.getSnapshot()
    if (before.matches('backingOff')) {
      const { failures, restsUntilMs } = before.context
      throw new QuarryError('resource.unreachable', `“${name}” failed ${failures} times and is left alone.`, {
        context: { retryable: true, waitMs: Math.max(0, restsUntilMs - Date.now()), failures },
      })
    }
    const askMs = ask.kind === 'ping' ? pingTimeoutMs : limitMs
    const limit = createWorkLimit(askMs + 2000)
    const questions = new Map<number, AbortController>()
    const onTold = (told: McpTold, reply: (reply: McpReply) => void): void => {
      if (told.kind === 'began') limit.begin()
      else if (told.kind === 'connected') life.send({ type: 'CONNECTED', at: new Date().toISOString() })
      else if (told.kind === 'withdrawn') questions.get(told.question)?.abort()
      else if (told.kind === 'asks') {
        const { question, request } = told
        const withdrawn = new AbortController()
        questions.set(question, withdrawn)
        const goOn = limit.pause()
        const answered = askPerson?.(request, AbortSignal.any([signal, withdrawn.signal])) ?? Promise.reject()
        // Also of what could not be recorded the server is told nothing.
        void answered
          .catch((): ServiceReply => ({ action: 'cancel' }))
          .then((answer) => {
            goOn()
            questions.delete(question)
            reply({ question, answer })
          })
      } else {
        limit.extend()
        onProgress(told.done, told.total)
      }
    }
    const task: McpTask = { place, roots: await options.roots(), timeoutMs: askMs, maxResultBytes, ask }
    const fail = (error: ErrorShape): void => {
      held.listing = null
      life.send({ type: 'FAILED', error, nowMs: Date.now() })
    }
    let answer: McpAnswer
    life.send({ type: 'ASKED' })
    server.works++
    try {
      answer = await forPurpose({ resourceId }, () => held.processes.run(task, { limit, signal, onTold }))
    } catch (error) {
      if (!(error instanceof ProcessLost)) throw error
      const lost = lostService(error, name, { timeoutMs: askMs, maxMemoryMb })
      fail(toErrorShape(lost))
      throw lost
    } finally {
      server.works--
      // A question of a process that is gone is nobody's any more.
      for (const question of questions.values()) question.abort()
    }
    if (answer.listChanged) held.listing = null
    if (answer.kind === 'failed') {
      if (answer.isDown) {
        const isItsOwn = answer.error.code !== 'cancelled' && answer.error.code !== 'egress.denied'
        if (isItsOwn) fail(answer.error)
        else life.send({ type: 'GONE' })
      }
      // Many a server fetches its own program first.
      const remedy = answer.isDown && isOffline ? { remedy: plainRemedy('allowProgramNetwork') } : {}
      throw fromErrorShape({ ...answer.error, ...remedy })
    }
    life.send({ type: 'ANSWERED' })
    return { server, held, answer }
  }

  return {
    async list(resource, signal) {
      const known = servers.get(resource.resourceId)?.held?.listing
      if (known != null) return known
      const { server, held, answer } = await work(resource, { kind: 'list' }, signal)
      if (answer.kind !== 'listed') throw unexpected()
      const listing: McpListing = { ...answer.listing, at: new Date().toISOString() }
      if (!answer.listChanged) held.listing = listing
      server.lastListing = listing
      tell(resource.resourceId)
      return listing
    },
    async call(server, tool, given, { signal, onProgress, ask }) {
      const called = { kind: 'call', tool, arguments: given, mayAsk: ask !== undefined } as const
      return resultOf(await work(server, called, signal, onProgress, ask))
    },
    read: async (server, uri, signal) => resultOf(await work(server, { kind: 'read', uri }, signal)),
    prompt: async (server, prompt, given, signal) =>
      resultOf(await work(server, { kind: 'prompt', prompt, arguments: given }, signal)),
    async ping(resource, signal) {
      const server = servers.get(resource.resourceId)
      const life = server?.life.getSnapshot()
      const isProgram = resource.metadata.type === 'mcp_server' && resource.metadata.transport === 'stdio'
      if (isProgram ? life?.matches('running') !== true : life?.matches('backingOff') === true) return 'stopped'
      if (server !== undefined && server.works > 0) return 'busy'
      const { answer } = await work(resource, { kind: 'ping' }, signal)
      if (answer.kind !== 'pinged') throw unexpected()
      return answer.isRunning ? 'answered' : 'stopped'
    },
    async end(resourceId) {
      const server = servers.get(resourceId)
      const held = server?.held
      if (server !== undefined) server.held = null
      await held?.processes.close()
      server?.life.send({ type: 'STOPPED' })
      if (held != null) server?.log.add([{ at: new Date().toISOString(), source: 'notice', text: 'stopped' }], 0)
    },
    status(resourceId) {
      const server = servers.get(resourceId)
      return server === undefined ? null : statusOf(server)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      const all = [...servers.values()]
      await Promise.all([...all.map(({ held }) => held?.processes.close()), ...parting])
      for (const { life } of all) life.stop()
    },
  }
}

function resultOf({ answer }: { readonly answer: Exclude<McpAnswer, { kind: 'failed' }> }): McpResult {
  if (answer.kind !== 'called') throw unexpected()
  return answer.result
}
