import { z } from 'zod'
import type { FilePreview } from '../../contract/calls/file-change'
import {
  type FileTool,
  fileTools,
  type MemoryTool,
  memoryTools,
  type OwnTool,
  ownTools,
} from '../../contract/calls/own-tools'
import type { ServiceReply, ServiceRequest } from '../../contract/calls/service-question'
import type { ApiOperation, ResourceType, ToolTier, UniversalResource } from '../../contract/resources/resource'

/** What a call gets besides its input. */
export interface ToolRun {
  /** The resource that the step was allocated for this call; null where the tool needs none. */
  readonly resourceId: string | null
  /** Aborted with the step, and after the tool's time. Whatever the call began ends with it. */
  readonly signal: AbortSignal
  /** Asks the person who follows the session; left out where nobody does. The tool's time stands still meanwhile. */
  readonly ask?: AskPerson | undefined
}

/** Puts what a service wants to a person. It resolves with `cancel` where nobody answers in time, or the signal is aborted. */
export type AskPerson = (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceReply>

/** What a call may take and answer where the tool says nothing else. */
export const toolLimits = { timeoutMs: 60_000, outputBytes: 100 * 1024 } as const

/** What is known of a call that was cut off. */
export type SettledCall =
  | { readonly kind: 'made'; readonly output: unknown }
  | { readonly kind: 'notMade' }
  /** It may have happened. */
  | { readonly kind: 'unknown' }

/** The file that a call had written, and its hash as it is now; null where it is gone. */
export interface TakenBack {
  readonly path: string
  readonly hash: string | null
}

/**
 * Something that a step can have done. It is called in one place alone (`run-tool.ts`), after the gate has decided: what a
 * tool says of itself here is what the gate and the person go by. Names and descriptions of servers are foreign text.
 */
export interface Tool {
  /** As it is called: unique among Quarry's own tools, or within its resource. */
  readonly name: string
  /** `builtin` of Quarry's own tools and of no other, else the name of the API, MCP server or folder that it comes from. */
  readonly server: string
  /** L1: always on. L2: on when the intent needs it. L3: only when a person grants it (writes, leaves the machine, runs a program). */
  readonly tier: ToolTier
  /** Whether a call may change anything outside Quarry: it asks by default, and is in doubt where it was cut off. */
  readonly effect: 'reads' | 'changes'
  /** What it does, as whoever offers it says. */
  readonly description: string
  /** JSON Schema of the input, of type `object`. The gate asks for what does not fit; `run` still parses for itself. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  /** What the file that describes an API's operation says of it besides; drafts go by it, the gate does not. */
  readonly told?: ApiOperation['told']
  /** Changes with what runs, where the tool's words do not say: a call after a change asks. */
  readonly version?: string
  /** How long a call may take, in ms; then its signal is aborted and it fails with `tool.timeout`. Default: 60 s. */
  readonly timeoutMs?: number
  /**
   * Bytes of an output, as JSON, that an engine is given; default: 100 KB. The whole output is kept with the call, and
   * what was left out (ends of lists and of texts: pointers hold) is citable there. Null where the tool bounds it itself.
   */
  readonly outputBytes?: number | null
  /**
   * Throws QuarryErrors: `input.invalid` for what the input did wrong, `pool.memberFailed` (`memberFailure`) where the
   * resource itself broke, `resource.unreachable`, `resource.timeout` or `resource.crashed` where its service does not
   * answer: five of these in a row open the circuit of the service.
   * @returns JSON
   */
  run(input: Readonly<Record<string, unknown>>, options: ToolRun): Promise<unknown>
  /** Fields of the output that say how a call went, not what it answered: two calls differ in them alone and agree. */
  readonly measured?: readonly string[]
  /** Whether an output came from the resource: one that was declined beforehand teaches nothing. Default: it did. */
  hasAsked?(output: unknown): boolean
  /** What the journal keeps of an output, and the output from that; without it the output as it is. */
  readonly journal?: {
    keep(output: unknown): unknown
    restore(kept: unknown, options: { readonly signal: AbortSignal }): Promise<unknown>
  }
  /** What a call would do, for the person who is asked; changes nothing. Throws what `run` would. */
  preview?(input: Readonly<Record<string, unknown>>): Promise<FilePreview>
  /** Finds out whether a call that was cut off happened; without it a person is asked. */
  settle?(input: Readonly<Record<string, unknown>>): Promise<SettledCall>
  /** Undoes a call by its output. Throws where that would undo more than the call did. */
  takeBack?(output: unknown): Promise<TakenBack>
}

/** What a tool is to the gate: what it says of itself. */
export type DescribedTool = Pick<
  Tool,
  'name' | 'server' | 'tier' | 'effect' | 'description' | 'inputSchema' | 'version'
>

/** What a tool of Quarry's own says of itself. */
export function described(name: OwnTool | MemoryTool | FileTool): DescribedTool {
  const { tier, description, input } = { ...ownTools, ...memoryTools, ...fileTools }[name]
  const inputSchema = z.toJSONSchema(input, { io: 'input' })
  const effect = name in fileTools ? 'changes' : 'reads'
  return { name, server: 'builtin', tier, effect, description, inputSchema }
}

/** Makes tools of resources of some kinds, as they are now: operations of APIs, tools of MCP servers, tools of one's own. */
export interface ToolProvider {
  /** Every call on a resource of these kinds goes to a tool of this provider, never to one of Quarry's own by that name. */
  readonly types: readonly ResourceType[]
  /**
   * The tools of a resource, with `server` telling whose they are. May start or ask the service. Throws `resource.*`,
   * `egress.denied`.
   */
  toolsOf(resource: UniversalResource, options: { readonly signal: AbortSignal }): Promise<readonly Tool[]>
  /** What Quarry itself calls around the replies of its roles: neither drafted nor offered to a model, and gated as any other. */
  hooksOf?(resource: UniversalResource): readonly Tool[]
}
