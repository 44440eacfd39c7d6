import type { MemberType } from '../../contract/pool'
import type { ResourceType } from '../../contract/resource'
import type { ResearchOptions } from '../research'
import type { Resources } from '../resources'

/** The types of resources that become members of a type (docs/pool.md). */
const typesOf: Partial<Record<MemberType, readonly ResourceType[]>> = {
  database: ['database', 'text2sql'],
  api: ['api'],
  tool: ['tool', 'mcp_server', 'knowledge_base'],
}

/** Has the matcher choose which resource of a needed kind a step works with. A part stands for the whole it is of. */
export function createChooseResource(
  resources: Pick<Resources, 'match'>,
): NonNullable<ResearchOptions['chooseResource']> {
  return async (query, { type }, { sessionId, signal }) => {
    const types = typesOf[type]
    if (types === undefined) return null
    const { matches } = await resources.match(query.slice(0, 4000), { maxResources: 1, types, sessionId, signal })
    const [best] = matches
    return best === undefined ? null : (best.resource.parentId ?? best.resource.resourceId)
  }
}
