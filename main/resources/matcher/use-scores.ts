import type { ResourceType } from '../../../contract/resource'
import type { MatchableResource } from './matchable'

/** Uses that make half of the preference that use can give. */
const usesOfHalfPreference = 10
/** Uses that a success rate is believed as much as the even odds it starts from. */
const usesOfHalfBelief = 4
/** A mean response time that halves what speed gives. */
const halvingMs = 5_000
const successShare = 0.75

/** Preference by use so far, 0..1, growing ever more slowly. */
export function usageScore({ usageCount }: Pick<MatchableResource, 'usageCount'>): number {
  return usageCount / (usageCount + usesOfHalfPreference)
}

/** Success and speed so far, 0..1; 0.5 of what was never used: neither held against it nor for it. */
export function performanceScore(
  resource: Pick<MatchableResource, 'usageCount' | 'successRate' | 'avgResponseTimeMs'>,
): number {
  const { usageCount, successRate, avgResponseTimeMs } = resource
  const belief = usageCount / (usageCount + usesOfHalfBelief)
  const success = successRate === null ? 0.5 : 0.5 + (successRate - 0.5) * belief
  const speed = avgResponseTimeMs === null ? 0.5 : 1 / (1 + avgResponseTimeMs / halvingMs)
  return successShare * success + (1 - successShare) * speed
}

/** What is known of the one who asks. */
export interface MatchContext {
  /** Resources that the session used, the last first. */
  readonly recentResourceIds?: readonly string[]
  /** Types that are wanted before others. */
  readonly preferredTypes?: readonly ResourceType[]
}

/** How well a resource fits the one who asks, 0..1: used lately, the later the more, or of a wanted type. */
export function contextScore(
  resource: Pick<MatchableResource, 'resourceId' | 'type'>,
  { recentResourceIds = [], preferredTypes = [] }: MatchContext,
): number {
  const place = recentResourceIds.indexOf(resource.resourceId)
  const recency = place < 0 ? 0 : 1 / (1 + place / 4)
  return Math.max(recency, preferredTypes.includes(resource.type) ? 1 : 0)
}
