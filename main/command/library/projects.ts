import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { findProject } from '../terminal/named-project'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'
import { sourcesNamed } from './sources'

/** A line for each project: its name, whether it is archived, and what it holds. */
async function listProjects(
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

async function createProject(connection: Connection, name: string): Promise<number> {
  await printResult((await connection.call('project.create', { name })).id)
  return exitCode.done
}

async function renameProject(connection: Connection, project: string, name: string): Promise<number> {
  const { id } = await findProject(connection, project)
  await connection.call('project.rename', { projectId: id, name })
  return exitCode.done
}

async function archiveProject(
  connection: Connection,
  project: string,
  { restore }: { readonly restore: boolean },
): Promise<number> {
  const { id } = await findProject(connection, project)
  await connection.call('project.archive', { projectId: id, archived: !restore })
  return exitCode.done
}

/** Says what would go, and removes it where that is confirmed by the flag. */
async function removeProject(
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
async function moveSources(
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

export function defineProjects({ program, help, progress, onRuntime }: CommandLine): void {
  const projects = program
    .command('projects')
    .description(help.projects)
    .option('--json', help.jsonLines, false)
    .action((options: { json: boolean }) => onRuntime((connection) => listProjects(connection, options, progress)))
  projects
    .command('create')
    .description(help.projectsCreate)
    .argument('<name>')
    .action((name: string) => onRuntime((connection) => createProject(connection, name)))
  projects
    .command('rename')
    .description(help.projectsRename)
    .argument('<project>')
    .argument('<name>')
    .action((project: string, name: string) => onRuntime((connection) => renameProject(connection, project, name)))
  projects
    .command('archive')
    .description(help.projectsArchive)
    .argument('<project>')
    .option('--restore', help.projectsUnarchive, false)
    .action((project: string, options: { restore: boolean }) =>
      onRuntime((connection) => archiveProject(connection, project, options)),
    )
  projects
    .command('remove')
    .description(help.projectsRemove)
    .argument('<project>')
    .option('--yes', help.projectsYes, false)
    .action((project: string, options: { yes: boolean }) =>
      onRuntime((connection) => removeProject(connection, project, options, progress)),
    )
  projects
    .command('move')
    .description(help.projectsMove)
    .argument('<project>')
    .argument('<path...>')
    .action((project: string, paths: string[]) =>
      onRuntime((connection) => moveSources(connection, project, paths, progress)),
    )
}
