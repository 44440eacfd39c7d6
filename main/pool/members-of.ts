import type { MemberType } from '../../contract/pool/pool'
import {
  type Capability,
  type CapabilityLevels,
  capabilityLevel,
  capabilityName,
} from '../../contract/resources/capabilities'
import type { ResourceType } from '../../contract/resources/resource'
import type { MemberSpec } from './terms'

/** What the pool wants to know of a resource of the registry. */
export interface PoolResource {
  readonly resourceId: string
  /** The only one that may use it; left out, all may. */
  readonly projectId?: string
  readonly type: ResourceType
  readonly name: string
  /** Names of the vocabulary, with a level where one is known; free text that is no such name is passed over. */
  readonly capabilities: readonly (string | Capability)[]
  /** It changes nothing, whatever it is asked: several tasks may use it side by side. */
  readonly readOnly: boolean
  /** How many uses it bears at once, where that is known or a person chose it. */
  readonly parallelism: number | null
  /** Levels that a person chose, of capabilities that it has. */
  readonly levels?: CapabilityLevels
}

interface Kind {
  /** Null: it becomes no member. */
  readonly type: MemberType | null
  /** Slots where it only reads and nothing is known of its parallelism. What may change something has one. */
  readonly slots: number
  readonly capabilities: readonly Capability[]
}

/** As many slots of a knowledge base as there can be executors (contract/app/app.ts), so that recall waits for nobody. */
const recallSlots = 16
/** More than this at once no resource on one machine bears. */
const maxSlots = 64
/** Level of a capability that a resource names without one: the middle. */
const defaultLevel = 5

/** What each kind of resource becomes. The same table stands in docs/pool.md, and a test compares them. */
export const kinds: Readonly<Record<ResourceType, Kind>> = {
  database: {
    type: 'database',
    slots: 4,
    capabilities: [
      { name: 'sql_query', level: 8 },
      { name: 'data_analysis', level: 5 },
    ],
  },
  text2sql: {
    type: 'database',
    slots: 2,
    capabilities: [
      { name: 'sql_query', level: 7 },
      { name: 'data_analysis', level: 6 },
    ],
  },
  api: { type: 'api', slots: 1, capabilities: [{ name: 'api_call', level: 8 }] },
  tool: { type: 'tool', slots: 4, capabilities: [{ name: 'tool_call', level: 6 }] },
  mcp_server: { type: 'tool', slots: 1, capabilities: [{ name: 'tool_call', level: 7 }] },
  knowledge_base: { type: 'tool', slots: recallSlots, capabilities: [{ name: 'recall', level: 9 }] },
  model: { type: null, slots: 0, capabilities: [] },
}

function capabilitiesOf({ capabilities, levels: chosen = {} }: PoolResource, own: readonly Capability[]): Capability[] {
  const levels = new Map(own.map(({ name, level }) => [name, level]))
  for (const each of capabilities) {
    const name =
      typeof each === 'string'
        ? each
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_')
        : each.name
    const level = typeof each === 'string' ? (levels.get(name) ?? defaultLevel) : each.level
    if (!capabilityName.safeParse(name).success || !capabilityLevel.safeParse(level).success) continue
    levels.set(name, typeof each === 'string' ? Math.max(level, levels.get(name) ?? 0) : level)
  }
  return [...levels].map(([name, level]) => ({ name, level: chosen[name] ?? level }))
}

/**
 * The members that a resource becomes: none of a model, which no step uses yet, else a slot for each use that it
 * bears at once. A resource that may change something has one slot, so that it does one task at a time.
 */
export function membersOf(resource: PoolResource): MemberSpec[] {
  const { resourceId, projectId = null, type, name, readOnly, parallelism } = resource
  const kind = kinds[type]
  if (kind.type === null) return []
  const memberType = kind.type
  const slots = readOnly ? Math.min(maxSlots, Math.max(1, parallelism ?? kind.slots)) : 1
  const capabilities = capabilitiesOf(resource, kind.capabilities)
  return Array.from({ length: slots }, (_, index) => ({
    id: `${resourceId}#${index + 1}`,
    name,
    number: slots === 1 ? null : index + 1,
    type: memberType,
    capabilities,
    resourceId,
    projectId,
    readOnly,
  }))
}
