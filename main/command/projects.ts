import { QuarryError } from '../../contract/errors'
import type { ProjectSummary } from '../../contract/project'
import type { Connection } from '../api'
import { exitCode } from './exit-code'
import { printable, printResult } from './terminal'

/** The connection for the project of that name or id; as it is where none is named. Throws `project.notFound`. */
export async function inNamedProject(connection: Connection, name: string | undefined): Promise<Connection> {
  return name === undefined ? connection : connection.inProject((await findProject(connection, name)).id)
}

async function findProject(connection: Connection, name: string): Promise<ProjectSummary> {
  const projects = await connection.call('project.list')
  const asked = name.trim().toLowerCase()
  const found =
    projects.find(({ id }) => id === name) ?? projects.find((project) => project.name.toLowerCase() === asked)
  if (found !== undefined) return found
  throw new QuarryError('project.notFound', `No project is named “${name}”.`, {
    remedy: 'listProjects',
    context: { name },
  })
}

/** A line for each project: its name, whether it is archived, and what it holds. */
export async function listProjects(connection: Connection, { json }: { readonly json: boolean }): Promise<number> {
  for (const project of await connection.call('project.list')) {
    const { id, name, archived, sources, sessions } = project
    const line = `${name}${archived ? ' (archived)' : ''}\t${sources} sources\t${sessions} sessions\t${id}`
    await printResult(json ? JSON.stringify(project) : printable(line))
  }
  return exitCode.done
}

export async function createProject(connection: Connection, name: string): Promise<number> {
  await printResult(printable((await connection.call('project.create', { name })).id))
  return exitCode.done
}

export async function renameProject(connection: Connection, project: string, name: string): Promise<number> {
  const { id } = await findProject(connection, project)
  await connection.call('project.rename', { projectId: id, name })
  return exitCode.done
}

export async function archiveProject(
  connection: Connection,
  project: string,
  { restore }: { readonly restore: boolean },
): Promise<number> {
  const { id } = await findProject(connection, project)
  await connection.call('project.archive', { projectId: id, archived: !restore })
  return exitCode.done
}

/** Says what would go, and removes it where that is confirmed by the flag. */
export async function removeProject(
  connection: Connection,
  project: string,
  { yes }: { readonly yes: boolean },
): Promise<number> {
  const { id, name } = await findProject(connection, project)
  const { sources, notes, sessions, reports, resources } = await connection.call('project.previewRemoval', {
    projectId: id,
  })
  const held = `${sources} sources, ${notes} notes, ${sessions} sessions, ${reports} reports, ${resources} resources`
  if (!yes) {
    await printResult(printable(`“${name}” holds ${held}. Files on disk stay. Add --yes to delete the project.`))
    return exitCode.badUsage
  }
  await connection.call('project.remove', { projectId: id })
  await printResult(printable(`Deleted “${name}”: ${held}.`))
  return exitCode.done
}
