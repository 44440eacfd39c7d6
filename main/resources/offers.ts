import { QuarryError } from '../../contract/errors'
import type { ResourceDraft, ResourceMetadata } from '../../contract/resources/resource'
import { modelKeyName } from '../../contract/resources/resource-secrets'
import type { Secrets } from '../secrets'
import { wholesOf } from './discover'
import type { Discovery } from './discoverers/discoverer'

/** Offers remembered at most, the oldest forgotten first: a scan finds some dozens. */
const offersLimit = 2_000

/** What was offered and may be taken in by its id. Holds found secrets in memory only. */
export interface Offers {
  remember(discovery: Discovery): void
  /** The drafts of one whole resource and its parts, with its secrets. Throws `resource.notFound`. */
  take(resourceId: string): {
    readonly drafts: readonly ResourceDraft[]
    readonly secrets: Readonly<Record<string, string>>
  }
}

export function createOffers(): Offers {
  const byId = new Map<string, Discovery>()
  return {
    remember(discovery) {
      for (const { resourceId, parentId } of discovery.drafts) {
        if (parentId !== null) continue
        byId.delete(resourceId)
        byId.set(resourceId, discovery)
      }
      for (const id of byId.keys()) {
        if (byId.size <= offersLimit) break
        byId.delete(id)
      }
    },
    take(resourceId) {
      const discovery = byId.get(resourceId)
      if (discovery === undefined) {
        throw new QuarryError('resource.notFound', 'This offer has expired.', {
          remedy: 'lookThenChoose',
          context: { resourceId },
        })
      }
      const drafts = discovery.drafts.filter(
        (draft) => draft.resourceId === resourceId || draft.parentId === resourceId,
      )
      return { drafts, secrets: secretsOf(discovery, [resourceId]) }
    },
  }
}

/** Names of the secrets that a resource may have behind the secrets port. */
export function secretNamesOf(metadata: ResourceMetadata): readonly string[] {
  if (metadata.type === 'database') return ['password']
  if (metadata.type === 'mcp_server') return metadata.secretNames
  if (metadata.type === 'model') return [modelKeyName]
  return metadata.type === 'api' ? metadata.auth.map(({ name }) => name) : []
}

/** Keeps what secrets were found of some resources, or all, behind the secrets port. */
export async function keepSecrets(
  secrets: Secrets,
  discovery: Discovery,
  resourceIds: readonly string[] = wholesOf(discovery).map(({ resourceId }) => resourceId),
): Promise<void> {
  const found = secretsOf(discovery, resourceIds)
  for (const [key, value] of Object.entries(found)) await secrets.set(key, value)
}

/** A discovery's secrets by the key of the secrets port, `<resource id>/<name>`, for some of its whole resources. */
function secretsOf(discovery: Discovery, resourceIds: readonly string[]): Readonly<Record<string, string>> {
  const entries = Object.entries(discovery.secrets).flatMap(([name, value]) => {
    const owner = resourceIds.find((id) => name.startsWith(`${id}/`))
    if (owner !== undefined) return [[name, value] as const]
    // A key of another resource of the same discovery.
    if (discovery.drafts.some(({ resourceId }) => name.startsWith(`${resourceId}/`))) return []
    return resourceIds.map((id) => [`${id}/${name}`, value] as const)
  })
  return Object.fromEntries(entries)
}
