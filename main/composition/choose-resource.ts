import type { MemberType } from '../../contract/pool'
import type { ResourceSummary, ResourceType } from '../../contract/resource'
import type { ResearchOptions } from '../research'
import type { Resources } from '../resources'

/** The types of resources that become members of a type (docs/pool.md). */
const typesOf: Partial<Record<MemberType, readonly ResourceType[]>> = {
  database: ['database', 'text2sql'],
  api: ['api'],
  tool: ['tool', 'mcp_server', 'knowledge_base'],
}

/** A plugin with hooks alone has no tool that a step could call. */
export const isCallable = ({
  resource,
}: {
  readonly resource: Pick<ResourceSummary, 'flavour' | 'capabilities'>
}): boolean => resource.flavour !== 'plugin' || resource.capabilities.includes('tool_call')

/** Of matches, how many are looked at where the circuit of the best one is open. */
const alternatives = 5

/**
 * Has the matcher choose which resource of a needed kind a step works with. A part stands for the whole it is of. One whose
 * service is left alone is chosen only where nothing else fits.
 */
export function createChooseResource(
  resources: Pick<Resources, 'match'>,
  isLeftAlone: (resourceId: string) => boolean,
): NonNullable<ResearchOptions['chooseResource']> {
  return async (query, { type }, { sessionId, signal, among }) => {
    const types = typesOf[type]
    if (types === undefined) return null
    const wholes = async (maxResources: number): Promise<string[]> => {
      const { matches } = await resources.match(query.slice(0, 4000), { maxResources, types, sessionId, signal })
      const found = matches.filter(isCallable).map(({ resource }) => resource.parentId ?? resource.resourceId)
      return found.filter((resourceId) => among?.includes(resourceId) !== false)
    }
    const [best = null] = await wholes(1)
    if (best !== null && !isLeftAlone(best)) return best
    const others = await wholes(alternatives)
    return others.find((one) => !isLeftAlone(one)) ?? best ?? others[0] ?? null
  }
}
