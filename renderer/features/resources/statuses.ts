import { type ResourceStatus, type ResourcesSummary, resourceStatus } from '../../../contract/resource'

/**
 * The statuses that a list can be narrowed to: those that some resource has, and the one that it is narrowed to now.
 * None where all are alike, as there is nothing to tell apart then.
 */
export function offeredStatuses(
  byStatus: ResourcesSummary['byStatus'],
  chosen: ResourceStatus | null,
): readonly ResourceStatus[] {
  const found = resourceStatus.options.filter((status) => byStatus[status] > 0 || status === chosen)
  return found.length > 1 || chosen !== null ? found : []
}
