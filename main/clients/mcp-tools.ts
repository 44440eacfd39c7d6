import type { ServiceAnswer } from '../../contract/calls/service-answer'
import type { McpListing, McpResult, McpTool } from '../../contract/resources/mcp'
import type { UniversalResource } from '../../contract/resources/resource'
import type { AskPerson, Tool, ToolProvider, ToolRun } from '../tools'
import { checkArguments } from './check-arguments'
import { citable } from './citable'
import type { McpServers } from './mcp-servers'

type Asked = Pick<McpServers, 'list' | 'call' | 'read' | 'prompt'>
type Given = Readonly<Record<string, unknown>>

/** What a tool of a server is besides how it is run. */
type Said = Pick<McpTool, 'name' | 'description' | 'inputSchema' | 'readOnly'>

/**
 * The tools of MCP servers: what says that it only reads is on when the intent needs it, everything else only when granted.
 * What a server lists besides is read by tools, too, so that it goes through the gate and is recorded and cited like a call.
 */
export function createMcpTools(servers: Asked, now: () => string): ToolProvider {
  return {
    types: ['mcp_server'],
    toolsOf: async (server, { signal }) => toolsInListing(server, await servers.list(server, signal), servers, now),
  }
}

/** What a server listed, as tools. */
export function toolsInListing(
  server: UniversalResource,
  listing: McpListing,
  servers: Omit<Asked, 'list'>,
  now: () => string,
): Tool[] {
  const toolOf = (
    said: Said,
    ask: (input: Given, options: Pick<ToolRun, 'signal' | 'ask'>) => Promise<McpResult>,
  ): Tool => madeTool(server, said, ask, now)
  const tools = listing.tools.map((tool) =>
    toolOf(tool, (input, options) => servers.call(server, tool.name, input, options)),
  )
  const others = [
    ...resourceTool(listing).map((said) =>
      toolOf(said, ({ uri }, options) => servers.read(server, String(uri), options.signal)),
    ),
    ...promptTool(listing).map((said) =>
      toolOf(said, ({ prompt, arguments: given = {} }, options) =>
        servers.prompt(server, String(prompt), given as Record<string, string>, options.signal),
      ),
    ),
  ]
  // A server's own tool of that name is the one that is meant.
  return [...tools, ...others.filter(({ name }) => tools.every((tool) => tool.name !== name))]
}

/** Reads one of the resources that the server lists, and no other address. */
function resourceTool({ resources }: McpListing): Said[] {
  if (resources.length === 0) return []
  const names = resources.map(({ name, description }) => (description === '' ? name : `${name} (${description})`))
  return [
    {
      name: 'read_resource',
      description: `Reads a resource of the server: ${names.join(', ')}`.slice(0, 4000),
      inputSchema: {
        type: 'object',
        properties: { uri: { type: 'string', enum: resources.map(({ uri }) => uri) } },
        required: ['uri'],
        additionalProperties: false,
      },
      readOnly: true,
    },
  ]
}

/** Has the server fill in one of its prompts. What comes back is data like any answer. */
function promptTool({ prompts }: McpListing): Said[] {
  if (prompts.length === 0) return []
  const names = prompts.map(({ name, description, arguments: taken }) => {
    const takes = taken.map((one) => (one.required ? one.name : `${one.name}?`)).join(', ')
    return `${name}(${takes})${description === '' ? '' : `: ${description}`}`
  })
  return [
    {
      name: 'get_prompt',
      description: `Fills in a prompt of the server: ${names.join('; ')}`.slice(0, 4000),
      inputSchema: {
        type: 'object',
        properties: {
          prompt: { type: 'string', enum: prompts.map(({ name }) => name) },
          arguments: { type: 'object', additionalProperties: { type: 'string' } },
        },
        required: ['prompt'],
        additionalProperties: false,
      },
      readOnly: true,
    },
  ]
}

function madeTool(
  server: UniversalResource,
  { name, description, inputSchema, readOnly }: Said,
  ask: (input: Given, options: Pick<ToolRun, 'signal' | 'ask'>) => Promise<McpResult>,
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
    async run(input, { signal, ask: askPerson }): Promise<ServiceAnswer> {
      checkArguments(inputSchema, input)
      const models = new Set<string>()
      const asking: AskPerson | undefined =
        askPerson &&
        (async (request, withdrawn) => {
          const reply = await askPerson(request, withdrawn)
          if (reply.action === 'complete') models.add(reply.model)
          return reply
        })
      const { value, cut, refused } = await ask(input, { signal, ask: asking })
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
        ...(models.size === 0 ? {} : { models: [...models] }),
      }
    },
  }
}
