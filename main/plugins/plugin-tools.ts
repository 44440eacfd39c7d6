import type { ServiceAnswer } from '../../contract/calls/service-answer'
import { QuarryError } from '../../contract/errors'
import { hooksOf, type PluginHook, type PluginTool } from '../../contract/resources/plugin'
import type { UniversalResource } from '../../contract/resources/resource'
import { checkArguments, citable } from '../clients'
import type { Tool, ToolProvider } from '../tools'
import { hookCalls, hookReplies } from './hook-replies'
import type { PluginRuns } from './plugin-runs'

/** More than its function may take: that ends first, and says why. */
const marginMs = 5000

export const isPlugin = ({ metadata }: Pick<UniversalResource, 'metadata'>): boolean =>
  metadata.type === 'tool' && metadata.plugin !== undefined

/** The tools of plugins (docs/plugins.md): what only computes is of tier L2, anything else asks before each call. */
export function createPluginTools(runs: PluginRuns, now: () => string): ToolProvider {
  return {
    types: ['tool'],
    async toolsOf(resource) {
      const { metadata } = resource
      if (metadata.type !== 'tool' || metadata.plugin === undefined) return []
      const { tools } = metadata.plugin
      return tools.map((tool) => toolOf(resource, tool, runs, now))
    },
    hooksOf: (resource) =>
      resource.metadata.type === 'tool' && resource.metadata.plugin !== undefined
        ? hooksOf(resource.metadata.plugin).map((hook) => hookOf(resource, hook, runs))
        : [],
  }
}

function toolOf(
  resource: UniversalResource,
  { name, description, inputSchema, effect }: PluginTool,
  runs: PluginRuns,
  now: () => string,
): Tool {
  return {
    name,
    server: resource.name,
    tier: effect === 'reads' ? 'L2' : 'L3',
    effect,
    description,
    inputSchema,
    timeoutMs: runs.timeoutMs + marginMs,
    measured: ['at'],
    async run(input, { signal }): Promise<ServiceAnswer> {
      checkArguments(inputSchema, input)
      const value = citable(await runs.run(resource, { interface: 'tools', name, input }, signal))
      if (value === null) throw misshapen(resource, 'it returned nothing')
      const { resourceId, name: resourceName } = resource
      return { resourceId, resourceName, at: now(), value, cut: false, url: null, pages: 1, refused: [] }
    },
  }
}

/** A hook is called as a tool that only computes: what it answers is data, and is checked before anything goes by it. */
function hookOf(resource: UniversalResource, hook: PluginHook, runs: PluginRuns): Tool {
  const [part, name] = hook.split('.') as ['memory' | 'workflow', string]
  const { tool, given } = hookCalls[hook]
  return {
    name: tool,
    server: resource.name,
    tier: 'L2',
    effect: 'reads',
    description: 'A hook of a plugin: it computes, and reaches nothing.',
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(given.map((argument) => [argument, {}])),
      required: [...given],
    },
    timeoutMs: runs.timeoutMs + marginMs,
    outputBytes: null,
    async run(input, { signal }) {
      const value = await runs.run(resource, { interface: part, name, input }, signal)
      if (value === null) return null
      const reply = hookReplies[hook].safeParse(value)
      if (reply.success) return value
      const [issue] = reply.error.issues
      throw misshapen(resource, `it returned the wrong shape (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})`)
    },
  }
}

function misshapen({ name: plugin }: UniversalResource, said: string): QuarryError {
  return new QuarryError('plugin.failed', `The plugin failed: ${said}`, {
    context: { plugin, reason: 'shape', said, limit: null },
  })
}
