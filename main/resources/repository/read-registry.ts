import type { ChannelInput, ChannelOutput } from '../../../contract/channels/channels'
import { QuarryError } from '../../../contract/errors'
import { type DescriptionFact, describedByQuarry } from '../../../contract/resources/description-facts'
import {
  type ResourceMetadata,
  type ResourceStatus,
  type ResourceSummary,
  type ResourceType,
  resourceStatus,
  resourceType,
  type UniversalResource,
} from '../../../contract/resources/resource'
import type { SqlExecutor, SqlValue } from '../../store'
import {
  effectiveStatus,
  type ResourceRow,
  registryTable,
  resourceColumns,
  resourceOfRow,
  type SummaryRow,
  summaryColumns,
  summaryOfRow,
} from './registry-rows'

/** The whole resource. Throws `resource.notFound`. */
export async function readResource(
  database: SqlExecutor,
  projectId: string,
  resourceId: string,
): Promise<UniversalResource> {
  const [row] = await database.query<ResourceRow>(
    `select ${resourceColumns} from ${registryTable} where r.project_id = $1 and r.resource_id = $2`,
    [projectId, resourceId],
    { prepared: true },
  )
  if (row === undefined) throw noSuchResource(resourceId)
  return resourceOfRow(row)
}

export function noSuchResource(resourceId: string): QuarryError {
  return new QuarryError('resource.notFound', 'This resource no longer exists.', {
    remedy: 'addResourceAgain',
    context: { resourceId },
  })
}

/** Summaries by id; what is not known is left out. */
export async function readSummaries(
  database: SqlExecutor,
  projectId: string,
  resourceIds: readonly string[],
): Promise<Map<string, ResourceSummary>> {
  const rows = await database.query<SummaryRow>(
    `select ${summaryColumns} from ${registryTable} where r.project_id = $1 and r.resource_id = any($2::text[])`,
    [projectId, [...resourceIds]],
  )
  return new Map(rows.map((row) => [row.resource_id, summaryOfRow(row)]))
}

/** What Quarry says of resources, by id; those that their makers describe are left out. */
export async function readDescribed(
  database: SqlExecutor,
  projectId: string,
  resourceIds: readonly string[],
): Promise<Map<string, DescriptionFact>> {
  const rows = await database.query<{ resource_id: string; name: string; metadata: ResourceMetadata }>(
    // The operations of an API are many, and nothing that is said of it needs them.
    `select resource_id, name,
       case when resource_type = 'api' and parent_id is null then metadata || '{"operations": []}' else metadata end as metadata
     from resource_registry where project_id = $1 and resource_id = any($2::text[])`,
    [projectId, [...resourceIds]],
  )
  return new Map(
    rows.flatMap((row) => {
      const facts = describedByQuarry(row)
      return facts === null ? [] : [[row.resource_id, facts.description] as const]
    }),
  )
}

/** Whether a person has resources switched on, by id; what is not known is left out. */
export async function readActive(
  database: SqlExecutor,
  projectId: string,
  resourceIds: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await database.query<{ resource_id: string; is_active: boolean }>(
    'select resource_id, is_active from resource_registry where project_id = $1 and resource_id = any($2::text[])',
    [projectId, [...resourceIds]],
  )
  return new Map(rows.map((row) => [row.resource_id, row.is_active]))
}

/** Summaries of resources and of their parts. */
export async function readFamilies(
  database: SqlExecutor,
  projectId: string,
  resourceIds: readonly string[],
): Promise<ResourceSummary[]> {
  const rows = await database.query<SummaryRow>(
    `select ${summaryColumns} from ${registryTable}
     where r.project_id = $1 and (r.resource_id = any($2::text[]) or r.parent_id = any($2::text[]))`,
    [projectId, [...resourceIds]],
  )
  return rows.map(summaryOfRow)
}

/** What the operations of an API name of security schemes, of those that are there. */
export async function readPartAuth(
  database: SqlExecutor,
  projectId: string,
  wholeId: string,
): Promise<{ readonly resource_id: string; readonly auth: readonly string[] }[]> {
  return database.query(
    `select resource_id, metadata #> '{operations,0,auth}' as auth from resource_registry
     where project_id = $1 and parent_id = $2 and status in ('ready', 'needsSecret')`,
    [projectId, wholeId],
  )
}

/** One page of the registry, by name, with the counts by type under the same filter. */
export async function listResources(
  database: SqlExecutor,
  projectId: string,
  { type, status, text, parentId, offset, limit }: ChannelInput<'resources.list'>,
): Promise<ChannelOutput<'resources.list'>> {
  const parameters: SqlValue[] = [projectId]
  const bind = (value: SqlValue): string => `$${parameters.push(value)}`
  const conditions = ['']
  if (status !== undefined) conditions.push(`${effectiveStatus} = ${bind(status)}`)
  if (parentId === null) conditions.push('r.parent_id is null')
  else if (parentId !== undefined) conditions.push(`r.parent_id = ${bind(parentId)}`)
  if (text !== undefined && text.trim() !== '') {
    const asked = bind(text.trim().toLowerCase())
    conditions.push(`position(${asked} in lower(r.name || ' ' || r.description)) > 0`)
  }
  const where = conditions.join(' and ')
  const counts = await database.query<{ type: ResourceType; count: number }>(
    `select r.resource_type as type, count(*) as count from ${registryTable}
     where r.project_id = $1 ${where} group by 1`,
    parameters,
  )
  const byType = zeros(resourceType.options)
  for (const row of counts) byType[row.type] = row.count
  const ofType = type === undefined ? '' : `and r.resource_type = ${bind(type)}`
  const page = `limit ${bind(limit)} offset ${bind(offset)}`
  const rows = await database.query<SummaryRow>(
    `select ${summaryColumns} from ${registryTable} where r.project_id = $1 ${where} ${ofType}
     order by lower(r.name), r.resource_id ${page}`,
    parameters,
  )
  const total = type === undefined ? Object.values(byType).reduce((sum, count) => sum + count, 0) : byType[type]
  return { resources: rows.map(summaryOfRow), total, byType }
}

/** Counts over the whole registry, by type and by status as everybody sees it. */
export async function countResources(
  database: SqlExecutor,
  projectId: string,
): Promise<{ total: number; byType: Record<ResourceType, number>; byStatus: Record<ResourceStatus, number> }> {
  const rows = await database.query<{ type: ResourceType; status: ResourceStatus; count: number }>(
    `select r.resource_type as type, ${effectiveStatus} as status, count(*) as count
     from ${registryTable} where r.project_id = $1 group by 1, 2`,
    [projectId],
  )
  const byType = zeros(resourceType.options)
  const byStatus = zeros(resourceStatus.options)
  let total = 0
  for (const row of rows) {
    byType[row.type] += row.count
    byStatus[row.status] += row.count
    total += row.count
  }
  return { total, byType, byStatus }
}

function zeros<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>
}
