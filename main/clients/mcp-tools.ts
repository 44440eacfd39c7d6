import type { McpTool } from '../../contract/mcp'
import type { UniversalResource } from '../../contract/resource'
import type { ServiceAnswer } from '../../contract/service-answer'
import type { Tool, ToolProvider } from '../tools'
import { checkArguments } from './check-arguments'
import { citable } from './citable'
import type { McpServers } from './mcp-servers'

/** The tools of MCP servers: what says that it only reads is on when the intent needs it, everything else only when granted. */
export function createMcpTools(servers: Pick<McpServers, 'list' | 'call'>, now: () => string): ToolProvider {
  return {
    types: ['mcp_server'],
    async toolsOf(server, { signal }) {
      const { tools } = await servers.list(server, signal)
      return tools.map((tool) => toolOf(server, tool, servers, now))
    },
  }
}

function toolOf(
  server: UniversalResource,
  { name, description, inputSchema, readOnly }: McpTool,
  servers: Pick<McpServers, 'call'>,
  now: () => string,
): Tool {
  return {
    name,
    server: server.name,
    tier: readOnly ? 'L2' : 'L3',
    effect: readOnly ? 'reads' : 'changes',
    description,
    inputSchema,
    measured: ['at'],
    async run(input, { signal }): Promise<ServiceAnswer> {
      checkArguments(inputSchema, input)
      const { value, cut, refused } = await servers.call(server, name, input, { signal })
      const { resourceId, name: resourceName } = server
      return {
        resourceId,
        resourceName,
        at: now(),
        value: citable(value),
        cut,
        url: null,
        pages: 1,
        refused: [...refused],
      }
    },
  }
}
