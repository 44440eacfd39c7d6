import { z } from 'zod'
import type { ServiceReply, ServiceRequest } from '../calls/service-question'
import type { ErrorShape } from '../error-shape'
import { jsonObject } from '../json'

/** A tool as its server lists it. All of it is foreign: data, never an instruction. */
export const mcpTool = z.object({
  name: z.string().min(1).max(200),
  description: z.string(),
  /** JSON schema of its arguments. */
  inputSchema: jsonObject,
  /** Whether the server says that it only reads; nobody checked. */
  readOnly: z.boolean(),
})
export type McpTool = z.infer<typeof mcpTool>

/** What a server said of itself. */
export const mcpListing = z.object({
  server: z.object({ name: z.string(), version: z.string() }),
  tools: z.array(mcpTool),
  resources: z.array(z.object({ uri: z.string(), name: z.string(), description: z.string() })),
  prompts: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      arguments: z.array(z.object({ name: z.string(), required: z.boolean() })),
    }),
  ),
  /** ISO time. */
  at: z.string(),
})
export type McpListing = z.infer<typeof mcpListing>

export const serverLogLine = z.object({
  /** ISO time. */
  at: z.string(),
  /** Its error output, output that is no message, a message of its own, or what happened to it. */
  source: z.enum(['stderr', 'stdout', 'message', 'notice']),
  text: z.string(),
})
export type ServerLogLine = z.infer<typeof serverLogLine>

/** How a server is reached, secrets and all: never stored, never logged. */
export type McpPlace =
  | {
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      /** All of its environment. */
      readonly env: Readonly<Record<string, string>>
      /** What starts it without a network; empty where it may have one, or nothing here can. */
      readonly launcher: readonly string[]
    }
  | { readonly transport: 'http' | 'sse'; readonly url: string; readonly headers: Readonly<Record<string, string>> }

/** One piece of work for the process that holds the connection to one server. */
export interface McpTask {
  readonly place: McpPlace
  /** Folders that the person gave, absolute; the server is told of no other. */
  readonly roots: readonly string[]
  readonly timeoutMs: number
  /** Bytes of a result, as JSON, that are handed on. */
  readonly maxResultBytes: number
  readonly ask:
    | { readonly kind: 'list' }
    /** Whether it is there. A program that does not run is not started for it. */
    | { readonly kind: 'ping' }
    | {
        readonly kind: 'call'
        readonly tool: string
        readonly arguments: Readonly<Record<string, unknown>>
        /** Whether somebody is there to answer what the server asks meanwhile. */
        readonly mayAsk: boolean
      }
    | { readonly kind: 'read'; readonly uri: string }
    | { readonly kind: 'prompt'; readonly prompt: string; readonly arguments: Readonly<Record<string, string>> }
}

export type McpTold =
  | { readonly kind: 'began' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number | null }
  /** The server asks a person, or for a language model's answer; an `McpReply` answers. */
  | { readonly kind: 'asks'; readonly question: number; readonly request: ServiceRequest }
  /** It does not want an answer any more. */
  | { readonly kind: 'withdrawn'; readonly question: number }

/** What a person answered. */
export interface McpReply {
  readonly question: number
  readonly answer: ServiceReply
}

/** What the process of a server says beside its work. */
export type McpNotice =
  | {
      readonly kind: 'said'
      readonly lines: readonly ServerLogLine[]
      /** Lines before these that were too many. */
      readonly leftOut: number
    }
  /** The server ended, or its connection did. */
  | { readonly kind: 'ended' }

/** What a call brought, as JSON. */
export interface McpResult {
  readonly value: unknown
  /** Whether it is only the beginning of what the server answered. */
  readonly cut: boolean
  /** What the server asked for meanwhile and was refused: `sampling/createMessage`, `elicitation/create` … */
  readonly refused: readonly string[]
}

export type McpAnswer = (
  | { readonly kind: 'listed'; readonly listing: Omit<McpListing, 'at'> }
  | { readonly kind: 'called'; readonly result: McpResult }
  | { readonly kind: 'pinged'; readonly isRunning: boolean }
  | { readonly kind: 'failed'; readonly error: ErrorShape; readonly isDown: boolean }
) & {
  /** Whether the server has said since its last listing that it lists other things now. */
  readonly listChanged: boolean
}
