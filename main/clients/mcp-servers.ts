import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type { McpAnswer, McpListing, McpPlace, McpResult, McpTask, McpTold } from '../../contract/mcp'
import { plainRemedy } from '../../contract/remedies'
import type { UniversalResource } from '../../contract/resource'
import type { ProcessEgress } from '../../contract/work-process'
import { forPurpose } from '../connections'
import {
  createWorkLimit,
  createWorkProcesses,
  ProcessLost,
  type ProgramLaunchers,
  type StartWorkProcess,
  type WorkProcesses,
} from '../processes'
import type { Secrets } from '../secrets'
import { askToStart } from './ask-to-start'
import { lostService } from './lost-service'
import { placeOfServer } from './server-place'

const timeoutMs = 60_000
/** Of a result, before the pipeline of calls gives an engine its part of it. */
const maxResultBytes = 1_000_000
const maxMemoryMb = 512
/** A server that nobody asks is ended after this. */
const idleMs = 300_000
/** After a crash or a failed start a server is left alone: so long first, then twice as long, up to the longest. */
const firstRestMs = 1000
const longestRestMs = 60_000

/** What starting a server over stdio or a tool of one's own runs, and its name. */
export interface Program extends Omit<Extract<McpPlace, { transport: 'stdio' }>, 'transport' | 'launcher'> {
  readonly name: string
  /** Whether it is kept from the network. */
  readonly isOffline: boolean
  /** Changes with the files that it is run from, where those are known. */
  readonly files?: string
}

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
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  readonly now?: () => number
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
    options: { readonly signal: AbortSignal; readonly onProgress?: (done: number, total: number | null) => void },
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
  /** Ends a server: it starts anew with the next piece of work, also one that was left alone. */
  end(resourceId: string): Promise<void>
  /** Ends every server, with its children. */
  close(): Promise<void>
}

interface Held {
  readonly egress: ProcessEgress
  readonly processes: WorkProcesses<McpTask, McpTold, McpAnswer>
  /** Null where nothing was listed yet, or the server said that it is otherwise now. */
  listing: McpListing | null
  failures: number
  notBeforeMs: number
}

/** MCP servers, each behind a process of its own that is started on demand: what a server does, it does to that one. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const { workersDir, secrets, now = () => performance.now() } = options
  const limitMs = options.timeoutMs ?? timeoutMs
  const held = new Map<string, Held>()
  const parting = new Set<Promise<void>>()

  function holdOf({ resourceId }: UniversalResource, place: McpPlace): Held {
    // A child process connects as its system lets it: only what this process opens can be held to the policy.
    const egress = place.transport === 'stdio' ? 'offline' : options.egress()
    const known = held.get(resourceId)
    if (known !== undefined && isDeepStrictEqual(known.egress, egress)) return known
    if (known !== undefined) {
      const gone = known.processes.close()
      parting.add(gone)
      void gone.finally(() => parting.delete(gone))
    }
    const processes = createWorkProcesses<McpTask, McpTold, McpAnswer>({
      start: options.start,
      entry: join(workersDir, 'mcp.js'),
      name: 'mcp',
      maxMemoryMb,
      egress,
      places: 1,
      idleMs,
      canBeInterrupted: true,
    })
    const fresh: Held = { egress, processes, listing: null, failures: 0, notBeforeMs: 0 }
    held.set(resourceId, fresh)
    return fresh
  }

  async function work(
    server: UniversalResource,
    ask: McpTask['ask'],
    signal: AbortSignal,
    onProgress: (done: number, total: number | null) => void = () => {},
  ): Promise<{ readonly held: Held; readonly answer: Exclude<McpAnswer, { kind: 'failed' }> }> {
    const launcher = options.mayUseNetwork(server.resourceId) ? [] : (await options.launchers()).offline
    const place = await placeOfServer(server, secrets, launcher)
    const isOffline = place.transport === 'stdio' && launcher.length > 0
    if (place.transport === 'stdio') {
      const { command, args, env } = place
      const program = { name: server.name, command, args, env, isOffline }
      await askToStart(options.mayStart, program, server.resourceId, signal)
    }
    const one = holdOf(server, place)
    const waitMs = one.notBeforeMs - now()
    if (waitMs > 0) {
      throw new QuarryError(
        'resource.unreachable',
        `“${server.name}” failed ${one.failures} times and is left alone.`,
        {
          context: { retryable: true, waitMs: Math.ceil(waitMs), failures: one.failures },
        },
      )
    }
    const limit = createWorkLimit(limitMs + 2000)
    const onTold = (told: McpTold): void => {
      if (told.kind === 'began') limit.begin()
      else {
        limit.extend()
        onProgress(told.done, told.total)
      }
    }
    const task: McpTask = { place, roots: await options.roots(), timeoutMs: limitMs, maxResultBytes, ask }
    let answer: McpAnswer
    try {
      answer = await forPurpose({ resourceId: server.resourceId }, () =>
        one.processes.run(task, { limit, signal, onTold }),
      )
    } catch (error) {
      if (!(error instanceof ProcessLost)) throw error
      rest(one)
      throw lostService(error, server.name, { timeoutMs: limitMs, maxMemoryMb })
    }
    if (answer.listChanged) one.listing = null
    if (answer.kind === 'failed') {
      if (answer.isDown && answer.error.code !== 'cancelled' && answer.error.code !== 'egress.denied') rest(one)
      // Many a server fetches its own program first.
      const remedy = answer.isDown && isOffline ? { remedy: plainRemedy('allowProgramNetwork') } : {}
      throw fromErrorShape({ ...answer.error, ...remedy })
    }
    one.failures = 0
    return { held: one, answer }
  }

  function rest(one: Held): void {
    one.listing = null
    one.notBeforeMs = now() + Math.min(longestRestMs, firstRestMs * 2 ** one.failures)
    one.failures++
  }

  return {
    async list(server, signal) {
      const known = held.get(server.resourceId)?.listing
      if (known != null) return known
      const { held: one, answer } = await work(server, { kind: 'list' }, signal)
      if (answer.kind !== 'listed') throw new QuarryError('internal', 'The process sent an unexpected answer.')
      const listing: McpListing = { ...answer.listing, at: new Date().toISOString() }
      if (!answer.listChanged) one.listing = listing
      return listing
    },
    async call(server, tool, given, { signal, onProgress }) {
      return resultOf(await work(server, { kind: 'call', tool, arguments: given }, signal, onProgress))
    },
    read: async (server, uri, signal) => resultOf(await work(server, { kind: 'read', uri }, signal)),
    prompt: async (server, prompt, given, signal) =>
      resultOf(await work(server, { kind: 'prompt', prompt, arguments: given }, signal)),
    async end(resourceId) {
      const known = held.get(resourceId)
      held.delete(resourceId)
      await known?.processes.close()
    },
    async close() {
      await Promise.all([...[...held.values()].map(({ processes }) => processes.close()), ...parting])
    },
  }
}

function resultOf({ answer }: { readonly answer: Exclude<McpAnswer, { kind: 'failed' }> }): McpResult {
  if (answer.kind !== 'called') throw new QuarryError('internal', 'The process sent an unexpected answer.')
  return answer.result
}
