import { z } from 'zod'
import type { ErrorShape } from '../error-shape'

/** Version of the interfaces that a plugin is written for (docs/plugins.md). */
export const pluginApiVersion = 1

export const memoryHook = z.enum(['beforeStore', 'recall'])
export type MemoryHook = z.infer<typeof memoryHook>

export const workflowHook = z.enum(['beforeReply', 'afterReply'])
export type WorkflowHook = z.infer<typeof workflowHook>

/** A function that a plugin exports, by the interface that it belongs to. */
export type PluginHook = `memory.${MemoryHook}` | `workflow.${WorkflowHook}`

export const pluginTool = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  /** `reads`: it only computes. A tool that does not say so asks before each call. */
  effect: z.enum(['reads', 'changes']),
})
export type PluginTool = z.infer<typeof pluginTool>

/** What a plugin provides, as its manifest says. */
export const pluginProvides = z.object({
  version: z.string(),
  tools: z.array(pluginTool),
  memory: z.array(memoryHook),
  workflow: z.array(workflowHook),
})
export type PluginProvides = z.infer<typeof pluginProvides>

/** SHA-256 (hex) over manifest and code: a person approves a plugin with this hash, and no other. */
export const pluginHash = z.string().regex(/^[0-9a-f]{64}$/)

export const pluginFacts = pluginProvides.extend({ hash: pluginHash })
export type PluginFacts = z.infer<typeof pluginFacts>

/** The hooks that a plugin has. */
export const hooksOf = ({ memory, workflow }: Pick<PluginProvides, 'memory' | 'workflow'>): PluginHook[] => [
  ...memory.map((name) => `memory.${name}` as const),
  ...workflow.map((name) => `workflow.${name}` as const),
]

export interface PluginLimits {
  readonly timeMs: number
  readonly memoryBytes: number
  readonly stackBytes: number
  /** Of the result as JSON. */
  readonly outputCharacters: number
}

/** One call of a function of a plugin. */
export interface PluginTask {
  /** The module. */
  readonly code: string
  /** Of the export, as `tools.convert`: interface, then function. */
  readonly interface: 'tools' | 'memory' | 'workflow'
  readonly name: string
  /** As JSON. */
  readonly input: unknown
  readonly limits: PluginLimits
}

export type PluginAnswer =
  /** `json`: what the function returned, or its promise resolved to; null where that is `undefined`. */
  { readonly kind: 'returned'; readonly json: string | null } | { readonly kind: 'failed'; readonly error: ErrorShape }
