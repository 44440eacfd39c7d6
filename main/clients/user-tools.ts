import { stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { ServiceAnswer } from '../../contract/calls/service-answer'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type { UniversalResource } from '../../contract/resources/resource'
import type { UserToolAnswer, UserToolLimits, UserToolTask } from '../../contract/resources/user-tool'
import { forPurpose } from '../connections'
import {
  createWorkLimit,
  createWorkProcesses,
  ProcessLost,
  type ProgramLaunchers,
  type StartWorkProcess,
} from '../processes'
import type { Tool, ToolProvider } from '../tools'
import { askToStart } from './ask-to-start'
import { checkArguments } from './check-arguments'
import { citable } from './citable'
import { hashOfFolder } from './folder-hash'
import { lostService } from './lost-service'
import type { McpServersOptions } from './mcp-servers'

const timeoutMs = 60_000
const usualLimits: UserToolLimits = { maxOutputBytes: 1_000_000, maxMemoryMb: 512 }
/** Of the process that runs a tool, beside the tool's own. */
const maxMemoryMb = 256

export interface UserToolsOptions extends Pick<McpServersOptions, 'mayStart'> {
  /** Folder of the built workers, with `tools.js` in it. */
  readonly workersDir: string
  readonly start: StartWorkProcess
  readonly launchers: () => Promise<ProgramLaunchers>
  /** ISO time. */
  readonly now: () => string
  readonly timeoutMs?: number
  readonly limits?: Partial<UserToolLimits>
}

/**
 * Tools of a person's own (docs/tools.md): each call runs the program of the folder to its end, without a shell and, where
 * this system can, without a network. A tool whose files changed is another: it asks again.
 */
export function createUserTools(options: UserToolsOptions): ToolProvider & { close(): Promise<void> } {
  const limits = { ...usualLimits, ...options.limits }
  const limitMs = options.timeoutMs ?? timeoutMs
  const processes = createWorkProcesses<UserToolTask, 'began', UserToolAnswer>({
    start: options.start,
    entry: join(options.workersDir, 'tools.js'),
    name: 'tools',
    maxMemoryMb,
    egress: 'offline',
    places: 2,
    canBeInterrupted: true,
  })

  async function run(tool: UserTool, input: Readonly<Record<string, unknown>>, signal: AbortSignal) {
    const { resource, folder, files } = tool
    const { resourceId, name } = resource
    const { contained: launcher } = await options.launchers()
    const program = { name, ...(await commandOf(tool)), isOffline: launcher.length > 0, files }
    await askToStart(options.mayStart, program, resourceId, signal)
    if ((await hashOfFolder(folder)) !== files) {
      throw new QuarryError('tool.failed', `The files of “${name}” changed after its call was decided on.`)
    }
    const { command, args, env } = program
    const limit = createWorkLimit(limitMs)
    let answer: UserToolAnswer
    try {
      const task: UserToolTask = { command, args, env, folder, launcher, arguments: input, limits }
      answer = await forPurpose({ resourceId }, () =>
        processes.run(task, { limit, signal, onTold: () => limit.begin() }),
      )
    } catch (error) {
      throw error instanceof ProcessLost ? lostService(error, name, { timeoutMs: limitMs, maxMemoryMb }) : error
    }
    // What it was interrupted for, it was interrupted for by its time.
    if (answer.kind === 'failed') throw fromErrorShape(answer.error)
    return answer
  }

  return {
    types: ['tool'],
    async toolsOf(resource) {
      const { metadata, origin, name, description } = resource
      if (metadata.type !== 'tool' || metadata.builtIn || metadata.entry === null || origin.path === null) return []
      const { entry, inputSchema, env = [] } = metadata
      const tool: UserTool = { resource, folder: origin.path, entry, env, files: await hashOfFolder(origin.path) }
      const made: Tool = {
        name,
        server: name,
        tier: 'L3',
        effect: 'changes',
        description,
        inputSchema,
        version: tool.files,
        timeoutMs: limitMs + 5000,
        measured: ['at'],
        async run(input, { signal }): Promise<ServiceAnswer> {
          checkArguments(inputSchema, input)
          const { value, cut } = await run(tool, input, signal)
          const { resourceId } = resource
          return {
            resourceId,
            resourceName: name,
            at: options.now(),
            value: citable(value),
            cut,
            url: null,
            pages: 1,
            refused: [],
          }
        },
      }
      return [made]
    },
    close: () => processes.close(),
  }
}

interface UserTool {
  readonly resource: UniversalResource
  readonly folder: string
  readonly entry: string
  readonly env: readonly string[]
  /** Hash of the folder. */
  readonly files: string
}

/** JavaScript runs in Node; anything else runs as the system runs it, by its first line. Throws `resource.unreachable`. */
async function commandOf({ folder, entry, env: names }: UserTool) {
  const env = Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const path = join(folder, entry)
  return /\.[cm]?js$/i.test(entry) ? { command: await nodePath(), args: [path], env } : { command: path, args: [], env }
}

async function nodePath(): Promise<string> {
  if (process.versions.electron === undefined) return process.execPath
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(directory, file)
    if ((await stat(path).catch(() => null))?.isFile() === true) return path
  }
  throw new QuarryError('resource.unreachable', 'Node was not found: it runs tools that are written in JavaScript.')
}
