import type { ResourceSummary } from '../../contract/resource'
import type { Pool } from '../pool'
import type { Resources } from '../resources'

/** Types that change nothing, whatever they are asked: databases are read-only by their connection. */
const readOnlyTypes: ReadonlySet<ResourceSummary['type']> = new Set(['database', 'text2sql', 'knowledge_base'])

export interface PoolMembership {
  close(): void
  /** Takes all of the resources out of the pool, which goes on without them. */
  leave(): void
}

/**
 * Keeps the pool's members in step with the registry: a resource that can be used has its slots, one that does not
 * answer now is blocked until it does, one that vanished or was switched off leaves.
 */
export function keepPoolInStep(
  resources: Pick<Resources, 'subscribeAvailable' | 'get'>,
  pool: Pick<Pool, 'addResource' | 'removeResource' | 'blockResource' | 'healResource'>,
  onError: (error: unknown) => void,
): PoolMembership {
  const blockedNow = new Set<string>()
  const models = new Set<string>()
  const joined = new Set<string>()
  /** What a model server answers at once stands in its metadata, which a summary does not carry. */
  const sizeBy = async ({ resourceId, type, name, capabilities }: ResourceSummary): Promise<void> => {
    const { metadata } = await resources.get(resourceId)
    if (metadata.type !== 'model' || !models.has(resourceId)) return
    pool.addResource({ resourceId, type, name, capabilities, readOnly: true, parallelism: metadata.parallelism })
  }
  const stop = resources.subscribeAvailable(({ available, blocked, gone }) => {
    for (const resource of available) {
      joined.add(resource.resourceId)
      if (resource.type === 'model') {
        models.add(resource.resourceId)
        sizeBy(resource).catch(onError)
        continue
      }
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
    for (const { resourceId, error } of blocked) {
      blockedNow.add(resourceId)
      pool.blockResource(resourceId, error)
    }
    for (const resourceId of gone) {
      blockedNow.delete(resourceId)
      models.delete(resourceId)
      joined.delete(resourceId)
      pool.removeResource(resourceId)
    }
  })
  return {
    close: stop,
    leave() {
      stop()
      for (const resourceId of joined) pool.removeResource(resourceId)
      joined.clear()
    },
  }
}
