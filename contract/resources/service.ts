import { z } from 'zod'
import { errorShape } from '../error-shape'
import { mcpListing, mcpTool, serverLogLine } from './mcp'
import { resourceId, type UniversalResource } from './resource'

/** Whether a resource is answered by a service that could be gone: a server, and no file. */
export const isService = ({ metadata }: Pick<UniversalResource, 'metadata'>): boolean =>
  metadata.type === 'mcp_server' ||
  metadata.type === 'api' ||
  (metadata.type === 'model' && metadata.provider !== 'gguf') ||
  (metadata.type === 'database' && (metadata.engine === 'postgresql' || metadata.engine === 'mysql'))

/** What the log of connections calls a health check where it names tools. */
export const healthCheckPurpose = 'health_check'

/** Whether calls reach a service. */
export const breakerState = z.enum(['closed', 'open', 'halfOpen'])
export type BreakerState = z.infer<typeof breakerState>

/** Why a service was not asked: its program does not run, it is at a call, or nobody allowed to contact it. */
export const checkSkipped = z.enum(['stopped', 'busy', 'notAllowed', 'needsSecret', 'switchedOff'])
export type CheckSkipped = z.infer<typeof checkSkipped>

export const healthCheck = z.object({
  /** ISO time. */
  at: z.string(),
  outcome: z.enum(['answered', 'failed', 'skipped']),
  /** Null where it was not asked. */
  latencyMs: z.number().nonnegative().nullable(),
  error: errorShape.nullable(),
  skipped: checkSkipped.nullable(),
})
export type HealthCheck = z.infer<typeof healthCheck>

/** `backingOff`: left alone after a failure; `failed`: it failed, and starts again with the next call. */
export const serverState = z.enum(['stopped', 'starting', 'running', 'backingOff', 'failed'])
export type ServerState = z.infer<typeof serverState>

/** Whether a tool says of itself what it said when it last ran; one that says something else asks again. */
export const toolApproval = z.enum(['unused', 'same', 'changed'])
export type ToolApproval = z.infer<typeof toolApproval>

/** A resource behind which a service answers, as it is now in this run of Quarry. */
export const serviceView = z.object({
  resourceId,
  breaker: z.object({ state: breakerState, failures: z.number().int(), error: errorShape.nullable() }),
  /** Whether a check is under way. */
  checking: z.boolean(),
  /** The newest first. */
  checks: z.array(healthCheck),
  /** Of an MCP server; null of other services. */
  server: z
    .object({
      state: serverState,
      /** In a row. */
      failures: z.number().int(),
      error: errorShape.nullable(),
      /** ISO time until which it is left alone. */
      restsUntil: z.string().nullable(),
      /** ISO time. */
      runsSince: z.string().nullable(),
      /** As it was listed last in this run. */
      offered: mcpListing
        .extend({ tools: z.array(mcpTool.omit({ inputSchema: true }).extend({ approval: toolApproval })) })
        .nullable(),
      /** The oldest first. */
      log: z.array(serverLogLine),
      /** Lines before or between those that are not kept. */
      leftOut: z.number().int(),
    })
    .nullable(),
})
export type ServiceView = z.infer<typeof serviceView>
