import type { ProjectRemoval, ProjectSummary } from '../../contract/app/project'
import { QuarryError } from '../../contract/errors'
import type { SqlExecutor } from '../store'

interface Row {
  readonly project_id: string
  readonly name: string
  readonly archived: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly sources: number
  readonly sessions: number
}

/** Projects that nobody is removing, those in use before archived ones, the oldest first; one, or all where null. */
export async function readProjects(executor: SqlExecutor, projectId: string | null): Promise<ProjectSummary[]> {
  const rows = await executor.query<Row>(
    `select p.project_id, p.name, p.archived_at is not null as archived, p.created_at, p.updated_at,
       (select count(*) from sources s where s.project_id = p.project_id) as sources,
       (select count(*) from sessions s where s.project_id = p.project_id) as sessions
     from projects p where p.removing_at is null and ($1::text is null or p.project_id = $1)
     order by p.archived_at is not null, p.created_at, p.project_id`,
    [projectId],
  )
  return rows.map((row) => ({
    id: row.project_id,
    name: row.name,
    archived: row.archived,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sources: row.sources,
    sessions: row.sessions,
  }))
}

/** @throws QuarryError `project.notFound` where it is not there, or is being removed */
export async function readProject(executor: SqlExecutor, projectId: string): Promise<ProjectSummary> {
  const [project] = await readProjects(executor, projectId)
  if (project === undefined) {
    throw new QuarryError('project.notFound', 'This project no longer exists.', { context: { projectId } })
  }
  return project
}

/** @throws QuarryError `project.nameTaken`: the command line names projects, so that no two may have one name */
export async function refuseTakenName(executor: SqlExecutor, name: string, besides: string | null): Promise<void> {
  const rows = await executor.query(
    `select 1 from projects
     where removing_at is null and lower(name) = lower($1) and project_id is distinct from $2`,
    [name, besides],
  )
  if (rows.length > 0) {
    throw new QuarryError('project.nameTaken', `A project named “${name}” already exists.`, {
      remedy: 'otherProjectName',
      context: { name },
    })
  }
}

export async function insertProject(executor: SqlExecutor, projectId: string, name: string): Promise<void> {
  await executor.query('insert into projects (project_id, name, created_at) values ($1, $2, clock_timestamp())', [
    projectId,
    name,
  ])
}

export async function renameProject(executor: SqlExecutor, projectId: string, name: string): Promise<void> {
  await executor.query('update projects set name = $2, updated_at = now() where project_id = $1', [projectId, name])
}

export async function archiveProject(executor: SqlExecutor, projectId: string, archived: boolean): Promise<void> {
  await executor.query(
    `update projects set archived_at = case when $2 then coalesce(archived_at, now()) end, updated_at = now()
     where project_id = $1`,
    [projectId, archived],
  )
}

/** From now on nobody sees it. Rows of it go afterwards. */
export async function markRemoving(executor: SqlExecutor, projectId: string): Promise<void> {
  await executor.query('update projects set removing_at = now() where project_id = $1', [projectId])
}

export async function readRemoving(executor: SqlExecutor): Promise<string[]> {
  const rows = await executor.query<{ project_id: string }>(
    'select project_id from projects where removing_at is not null order by removing_at, project_id',
  )
  return rows.map((row) => row.project_id)
}

/** What a removal would take. */
export async function countProject(executor: SqlExecutor, projectId: string): Promise<Omit<ProjectRemoval, 'running'>> {
  const [row] = await executor.query<Omit<ProjectRemoval, 'running'>>(
    `select (select count(*) from sources where project_id = $1 and kind <> 'note') as sources,
       (select count(*) from sources where project_id = $1 and kind = 'note') as notes,
       (select count(*) from sessions where project_id = $1) as sessions,
       (select count(distinct session_id) from reports where project_id = $1) as reports,
       (select count(*) from resource_registry
        where project_id = $1 and parent_id is null and origin ->> 'kind' not in ('library', 'builtIn')) as resources`,
    [projectId],
  )
  if (row === undefined) throw new QuarryError('internal', 'A count returned no row.')
  return row
}

/** Projects with work that an earlier run left unfinished: files in the queue, sessions that are not over. */
export async function readUnfinished(executor: SqlExecutor): Promise<string[]> {
  const rows = await executor.query<{ project_id: string }>(
    `select project_id from projects p where removing_at is null and (
       exists (select 1 from sources s where s.project_id = p.project_id
         and s.state not in ('indexed', 'failed', 'missing'))
       or exists (select 1 from sessions s where s.project_id = p.project_id and s.state not in ('done', 'failed')))
     order by created_at, project_id`,
  )
  return rows.map((row) => row.project_id)
}
