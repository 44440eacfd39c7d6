import type { PooledResource } from '../../contract/pool/pool'
import type { ResourceSummary } from '../../contract/resources/resource'
import type { Pool } from '../pool'
import type { Resources } from '../resources'
import { isCallable } from './choose-resource'

/** Types that change nothing, whatever they are asked: databases are read-only by their connection. */
const readOnlyTypes: ReadonlySet<ResourceSummary['type']> = new Set(['database', 'text2sql', 'knowledge_base'])

/** What a person chose of resources in the pool. */
export interface ChosenInPool {
  of(resourceId: string): PooledResource | undefined
  /** Calls the listener when it may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

export interface PoolMembership {
  close(): void
  /** Takes all of the resources out of the pool, which goes on without them. */
  leave(): void
}

/**
 * Keeps the pool's members in step with the registry and with what a person chose: a resource that can be used has its
 * slots, one that does not answer now is blocked until it does, one that vanished or was switched off leaves.
 */
export function keepPoolInStep(
  resources: Pick<Resources, 'subscribeAvailable'>,
  pool: Pick<Pool, 'addResource' | 'removeResource' | 'blockResource' | 'healResource'>,
  chosen: ChosenInPool,
): PoolMembership {
  const blockedNow = new Set<string>()
  /** Those that are in the pool, with what was chosen of them then. */
  const present = new Map<string, { readonly resource: ResourceSummary; readonly as: PooledResource | undefined }>()
  const add = (resource: ResourceSummary): void => {
    if (!isCallable({ resource })) return
    const { resourceId, type, name, capabilities, origin } = resource
    const as = chosen.of(resourceId)
    present.set(resourceId, { resource, as })
    pool.addResource({
      resourceId,
      type,
      name,
      capabilities,
      readOnly: readOnlyTypes.has(type) || origin.kind === 'builtIn',
      parallelism: as?.slots ?? null,
      levels: as?.levels ?? {},
    })
  }
  const stopFollowing = chosen.subscribe(() => {
    for (const { resource, as } of [...present.values()]) {
      if (JSON.stringify(chosen.of(resource.resourceId)) !== JSON.stringify(as)) add(resource)
    }
  })
  const stop = resources.subscribeAvailable(({ available, blocked, gone }) => {
    for (const resource of available) {
      add(resource)
      if (blockedNow.delete(resource.resourceId)) pool.healResource(resource.resourceId)
    }
    for (const { resourceId, error } of blocked) {
      blockedNow.add(resourceId)
      pool.blockResource(resourceId, error)
    }
    for (const resourceId of gone) {
      blockedNow.delete(resourceId)
      present.delete(resourceId)
      pool.removeResource(resourceId)
    }
  })
  return {
    close() {
      stop()
      stopFollowing()
    },
    leave() {
      stop()
      stopFollowing()
      for (const resourceId of present.keys()) pool.removeResource(resourceId)
      present.clear()
    },
  }
}
