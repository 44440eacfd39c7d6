import { QuarryError } from '../../contract/errors'
import type { ProjectRuntime } from './project-runtime'

/** How long a project stays open that nobody looks at, asks or has at work. Opening one again takes under a second. */
export const idleProjectMs = 10 * 60_000
/** How often idle projects are looked for. */
const sweepMs = 60_000

/** A project that stays open until it is released. */
interface HeldProject {
  readonly project: ProjectRuntime
  release(): void
}

/** The projects that are open: each once, from its first use on, until it has been idle for `idleProjectMs`. */
export interface OpenProjects {
  /** The project, opened where it is not. Throws `project.notFound`, and why it cannot be opened. */
  get(projectId: string): Promise<ProjectRuntime>
  /** As `get`; the project is not idle before it is released. */
  hold(projectId: string): Promise<HeldProject>
  /** Those that are open, or opening. */
  all(): Promise<ProjectRuntime[]>
  /** The project where it is open; opens nothing. */
  ifOpen(projectId: string): Promise<ProjectRuntime | null>
  closeProject(projectId: string): Promise<void>
  close(): Promise<void>
}

interface Entry {
  readonly opening: Promise<ProjectRuntime>
  holders: number
  lastUsedMs: number
}

/** @param onError what closing an idle project failed with */
export function createOpenProjects(
  open: (projectId: string) => Promise<ProjectRuntime>,
  onError: (error: unknown) => void,
): OpenProjects {
  const projects = new Map<string, Entry>()
  /** A project is opened again only once its former runtime has let go of it. */
  const leaving = new Map<string, Promise<void>>()
  let isClosing = false

  function entryOf(projectId: string): Entry {
    const known = projects.get(projectId)
    if (known !== undefined) {
      known.lastUsedMs = Date.now()
      return known
    }
    const opening = (leaving.get(projectId) ?? Promise.resolve()).then(() => open(projectId))
    const entry = { opening, holders: 0, lastUsedMs: Date.now() }
    projects.set(projectId, entry)
    // The next use tries again.
    opening.catch(() => projects.get(projectId) === entry && projects.delete(projectId))
    return entry
  }

  function closeProject(projectId: string): Promise<void> {
    const entry = projects.get(projectId)
    if (entry === undefined) return leaving.get(projectId) ?? Promise.resolve()
    projects.delete(projectId)
    // One that could not be opened has told so to whoever asked for it.
    const closed = entry.opening.catch(() => null).then((project) => project?.close())
    const left = closed.then(
      () => undefined,
      () => undefined,
    )
    leaving.set(projectId, left)
    void left.then(() => leaving.get(projectId) === left && leaving.delete(projectId))
    return closed
  }

  const isIdle = ({ holders, lastUsedMs }: Entry): boolean => holders === 0 && Date.now() - lastUsedMs >= idleProjectMs

  async function closeIdle(): Promise<void> {
    for (const [projectId, entry] of [...projects]) {
      if (!isIdle(entry)) continue
      const project = await entry.opening.catch(() => null)
      if (project === null || (await project.isAtWork())) continue
      // Asked for meanwhile, it stays.
      if (projects.get(projectId) === entry && isIdle(entry)) await closeProject(projectId)
    }
  }
  const sweep = setInterval(() => void closeIdle().catch(onError), sweepMs)
  sweep.unref()

  const ifOpen = async (projectId: string): Promise<ProjectRuntime | null> =>
    (await projects.get(projectId)?.opening.catch(() => null)) ?? null

  const refused = (): Promise<never> => Promise.reject(new QuarryError('cancelled', 'Quarry is closing.'))

  return {
    get: (projectId) => (isClosing ? refused() : entryOf(projectId).opening),
    async hold(projectId) {
      if (isClosing) return refused()
      const entry = entryOf(projectId)
      entry.holders += 1
      let isHeld = true
      const release = (): void => {
        if (!isHeld) return
        isHeld = false
        entry.holders -= 1
        entry.lastUsedMs = Date.now()
      }
      try {
        return { project: await entry.opening, release }
      } catch (error) {
        release()
        throw error
      }
    },
    async all() {
      return (await Promise.all([...projects.keys()].map(ifOpen))).filter((project) => project !== null)
    },
    ifOpen,
    closeProject,
    async close() {
      isClosing = true
      clearInterval(sweep)
      const closed = await Promise.allSettled([...projects.keys()].map(closeProject))
      await Promise.all(leaving.values())
      const failures = closed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      if (failures.length > 0) throw new AggregateError(failures, 'Not every project could be closed in order.')
    },
  }
}
