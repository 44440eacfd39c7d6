import type { ErrorShape } from '../../../contract/error-shape'
import type { ResourceOrigin, ResourceStatus, ResourceType } from '../../../contract/resources/resource'
import { asJson, type Database, noteRemoval, type SqlExecutor } from '../../store'

/** What the monitor needs to know of a whole resource. */
export interface OriginRow {
  readonly resource_id: string
  readonly resource_type: ResourceType
  readonly origin: ResourceOrigin
  /** Path or address to look at again; null where there is none: of what was pasted whole, and of Quarry's own. */
  readonly place: string | null
  readonly origin_stamp: string | null
  readonly status: ResourceStatus
  readonly error_code: string | null
  readonly unended_looks: number
}

/** Which whole resources; all where nothing is said. */
export interface OriginFilter {
  readonly resourceIds?: readonly string[]
  readonly places?: readonly string[]
  readonly kind?: ResourceOrigin['kind']
}

// The address of a database's server holds no password, so that it may stand where everybody reads it.
const place = `coalesce(origin->>'path',
  case when origin->>'kind' = 'connection' and resource_type = 'database' then metadata->>'location' end)`

export async function readOrigins(
  database: SqlExecutor,
  projectId: string,
  { resourceIds, places, kind }: OriginFilter = {},
): Promise<OriginRow[]> {
  return database.query<OriginRow>(
    `select resource_id, resource_type, origin, origin_stamp, status, error->>'code' as error_code, unended_looks, ${place} as place
     from resource_registry
     where project_id = $1 and parent_id is null and ($2::text[] is null or resource_id = any($2::text[]))
       and ($3::text[] is null or ${place} = any($3::text[])) and ($4::text is null or origin->>'kind' = $4)
     order by resource_id`,
    [projectId, resourceIds ? [...resourceIds] : null, places ? [...places] : null, kind ?? null],
  )
}

/** Sets status and error of resources, and of their parts with them unless alone. Answers those that changed. */
export async function setStatus(
  database: SqlExecutor,
  projectId: string,
  resourceIds: readonly string[],
  status: Exclude<ResourceStatus, 'disabled'>,
  error: ErrorShape | null,
  reach: 'withParts' | 'alone' = 'withParts',
): Promise<string[]> {
  const rows = await database.query<{ resource_id: string }>(
    `update resource_registry set status = $3, error = $4::jsonb, updated_at = now()
     where project_id = $1 and (resource_id = any($2::text[]) or ($5 and parent_id = any($2::text[])))
       and (status, error) is distinct from ($3, $4::jsonb) returning resource_id`,
    [projectId, [...resourceIds], status, error === null ? null : asJson(error), reach === 'withParts'],
  )
  return rows.map((row) => row.resource_id)
}

/** Counts a look that begins, before it does; one that has ended, however it did, leaves none. */
export async function countUnendedLook(
  database: SqlExecutor,
  projectId: string,
  resourceIds: readonly string[],
  how: 'begins' | 'ended',
): Promise<void> {
  await database.query(
    `update resource_registry set unended_looks = ${how === 'begins' ? 'unended_looks + 1' : '0'}
     where project_id = $1 and resource_id = any($2::text[])`,
    [projectId, [...resourceIds]],
  )
}

/** Notes what the file of whole resources was when the look at it failed for good. */
export async function noteFailedStamp(
  database: SqlExecutor,
  projectId: string,
  resourceIds: readonly string[],
  stamp: string,
): Promise<void> {
  await database.query(
    'update resource_registry set origin_stamp = $3 where project_id = $1 and resource_id = any($2::text[])',
    [projectId, [...resourceIds], stamp],
  )
}

/** Notes that what whole resources were made from was looked at. */
export async function noteLook(
  database: SqlExecutor,
  projectId: string,
  resourceIds: readonly string[],
): Promise<void> {
  await database.query(
    'update resource_registry set last_looked_at = now() where project_id = $1 and resource_id = any($2::text[])',
    [projectId, [...resourceIds]],
  )
}

/**
 * Files that came into the library's folders since these were last looked at, and are no resource. Those of a folder's first
 * walk and the minute after are not among them: the drop sheet showed them, and a person chose.
 */
export async function readNewFiles(database: SqlExecutor, projectId: string): Promise<string[]> {
  const rows = await database.query<{ path: string }>(
    `select s.path from sources s
     join roots r on r.project_id = s.project_id and r.path = s.root and r.kind = 'folder'
     join resource_registry b on b.project_id = s.project_id and b.origin->>'kind' = 'library' and b.origin->>'path' = r.path
     where s.project_id = $1 and s.path is not null and s.state <> 'missing'
       -- What was added while the last look ended may not have been seen by it.
       and s.added_at > greatest(b.last_looked_at - interval '10 seconds', r.added_at + interval '1 minute')
       and not exists (select from resource_registry o where o.project_id = $1 and o.origin->>'path' = s.path)
     order by s.added_at, s.path`,
    [projectId],
  )
  return rows.map(({ path }) => path)
}

/**
 * Switches a resource on or off. A plugin goes on only with the hash that it has.
 * @param approved the hash of a plugin that a person approved
 */
export async function setActive(
  database: SqlExecutor,
  projectId: string,
  resourceId: string,
  active: boolean,
  approved: string | null,
): Promise<'set' | 'notApproved' | 'notFound'> {
  const rows = await database.query<{ was_set: boolean }>(
    `with found as (select resource_id, not $3::boolean or metadata->'plugin' is null or
         metadata->'plugin'->>'hash' is not distinct from $4::text as is_approved
       from resource_registry where project_id = $1 and resource_id = $2 for update),
     written as (update resource_registry r set is_active = $3, updated_at = now() from found f
       where r.project_id = $1 and r.resource_id = f.resource_id and f.is_approved returning r.resource_id)
     select f.is_approved as was_set from found f`,
    [projectId, resourceId, active, approved],
  )
  const [row] = rows
  return row === undefined ? 'notFound' : row.was_set ? 'set' : 'notApproved'
}

/** Deletes resources with parts and vectors; what was learned of them stays. Answers all ids that went. */
export async function deleteResources(
  database: Database,
  projectId: string,
  resourceIds: readonly string[],
): Promise<string[]> {
  return database.transaction(async (transaction) => {
    const rows = await transaction.query<{ resource_id: string }>(
      `select resource_id from resource_registry
       where project_id = $1 and (resource_id = any($2::text[]) or parent_id = any($2::text[]))`,
      [projectId, [...resourceIds]],
    )
    if (rows.length === 0) return []
    await transaction.query('delete from resource_registry where project_id = $1 and resource_id = any($2::text[])', [
      projectId,
      [...resourceIds],
    ])
    await noteRemoval(transaction)
    return rows.map((row) => row.resource_id)
  })
}

/** Counts a call that ended. Answers false where the resource is gone. */
export async function countUse(
  database: SqlExecutor,
  projectId: string,
  resourceId: string,
  success: boolean,
  durationMs: number,
): Promise<boolean> {
  const rows = await database.query(
    `update resource_registry set usage_count = usage_count + 1,
       success_rate = (coalesce(success_rate, 0) * usage_count + $3::integer) / (usage_count + 1),
       timed_uses = timed_uses + 1,
       avg_response_time = (coalesce(avg_response_time, 0) * timed_uses + $4::double precision) / (timed_uses + 1)
     where project_id = $1 and resource_id = $2 returning resource_id`,
    [projectId, resourceId, success ? 1 : 0, durationMs],
  )
  return rows.length > 0
}

/** What an update removed was read, and is mentioned no more. */
export async function dismissRemovedUses(database: SqlExecutor, projectId: string): Promise<void> {
  await database.query(
    `update resource_registry set removed_uses = 0, uses_removed_at = null where project_id = $1 and removed_uses > 0`,
    [projectId],
  )
}

/** Sets the counts of use of one resource, or of all (null), back to none. Answers those that had any. */
export async function resetUse(database: SqlExecutor, projectId: string, resourceId: string | null): Promise<string[]> {
  const rows = await database.query<{ resource_id: string }>(
    `update resource_registry set usage_count = 0, timed_uses = 0, success_rate = null, avg_response_time = null,
       removed_uses = 0, uses_removed_at = null
     where project_id = $1 and ($2::text is null or resource_id = $2) and (usage_count > 0 or removed_uses > 0)
     returning resource_id`,
    [projectId, resourceId],
  )
  return rows.map((row) => row.resource_id)
}
