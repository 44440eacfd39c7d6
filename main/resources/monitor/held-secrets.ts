import type { ResourceMetadata } from '../../../contract/resources/resource'
import type { Secrets } from '../../secrets'
import type { Database } from '../../store'
import { secretNamesOf } from '../offers'
import type { Registry } from '../registry'
import { readPartAuth, readResource } from '../repository/read-registry'
import type { OriginRow } from '../repository/registry-updates'

export interface HeldSecrets {
  /**
   * Whether the status of one may be wrong by now: what only a run before this one knew is gone, as without a keyring secrets
   * live as long as the process, or a variable has what was missing. Asked once a run, as an API may be ready by those of its
   * operations that need no key.
   */
  haveChanged(rows: readonly OriginRow[]): Promise<boolean>
  /** What was pasted cannot be read again: whether its secrets are here by now is all that there is to look at. */
  settle(row: OriginRow): Promise<void>
}

/** Which secrets of resources are here, and what that makes of their status. */
export function createHeldSecrets({
  database,
  projectId,
  secrets,
  registry,
}: {
  readonly database: Database
  readonly projectId: string
  readonly secrets: Secrets
  readonly registry: Registry
}): HeldSecrets {
  /** Of this run: what waits for no file may have lost what only the last run knew. */
  const asked = new Set<string>()

  async function heldSecrets(id: string, metadata: ResourceMetadata): Promise<ReadonlySet<string>> {
    const held = new Set<string>()
    for (const name of secretNamesOf(metadata)) if ((await secrets.get(`${id}/${name}`)) !== null) held.add(name)
    return held
  }

  async function hasChanged({ resource_id: id, resource_type: type, status }: OriginRow): Promise<boolean> {
    if ((status !== 'ready' && status !== 'needsSecret') || (type !== 'mcp_server' && type !== 'api')) return false
    if (asked.has(id)) return false
    asked.add(id)
    const { metadata } = await readResource(database, projectId, id)
    const { size } = await heldSecrets(id, metadata)
    return status === 'ready' ? size < secretNamesOf(metadata).length : size > 0
  }

  async function settle({ resource_id: id, status }: OriginRow): Promise<void> {
    if (status !== 'ready' && status !== 'needsSecret') return
    const { metadata } = await readResource(database, projectId, id)
    const held = await heldSecrets(id, metadata)
    if (metadata.type === 'api') return settleApi(id, held)
    const isComplete = secretNamesOf(metadata).every((name) => held.has(name))
    await registry.setStatus([id], isComplete ? 'ready' : 'needsSecret', null)
  }

  /** Each operation is called with what there is of the keys that it names; the API is ready where one can be called. */
  async function settleApi(id: string, held: ReadonlySet<string>): Promise<void> {
    const parts = await readPartAuth(database, projectId, id)
    const open = parts.filter(({ auth }) => auth.length === 0 || auth.some((name) => held.has(name)))
    const closed = parts.filter((part) => !open.includes(part))
    const whole = parts.length > 0 && open.length === 0 ? 'needsSecret' : 'ready'
    const idsOf = (some: typeof parts): string[] => some.map(({ resource_id }) => resource_id)
    await registry.setStatus(idsOf(open), 'ready', null, 'alone')
    await registry.setStatus(idsOf(closed), 'needsSecret', null, 'alone')
    await registry.setStatus([id], whole, null, 'alone')
  }

  return {
    async haveChanged(rows) {
      // All are asked, so that none is asked again.
      let changed = false
      for (const row of rows) if (await hasChanged(row)) changed = true
      return changed
    },
    settle,
  }
}
