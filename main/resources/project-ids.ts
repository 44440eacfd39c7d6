import { createHash } from 'node:crypto'
import type { ResourceDraft } from '../../contract/resources/resource'
import type { Secrets } from '../secrets'
import type { Discoverer, Discovery } from './discoverers/discoverer'
import { hashLength } from './resource-id'
import type { Scanner } from './resources'

/**
 * Discoverers know places, and name resources by them. A resource belongs to a project: the same place taken into two
 * projects is two resources, each with its own status, secrets and history.
 */
export interface ProjectIds {
  /** The id of what lies at a place in this project. */
  idOf(placeId: string): string
  draft(draft: ResourceDraft): ResourceDraft
  discoverer(discoverer: Discoverer): Discoverer
  scanner(scanner: Scanner): Scanner
}

/** The project that every library begins with; its resources are named by their places alone. */
const firstProjectId = 'default'

export function createProjectIds(projectId: string): ProjectIds {
  function idOf(placeId: string): string {
    if (projectId === firstProjectId) return placeId
    const type = placeId.slice(0, placeId.indexOf(':'))
    const hash = createHash('sha256')
      .update(JSON.stringify([projectId, placeId]))
      .digest('hex')
    return `${type}:${hash.slice(0, hashLength)}`
  }

  /** `<resource id>/<name>`; a name alone belongs to all that is discovered with it. */
  function secretKey(key: string): string {
    const slash = key.indexOf('/')
    return slash === -1 ? key : idOf(key.slice(0, slash)) + key.slice(slash)
  }

  const draft = (one: ResourceDraft): ResourceDraft => ({
    ...one,
    resourceId: idOf(one.resourceId),
    parentId: one.parentId === null ? null : idOf(one.parentId),
    metadata:
      one.metadata.type === 'text2sql' ? { ...one.metadata, databaseId: idOf(one.metadata.databaseId) } : one.metadata,
  })

  const discovery = (found: Discovery): Discovery => ({
    ...found,
    drafts: found.drafts.map(draft),
    secrets: Object.fromEntries(Object.entries(found.secrets).map(([key, value]) => [secretKey(key), value])),
  })

  /** The project's secrets under the keys that discoverers make. */
  const byPlace = (secrets: Secrets): Secrets => ({
    get: (key) => secrets.get(secretKey(key)),
    set: (key, value) => secrets.set(secretKey(key), value),
    remove: (key) => secrets.remove(secretKey(key)),
  })

  return {
    idOf,
    draft,
    discoverer: (one) => ({
      name: one.name,
      recognises: (target) => one.recognises(target),
      async discover(target, { signal, secrets }) {
        const found = await one.discover(target, { signal, secrets: byPlace(secrets) })
        return found === null ? null : discovery(found)
      },
    }),
    scanner: (one) => ({
      async scan({ signal, secrets }) {
        const { found, ...rest } = await one.scan({ signal, secrets: byPlace(secrets) })
        return { ...rest, found: found.map(discovery) }
      },
    }),
  }
}
