import { resourceTypesOf } from '../../contract/pool/pool'
import type { ResourceSummary } from '../../contract/resources/resource'
import type { Resources } from '../resources'

/** Databases among which the likeliest are looked for, and matches that are looked at: a database and its questions are two. */
const mostListed = 500
const mostMatched = 50

/**
 * The databases that a question is held against: all that are ready, and where they are too many those that the matcher
 * finds likeliest. Those whose service is left alone are left out.
 */
export function createLikeliestDatabases(
  resources: Pick<Resources, 'list' | 'match'>,
  isLeftAlone: (resourceId: string) => boolean,
) {
  return async (question: string, most: number, signal: AbortSignal): Promise<readonly ResourceSummary[]> => {
    const filter = { type: 'database', status: 'ready', parentId: null, offset: 0, limit: mostListed } as const
    const ready = (await resources.list(filter)).resources.filter(({ resourceId }) => !isLeftAlone(resourceId))
    const asked = question.trim().slice(0, 4000)
    if (ready.length <= most || asked === '') return ready.slice(0, most)
    const types = resourceTypesOf.database
    const { matches } = await resources.match(asked, { maxResources: mostMatched, types, keep: false, signal })
    const ranks = new Map<string, number>()
    for (const [rank, { resource }] of matches.entries()) {
      const whole = resource.parentId ?? resource.resourceId
      if (!ranks.has(whole)) ranks.set(whole, rank)
    }
    const rankOf = ({ resourceId }: ResourceSummary): number => ranks.get(resourceId) ?? mostMatched
    return ready.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, most)
  }
}
