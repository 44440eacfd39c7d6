import { z } from 'zod'
import type { ResourceDraft } from '../../../contract/resource'
import { discoveryInput } from '../discovery-tool'
import { resourceIdOf } from '../resource-id'

interface BuiltInTool {
  readonly name: string
  /** What its id is made of: ids outlive names. */
  readonly place: string
  readonly description: string
  readonly capabilities: readonly string[]
  readonly usageInfo: string
  readonly inputSchema: z.ZodType
}

const tools: readonly BuiltInTool[] = [
  {
    name: 'recall',
    place: 'builtin:recall_search',
    description:
      'Searches everything indexed in the library (documents, notes, folders) and returns the passages that answer a ' +
      'question best, each with its source and place.',
    capabilities: [
      'recall',
      'search documents',
      'find passages',
      'look up facts in the library',
      'answer from sources',
    ],
    usageInfo: 'Give a question or key words as `query`; `top` says how many passages to return.',
    inputSchema: z.object({
      query: z.string().min(1).max(4000).describe('A question or key words.'),
      top: z.number().int().min(1).max(200).default(20).describe('How many passages at most.'),
    }),
  },
  {
    name: 'resource_discovery',
    place: 'builtin:resource_discovery',
    description:
      'Finds the databases, APIs, tools, knowledge bases and models on this machine that fit a need told in a sentence.',
    capabilities: ['discover resources', 'find a tool', 'find a database', 'find an API', 'choose what to use'],
    usageInfo: 'Give the need as `user_query`; `max_resources` says how many to return.',
    inputSchema: discoveryInput,
  },
]

/** The tools that Quarry itself has, as resources. */
export function builtInToolDrafts(): ResourceDraft[] {
  return tools.map(({ name, place, description, capabilities, usageInfo, inputSchema }) => ({
    resourceId: resourceIdOf('tool', place),
    type: 'tool',
    parentId: null,
    name,
    description,
    capabilities: [...capabilities],
    usageInfo,
    metadata: {
      type: 'tool',
      builtIn: true,
      tier: 'L1',
      inputSchema: z.toJSONSchema(inputSchema) as Record<string, unknown>,
      entry: null,
    },
    origin: { kind: 'builtIn', path: null },
    status: 'ready',
    error: null,
  }))
}
