import type { ErrorShape } from '../../../contract/error-shape'
import type {
  ResourceMetadata,
  ResourceOrigin,
  ResourceStatus,
  ResourceSummary,
  ResourceType,
  UniversalResource,
} from '../../../contract/resources/resource'

/** A row as `summaryColumns` selects it. */
export interface SummaryRow {
  readonly resource_id: string
  readonly resource_type: ResourceType
  readonly parent_id: string | null
  readonly name: string
  readonly description: string
  readonly capabilities: string[]
  readonly usage_info: string
  readonly flavour: string
  readonly parts: number | null
  readonly origin: ResourceOrigin
  readonly status: Exclude<ResourceStatus, 'disabled'>
  readonly error: ErrorShape | null
  readonly vector_error: ErrorShape | null
  readonly is_active: boolean
  readonly parent_active: boolean | null
  readonly usage_count: number
  readonly success_rate: number | null
  readonly avg_response_time: number | null
  readonly created_at: string
  readonly updated_at: string
  readonly last_vectorized_at: string | null
}

/** All of a resource `r` but its metadata; `from` is to be `registryTable`. */
export const summaryColumns = `r.resource_id, r.resource_type, r.parent_id, r.name, r.description, r.capabilities,
  r.usage_info, r.flavour, r.parts, r.origin, r.status, r.error, r.vector_error, r.is_active,
  p.is_active as parent_active, r.usage_count, r.success_rate, r.avg_response_time, r.created_at, r.updated_at,
  r.last_vectorized_at`
export const registryTable = `resource_registry r left join resource_registry p on p.resource_id = r.parent_id`

/** The status of a row as everybody sees it: a part of what is switched off is off. */
export const effectiveStatus = `case when r.is_active and coalesce(p.is_active, true) then r.status else 'disabled' end`

export function summaryOfRow(row: SummaryRow): ResourceSummary {
  const active = row.is_active && (row.parent_active ?? true)
  return {
    resourceId: row.resource_id,
    type: row.resource_type,
    parentId: row.parent_id,
    name: row.name,
    description: row.description,
    capabilities: row.capabilities,
    usageInfo: row.usage_info,
    origin: row.origin,
    status: active ? row.status : 'disabled',
    // What keeps it from working counts more than that it is found by its words only.
    error: row.error ?? row.vector_error,
    isActive: row.is_active,
    usageCount: row.usage_count,
    successRate: row.success_rate,
    avgResponseTimeMs: row.avg_response_time,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastVectorizedAt: row.last_vectorized_at,
    parts: row.parts,
    flavour: row.flavour,
  }
}

/** A row with all of a resource. */
export interface ResourceRow extends SummaryRow {
  readonly metadata: ResourceMetadata
  readonly looked_at: string
}

/** What `resourceOfRow` needs; `from` is to be `registryTable`. */
export const resourceColumns = `${summaryColumns}, r.metadata, coalesce(p.last_looked_at, r.last_looked_at) as looked_at`

export function resourceOfRow(row: ResourceRow): UniversalResource {
  const { parts: _parts, flavour: _flavour, ...resource } = summaryOfRow(row)
  return { ...resource, metadata: row.metadata, lastLookedAt: row.looked_at }
}
