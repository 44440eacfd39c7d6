import { resourceTypesOf } from '../../contract/pool/pool'
import type { ResourceSummary } from '../../contract/resources/resource'
import type { ResourceMatch } from '../../contract/resources/resource-match'
import type { ChoiceReason } from '../../contract/session/resource-choice'
import type { ResearchOptions } from '../research'
import type { Resources } from '../resources'

/** A plugin with hooks alone has no tool that a step could call. */
export const isCallable = ({
  resource,
}: {
  readonly resource: Pick<ResourceSummary, 'flavour' | 'capabilities'>
}): boolean => resource.flavour !== 'plugin' || resource.capabilities.includes('tool_call')

/** Of matches, how many are looked at where the circuit of the best one is open. */
const alternatives = 5
/** Under a scope: what it names may match worse than much else. */
const scoped = 200

const wholeOf = ({ resource }: ResourceMatch): string => resource.parentId ?? resource.resourceId

/**
 * Has the matcher choose which resource of a needed kind a step works with, and tells how surely and why. A part stands for
 * the whole it is of. One whose service is left alone is chosen only where nothing else fits.
 */
export function createChooseResource(
  resources: Pick<Resources, 'match' | 'get' | 'list'>,
  isLeftAlone: (resourceId: string) => boolean,
): NonNullable<ResearchOptions['chooseResource']> {
  return async (query, { type }, { sessionId, signal, among }) => {
    const types = resourceTypesOf[type]
    if (types === undefined) return null
    const matched = async (maxResources: number): Promise<ResourceMatch[]> => {
      const options = { maxResources: among === undefined ? maxResources : scoped, types, sessionId, signal }
      const { matches } = await resources.match(query.slice(0, 4000), options)
      return matches.filter((one) => isCallable(one) && among?.includes(wholeOf(one)) !== false)
    }
    const isUsable = (one: ResourceMatch): boolean => !isLeftAlone(wholeOf(one))
    const [best] = await matched(1)
    const others = best !== undefined && isUsable(best) ? [best] : await matched(alternatives)
    const chosen = others.find(isUsable) ?? best ?? others[0]
    if (chosen === undefined) return null
    const resourceId = wholeOf(chosen)
    const { name } = resourceId === chosen.resource.resourceId ? chosen.resource : await resources.get(resourceId)
    const filter = { status: 'ready', parentId: null, offset: 0, limit: 1 } as const
    const pages = await Promise.all(types.map((one) => resources.list({ ...filter, type: one })))
    const isOnly = pages.reduce((sum, { total }) => sum + total, 0) === 1
    const only: ChoiceReason[] = isOnly ? [{ kind: 'onlyOne', values: { type } }] : []
    const reasons: ChoiceReason[] = [...only, { kind: 'matchedStep', values: { reasons: chosen.reasons } }]
    return { resourceId, choice: { name, sureness: chosen.confidence, reasons } }
  }
}
