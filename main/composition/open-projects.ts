import { QuarryError } from '../../contract/errors'
import type { ProjectRuntime } from './project-runtime'

/** The projects that are open: each once, from its first use on. */
export interface OpenProjects {
  /** The project, opened where it is not. Throws `project.notFound`, and why it cannot be opened. */
  get(projectId: string): Promise<ProjectRuntime>
  /** Those that are open, or opening. */
  all(): Promise<ProjectRuntime[]>
  /** The project where it is open; opens nothing. */
  ifOpen(projectId: string): Promise<ProjectRuntime | null>
  closeProject(projectId: string): Promise<void>
  close(): Promise<void>
}

export function createOpenProjects(open: (projectId: string) => Promise<ProjectRuntime>): OpenProjects {
  const projects = new Map<string, Promise<ProjectRuntime>>()
  let isClosing = false

  async function closeProject(projectId: string): Promise<void> {
    const opening = projects.get(projectId)
    projects.delete(projectId)
    // One that could not be opened has told so to whoever asked for it.
    await (await opening?.catch(() => null))?.close()
  }

  const ifOpen = async (projectId: string): Promise<ProjectRuntime | null> =>
    (await projects.get(projectId)?.catch(() => null)) ?? null

  return {
    get(projectId) {
      if (isClosing) return Promise.reject(new QuarryError('cancelled', 'Quarry is closing.'))
      const known = projects.get(projectId)
      if (known !== undefined) return known
      const opening = open(projectId)
      projects.set(projectId, opening)
      // The next use tries again.
      opening.catch(() => projects.get(projectId) === opening && projects.delete(projectId))
      return opening
    },
    async all() {
      return (await Promise.all([...projects.keys()].map(ifOpen))).filter((project) => project !== null)
    },
    ifOpen,
    closeProject,
    async close() {
      isClosing = true
      const closed = await Promise.allSettled([...projects.keys()].map(closeProject))
      const failures = closed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      if (failures.length > 0) throw new AggregateError(failures, 'Not every project could be closed in order.')
    },
  }
}
