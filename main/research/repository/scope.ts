import { ownToolPrefix } from '../../../contract/calls/file-change'
import type { AnswerPlace, SourcePlace } from '../../../contract/report/place'
import type { ScopeItem, SessionScope } from '../../../contract/session/session-scope'
import { isWithin } from '../../recall'
import { asJson, type SqlExecutor } from '../../store'

/** A session's scope, and whose library it is in. */
export interface ScopedSession {
  readonly projectId: string
  readonly scope: SessionScope | undefined
}

async function readScoped(executor: SqlExecutor, sessionId: string): Promise<ScopedSession> {
  const [row] = await executor.query<{ project_id: string; scope: SessionScope | null }>(
    `select project_id, settings -> 'scope' as scope from sessions where session_id = $1`,
    [sessionId],
    { prepared: true },
  )
  return { projectId: row?.project_id ?? '', scope: row?.scope ?? undefined }
}

/** Where something stands, as far as a scope can tell. */
type Origin = Pick<SourcePlace, 'kind' | 'sourceId'> | Pick<AnswerPlace, 'kind' | 'resourceId'>

/** What of this stands in what the session may use. What names no scope keeps all. */
export async function keepWithinScope<Piece extends { readonly place: Origin }>(
  executor: SqlExecutor,
  sessionId: string,
  pieces: readonly Piece[],
): Promise<readonly Piece[]> {
  if (pieces.length === 0) return pieces
  return keepOfScope(executor, await readScoped(executor, sessionId), pieces)
}

/** The same, of a session whose scope is known. */
export async function keepOfScope<Piece extends { readonly place: Origin }>(
  executor: SqlExecutor,
  { projectId, scope }: ScopedSession,
  pieces: readonly Piece[],
): Promise<readonly Piece[]> {
  if (pieces.length === 0 || scope === undefined) return pieces
  const sourceIds = pieces.flatMap(({ place }) => (place.kind === 'source' ? [place.sourceId] : []))
  const resourceIds = pieces.flatMap(({ place }) => (place.kind === 'source' ? [] : [place.resourceId]))
  const rows = await executor.query<{ origin: string }>(
    `select 'source:' || s.source_id as origin from sources s
     where s.project_id = $1 and s.source_id = any($2::text[]) and ${isWithin('$3', '$4')}
     union all
     select 'resource:' || id from unnest($5::text[]) id
     where id = any($6::text[]) or exists (select from resource_registry r
       where r.project_id = $1 and r.resource_id = id and r.parent_id = any($6::text[]))`,
    [projectId, [...new Set(sourceIds)], scope.folders, scope.sourceIds, [...new Set(resourceIds)], scope.resourceIds],
  )
  const within = new Set(rows.map(({ origin }) => origin))
  return pieces.filter(({ place }) =>
    place.kind === 'source'
      ? within.has(`source:${place.sourceId}`)
      : // What Quarry itself wrote came from no resource.
        place.resourceId.startsWith(ownToolPrefix) || within.has(`resource:${place.resourceId}`),
  )
}

/** Passages of the documents that a scope names. */
export async function countPassagesWithin(
  executor: SqlExecutor,
  projectId: string,
  { folders, sourceIds }: SessionScope,
): Promise<number> {
  const [row] = await executor.query<{ passages: number }>(
    `select count(*)::int as passages from passages p join sources s using (source_id)
     where s.project_id = $1 and ${isWithin('$2', '$3')}`,
    [projectId, folders, sourceIds],
  )
  return row?.passages ?? 0
}

/** Writes what alone a session may use from now on; null: all of the project. */
export async function writeScope(executor: SqlExecutor, sessionId: string, scope: SessionScope | null): Promise<void> {
  await executor.query(
    scope === null
      ? `update sessions set settings = settings - 'scope' where session_id = $1`
      : `update sessions set settings = jsonb_set(settings, '{scope}', $2::jsonb) where session_id = $1`,
    scope === null ? [sessionId] : [sessionId, asJson(scope)],
  )
}

/** A resource that a person adds to the plan of a session is one that it may use from then on. */
export async function widenScope(
  executor: SqlExecutor,
  sessionId: string,
  resourceIds: readonly string[],
): Promise<void> {
  const { scope } = await readScoped(executor, sessionId)
  if (scope === undefined || resourceIds.every((id) => scope.resourceIds.includes(id))) return
  await writeScope(executor, sessionId, {
    ...scope,
    resourceIds: [...new Set([...scope.resourceIds, ...resourceIds])],
  })
}

/** What a session may use, by the names that a person knows. */
export async function readScopeItems(executor: SqlExecutor, sessionId: string): Promise<ScopeItem[]> {
  const { projectId, scope } = await readScoped(executor, sessionId)
  if (scope === undefined) return []
  const named = await executor.query<ScopeItem>(
    `select 'source' as kind, id, coalesce(s.title, s.name) as name from unnest($2::text[]) with ordinality named (id, at)
     left join sources s on s.source_id = id and s.project_id = $1
     union all
     select 'resource', id, r.name from unnest($3::text[]) with ordinality named (id, at)
     left join resource_registry r on r.resource_id = id and r.project_id = $1`,
    [projectId, scope.sourceIds, scope.resourceIds],
  )
  return [...scope.folders.map((path): ScopeItem => ({ kind: 'folder', id: path, name: path })), ...named]
}
