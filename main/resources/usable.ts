import type { ResourceSummary } from '../../contract/resource'
import type { SqlExecutor } from '../store'
import { registryTable, type SummaryRow, summaryColumns, summaryOfRow } from './repository/registry-rows'
import type { UsableListener } from './resources'

/** Which whole resources can be used right now, told to the pool as it changes. */
export interface UsableResources {
  /** Reads what is usable at the start. */
  load(database: SqlExecutor, projectId: string): Promise<void>
  changed(resources: readonly ResourceSummary[]): void
  removed(resourceIds: readonly string[]): void
  subscribe(listener: UsableListener): () => void
}

export function createUsableResources(): UsableResources {
  const usable = new Map<string, ResourceSummary>()
  const listeners = new Set<UsableListener>()

  function tell(change: Parameters<UsableListener>[0]): void {
    if (change.usable.length + change.gone.length === 0) return
    for (const listener of listeners) listener(change)
  }

  function changed(resources: readonly ResourceSummary[]): void {
    const came: ResourceSummary[] = []
    const gone: string[] = []
    for (const resource of resources) {
      // An operation or the questions of a database are used through the whole; questions have a type of their own.
      if (resource.parentId !== null && resource.type !== 'text2sql') continue
      const before = usable.get(resource.resourceId)
      if (resource.status === 'ready') {
        usable.set(resource.resourceId, resource)
        if (before === undefined || before.name !== resource.name) came.push(resource)
      } else if (usable.delete(resource.resourceId)) gone.push(resource.resourceId)
    }
    tell({ usable: came, gone })
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
      tell({ usable: [], gone: resourceIds.filter((id) => usable.delete(id)) })
    },
    subscribe(listener) {
      listeners.add(listener)
      if (usable.size > 0) listener({ usable: [...usable.values()], gone: [] })
      return () => listeners.delete(listener)
    },
  }
}
