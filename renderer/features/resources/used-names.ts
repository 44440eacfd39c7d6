import type { MatchHistoryEntry } from '../../../contract/resource'
import { quarry, toShape, useCall } from '../../bridge'

/** So many names are asked for; beyond it a resource goes by its id. */
const mostAsked = 50

/** The used resources whose names their entries do not tell, as a use that came of no match has nothing that was offered. */
export function unnamedUses(entries: readonly MatchHistoryEntry[]): string[] {
  const used = entries.flatMap(({ selected, matched }) =>
    selected === null || matched.some(({ resourceId }) => resourceId === selected) ? [] : [selected],
  )
  return [...new Set(used)].slice(0, mostAsked)
}

/** Names of the used resources by their ids; null for one that is no longer there, nothing while they are asked for. */
export function useUsedNames(entries: readonly MatchHistoryEntry[]): ReadonlyMap<string, string | null> {
  const ids = unnamedUses(entries)
  const names = useCall(ids.length > 0 ? ids.join(' ') : null, async () =>
    Promise.all(
      ids.map(async (resourceId): Promise<[string, string | null]> => {
        try {
          return [resourceId, (await quarry.resourcesGet({ resourceId })).name]
        } catch (error) {
          if (toShape(error).code === 'resource.notFound') return [resourceId, null]
          throw error
        }
      }),
    ),
  )
  return new Map(names.value ?? [])
}
