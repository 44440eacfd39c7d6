import { z } from 'zod'
import { type OwnTool, ownTools } from '../../../contract/calls/own-tools'
import type { ResourceDraft } from '../../../contract/resources/resource'
import { resourceIdOf } from '../resource-id'

interface BuiltInTool {
  readonly name: OwnTool
  /** What its id is made of: ids outlive names. */
  readonly place: string
  readonly capabilities: readonly string[]
  readonly usageInfo: string
}

const tools: readonly BuiltInTool[] = [
  {
    name: 'recall',
    place: 'builtin:recall_search',
    capabilities: [
      'recall',
      'search documents',
      'find passages',
      'look up facts in the library',
      'answer from sources',
    ],
    usageInfo: 'Give a question or key words as `query`; `top` says how many passages to return.',
  },
  {
    name: 'resource_discovery',
    place: 'builtin:resource_discovery',
    capabilities: ['discover resources', 'find a tool', 'find a database', 'find an API', 'choose what to use'],
    usageInfo: 'Give the need as `user_query`; `max_resources` says how many to return.',
  },
]

/** The tools that Quarry itself has, as resources. */
export function builtInToolDrafts(): ResourceDraft[] {
  return tools.map(({ name, place, capabilities, usageInfo }) => ({
    resourceId: resourceIdOf('tool', place),
    type: 'tool',
    parentId: null,
    name,
    description: ownTools[name].description,
    capabilities: [...capabilities],
    usageInfo,
    metadata: {
      type: 'tool',
      builtIn: true,
      tier: 'L1',
      inputSchema: z.toJSONSchema(ownTools[name].input) as Record<string, unknown>,
      entry: null,
    },
    origin: { kind: 'builtIn', path: null },
    status: 'ready',
    error: null,
  }))
}
