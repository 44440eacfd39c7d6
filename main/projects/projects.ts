import { randomUUID } from 'node:crypto'
import type { MovedSources, ProjectRemoval, ProjectSummary } from '../../contract/app/project'
import { QuarryError } from '../../contract/errors'
import { type Database, noteRemoval } from '../store'
import { createMutex } from '../threads'
import { type Moved, moveRows } from './move-sources'
import { removeRows } from './removal'
import {
  archiveProject,
  countProject,
  insertProject,
  markRemoving,
  readProject,
  readProjects,
  readRemoving,
  readUnfinished,
  refuseTakenName,
  renameProject,
} from './repository'

/** The projects of a data folder. Each throws `project.notFound` for one that is not there. */
export interface Projects {
  /** Those in use before archived ones, the oldest first. There is always one. */
  list(): Promise<ProjectSummary[]>
  get(projectId: string): Promise<ProjectSummary>
  /** Throws `project.nameTaken`. */
  create(name: string): Promise<ProjectSummary>
  /** Throws `project.nameTaken`. */
  rename(projectId: string, name: string): Promise<ProjectSummary>
  archive(projectId: string, archived: boolean): Promise<ProjectSummary>
  previewRemoval(projectId: string): Promise<ProjectRemoval>
  /** Gone for everybody once it resolves; its rows go in the background. Throws `project.last`. */
  remove(projectId: string): Promise<void>
  moveSources(from: string, to: string, sourceIds: readonly string[]): Promise<MovedSources>
  /** Ids of projects with work that the last run left. */
  unfinished(): Promise<string[]>
  /** Goes on with removals that the last run did not finish. */
  resumeRemovals(): Promise<void>
  /** Resolves when nothing is being removed. */
  settled(): Promise<void>
  subscribe(listener: () => void): () => void
  /** Ends removals after the statement that they are at; the next start goes on. */
  close(): Promise<void>
}

export interface ProjectsOptions {
  readonly database: Database
  /** Sessions of a project that work right now. */
  readonly running: (projectId: string) => Promise<number>
  /** Ends whatever is at work in a project. */
  readonly closeProject: (projectId: string) => Promise<void>
  /** Drops what is kept of a project outside of its rows: secrets, the pool's journal. Repeatable. */
  readonly forget: (projectId: string) => Promise<void>
  /** Called when all of a project is gone. */
  readonly onRemoved: () => Promise<void>
  /** Has a project work on these sources no more, before they move. */
  readonly release: (projectId: string, sourceIds: readonly string[]) => Promise<void>
  /** Tells both projects what moved. */
  readonly onMoved: (from: string, to: string, moved: Moved) => Promise<void>
  readonly onBackgroundError: (error: unknown) => void
}

export function createProjects(options: ProjectsOptions): Projects {
  const { database } = options
  const listeners = new Set<() => void>()
  const closing = new AbortController()
  const removals = createMutex()

  function tellChanged(): void {
    for (const listener of listeners) listener()
  }

  async function changed(projectId: string): Promise<ProjectSummary> {
    tellChanged()
    return readProject(database, projectId)
  }

  async function removeWhole(projectId: string): Promise<void> {
    try {
      await options.closeProject(projectId)
      await options.forget(projectId)
      await removeRows(database, projectId, closing.signal)
      await options.onRemoved()
    } catch (error) {
      if (!closing.signal.aborted) options.onBackgroundError(error)
    }
  }

  /** One after the other; nobody waits but `settled`. It reports its own errors. */
  function removeInBackground(projectId: string): void {
    void removals.run(() => removeWhole(projectId))
  }

  return {
    list: () => readProjects(database, null),
    get: (projectId) => readProject(database, projectId),
    async create(name) {
      const projectId = randomUUID()
      await database.transaction(async (transaction) => {
        await refuseTakenName(transaction, name, null)
        await insertProject(transaction, projectId, name)
      })
      return changed(projectId)
    },
    async rename(projectId, name) {
      await database.transaction(async (transaction) => {
        await readProject(transaction, projectId)
        await refuseTakenName(transaction, name, projectId)
        await renameProject(transaction, projectId, name)
      })
      return changed(projectId)
    },
    async archive(projectId, archived) {
      await readProject(database, projectId)
      await archiveProject(database, projectId, archived)
      return changed(projectId)
    },
    async previewRemoval(projectId) {
      await readProject(database, projectId)
      return { ...(await countProject(database, projectId)), running: await options.running(projectId) }
    },
    async remove(projectId) {
      await database.transaction(async (transaction) => {
        await readProject(transaction, projectId)
        if ((await readProjects(transaction, null)).length === 1) {
          throw new QuarryError('project.last', 'The last project cannot be deleted.', {
            remedy: 'createOtherProject',
            context: { projectId },
          })
        }
        await markRemoving(transaction, projectId)
        await noteRemoval(transaction)
      })
      await options.closeProject(projectId)
      tellChanged()
      removeInBackground(projectId)
    },
    async moveSources(from, to, sourceIds) {
      await readProject(database, from)
      await readProject(database, to)
      if (from === to) return { moved: 0, alreadyThere: sourceIds.length }
      await options.release(from, sourceIds)
      const moved = await moveRows(database, from, to, sourceIds)
      await options.onMoved(from, to, moved)
      tellChanged()
      return { moved: moved.sourceIds.length, alreadyThere: sourceIds.length - moved.sourceIds.length }
    },
    unfinished: () => readUnfinished(database),
    async resumeRemovals() {
      for (const projectId of await readRemoving(database)) removeInBackground(projectId)
    },
    settled: () => removals.idle(),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort(new QuarryError('cancelled', 'Quarry is closing.'))
      listeners.clear()
      await removals.idle()
    },
  }
}
