import { QuarryError } from '../../contract/errors'
import type { ProjectSummary } from '../../contract/project'
import type { Connection } from '../api'
import { exitCode } from './exit-code'
import { sourcesNamed } from './sources'
import { row } from './table'
import { type ProgressLine, printJson, printResult } from './terminal'

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
export async function listProjects(
  connection: Connection,
  { json }: { readonly json: boolean },
  { words, speech }: ProgressLine,
): Promise<number> {
  const { number } = speech.format
  for (const project of await connection.call('project.list')) {
    const { id, name, archived, sources, sessions } = project
    const line = [
      archived ? words.projects.archived(name) : name,
      words.projects.sources(number(sources)),
      words.projects.sessions(number(sessions)),
      id,
    ]
    await (json ? printJson(project) : printResult(row(line)))
  }
  return exitCode.done
}

export async function createProject(connection: Connection, name: string): Promise<number> {
  await printResult((await connection.call('project.create', { name })).id)
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
  { words, speech }: ProgressLine,
): Promise<number> {
  const { id, name } = await findProject(connection, project)
  const preview = await connection.call('project.previewRemoval', { projectId: id })
  const held = (['sources', 'notes', 'sessions', 'reports', 'resources'] as const)
    .map((what) => words.projects[what](speech.format.number(preview[what])))
    .join(words.said.comma)
  if (!yes) {
    await printResult(words.projects.wouldDelete(name, held))
    return exitCode.badUsage
  }
  await connection.call('project.remove', { projectId: id })
  await printResult(words.projects.deleted(name, held))
  return exitCode.done
}

/** Moves sources, named by file, folder or id, from the connection's project to another. Throws `source.notFound`. */
export async function moveSources(
  connection: Connection,
  project: string,
  named: readonly string[],
  { words, speech }: ProgressLine,
): Promise<number> {
  const { id: to } = await findProject(connection, project)
  const { moved, alreadyThere } = await connection.call('project.moveSources', {
    sourceIds: (await sourcesNamed(connection, named)).map(({ id }) => id),
    to,
  })
  const { number } = speech.format
  await printResult(words.projects.moved(number(moved), number(alreadyThere)))
  return exitCode.done
}
