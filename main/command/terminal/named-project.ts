import type { ProjectSummary } from '../../../contract/app/project'
import { QuarryError } from '../../../contract/errors'
import type { Connection } from '../../api'

/** The connection for the project of that name or id; as it is where none is named. Throws `project.notFound`. */
export async function inNamedProject(connection: Connection, name: string | undefined): Promise<Connection> {
  return name === undefined ? connection : connection.inProject((await findProject(connection, name)).id)
}

/** The project of that name or id. Throws `project.notFound`. */
export async function findProject(connection: Connection, name: string): Promise<ProjectSummary> {
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
