import { isDeepStrictEqual } from 'node:util'
import type { ErrorShape } from '../../contract/error-shape'
import type { ResourceSummary } from '../../contract/resources/resource'
import type { SqlExecutor } from '../store'
import { registryTable, type SummaryRow, summaryColumns, summaryOfRow } from './repository/registry-rows'
import type { AvailabilityChange } from './resources'

/** Which resources can be used right now, told to the pool as it changes. */
export interface AvailableResources {
  /** Reads what is available at the start. */
  load(database: SqlExecutor, projectId: string): Promise<void>
  changed(resources: readonly ResourceSummary[]): void
  removed(resourceIds: readonly string[]): void
  subscribe(listener: (change: AvailabilityChange) => void): () => void
}

/** Whether the pool would know them as the same: what they are called, and what they can do. */
const isSameMember = (before: ResourceSummary, after: ResourceSummary): boolean =>
  before.name === after.name && before.capabilities.join('\n') === after.capabilities.join('\n')

export function createAvailableResources(): AvailableResources {
  const available = new Map<string, ResourceSummary>()
  const blocked = new Map<string, ErrorShape | null>()
  const listeners = new Set<(change: AvailabilityChange) => void>()

  function tell(change: AvailabilityChange): void {
    if (change.available.length + change.blocked.length + change.gone.length === 0) return
    for (const listener of listeners) listener(change)
  }

  function changed(resources: readonly ResourceSummary[]): void {
    const came: ResourceSummary[] = []
    const stopped: AvailabilityChange['blocked'][number][] = []
    const gone: string[] = []
    for (const resource of resources) {
      const { resourceId, status } = resource
      // An operation is used through its whole; the questions on a database have a type of their own.
      if (resource.parentId !== null && resource.type !== 'text2sql') continue
      if (status === 'ready') {
        const before = available.get(resourceId)
        const healed = blocked.delete(resourceId)
        available.set(resourceId, resource)
        if (healed || before === undefined || !isSameMember(before, resource)) came.push(resource)
      } else if (status === 'unavailable' && available.has(resourceId)) {
        const { error } = resource
        if (!isDeepStrictEqual(blocked.get(resourceId), error)) stopped.push({ resourceId, error })
        blocked.set(resourceId, error)
      } else {
        blocked.delete(resourceId)
        if (available.delete(resourceId)) gone.push(resourceId)
      }
    }
    tell({ available: came, blocked: stopped, gone })
  }

  return {
    async load(database, projectId) {
      const rows = await database.query<SummaryRow>(
        `select ${summaryColumns} from ${registryTable}
         where r.project_id = $1 and (r.parent_id is null or r.resource_type = 'text2sql')`,
        [projectId],
      )
      changed(rows.map(summaryOfRow))
    },
    changed,
    removed(resourceIds) {
      for (const id of resourceIds) blocked.delete(id)
      tell({ available: [], blocked: [], gone: resourceIds.filter((id) => available.delete(id)) })
    },
    subscribe(listener) {
      listeners.add(listener)
      if (available.size > 0) {
        const stillBlocked = [...blocked].map(([resourceId, error]) => ({ resourceId, error }))
        listener({ available: [...available.values()], blocked: stillBlocked, gone: [] })
      }
      return () => listeners.delete(listener)
    },
  }
}
