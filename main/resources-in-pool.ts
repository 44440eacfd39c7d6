import type { ResourceSummary } from '../contract/resource'
import type { Pool } from './pool'
import type { Resources } from './resources'

/** Types that change nothing, whatever they are asked: databases are read-only by their connection. */
const readOnlyTypes: ReadonlySet<ResourceSummary['type']> = new Set(['database', 'text2sql', 'knowledge_base'])

/**
 * Keeps the pool's members in step with the registry: a resource that can be used has its slots, one that does not
 * answer now is blocked until it does, one that vanished or was switched off leaves.
 */
export function keepPoolInStep(
  resources: Pick<Resources, 'subscribeUsable'>,
  pool: Pick<Pool, 'addResource' | 'removeResource' | 'blockResource' | 'healResource'>,
): { close(): void } {
  const blockedNow = new Set<string>()
  const stop = resources.subscribeUsable(({ usable, blocked, gone }) => {
    for (const resource of usable) {
      pool.addResource({
        resourceId: resource.resourceId,
        type: resource.type,
        name: resource.name,
        capabilities: resource.capabilities,
        readOnly: readOnlyTypes.has(resource.type) || resource.origin.kind === 'builtIn',
        parallelism: null,
      })
      if (blockedNow.delete(resource.resourceId)) pool.healResource(resource.resourceId)
    }
    for (const { resourceId, reason } of blocked) {
      blockedNow.add(resourceId)
      pool.blockResource(resourceId, reason)
    }
    for (const resourceId of gone) {
      blockedNow.delete(resourceId)
      pool.removeResource(resourceId)
    }
  })
  return { close: stop }
}
