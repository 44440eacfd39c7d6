import { QuarryError } from '../../contract/errors'
import type { PluginTool } from '../../contract/plugin'
import type { UniversalResource } from '../../contract/resource'
import type { ServiceAnswer } from '../../contract/service-answer'
import { checkArguments, citable } from '../clients'
import type { Tool, ToolProvider } from '../tools'
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
      const { tools, hash } = metadata.plugin
      return tools.map((tool) => toolOf(resource, tool, hash, runs, now))
    },
  }
}

function toolOf(
  resource: UniversalResource,
  { name, description, inputSchema, effect }: PluginTool,
  hash: string,
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
    version: hash,
    timeoutMs: runs.timeoutMs + marginMs,
    measured: ['at'],
    async run(input, { signal }): Promise<ServiceAnswer> {
      checkArguments(inputSchema, input)
      const value = citable(await runs.run(resource, { interface: 'tools', name, input }, signal))
      if (value === null) {
        const said = 'it returned nothing'
        throw new QuarryError('plugin.failed', `The plugin failed: ${said}`, {
          context: { plugin: resource.name, reason: 'shape', said, limit: null },
        })
      }
      const { resourceId, name: resourceName } = resource
      return { resourceId, resourceName, at: now(), value, cut: false, url: null, pages: 1, refused: [] }
    },
  }
}
