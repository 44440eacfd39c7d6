import { QuarryError } from '../../contract/errors'
import type { UniversalResource } from '../../contract/resources/resource'
import type { Tool, ToolProvider } from './tool'

export interface ToolRegistryOptions {
  /** Quarry's own. */
  readonly tools: readonly Tool[]
  readonly providers?: readonly ToolProvider[] | undefined
  /** Throws `resource.notFound`. */
  readResource(resourceId: string): Promise<UniversalResource>
}

/** All tools that can be called, Quarry's own and those of resources. */
export interface ToolRegistry {
  /** The tool of a name, of the resource where it is called on one that has its own. Throws `tool.notFound`, and what its provider throws. */
  find(name: string, resourceId: string | null, signal: AbortSignal): Promise<Tool>
  /** The tools that a resource has of its own, as they are now. Throws what its provider throws. */
  toolsOf(resourceId: string, signal: AbortSignal): Promise<readonly Tool[]>
  /** The tool of a name among Quarry's own; null where none has it. */
  own(name: string): Tool | null
}

export function createToolRegistry({ tools, providers = [], readResource }: ToolRegistryOptions): ToolRegistry {
  const own = new Map(tools.map((tool) => [tool.name, tool]))
  const providerOf = ({ type, metadata }: UniversalResource): ToolProvider | undefined =>
    metadata.type === 'tool' && metadata.builtIn ? undefined : providers.find(({ types }) => types.includes(type))
  return {
    async find(name, resourceId, signal) {
      const resource = resourceId === null || providers.length === 0 ? null : await readResource(resourceId)
      const provider = resource === null ? undefined : providerOf(resource)
      if (resource === null || provider === undefined) {
        const tool = own.get(name)
        if (tool !== undefined) return tool
      } else {
        const hooks = provider.hooksOf?.(resource) ?? []
        const tool = [...(await provider.toolsOf(resource, { signal })), ...hooks].find((one) => one.name === name)
        if (tool?.server === 'builtin') throw new QuarryError('internal', 'A tool of a resource calls itself built in.')
        if (tool !== undefined) return tool
      }
      throw new QuarryError('tool.notFound', `No tool is named “${name}”.`, { context: { tool: name } })
    },
    async toolsOf(resourceId, signal) {
      const resource = await readResource(resourceId)
      const provider = providerOf(resource)
      return (await provider?.toolsOf(resource, { signal })) ?? []
    },
    own: (name) => own.get(name) ?? null,
  }
}
