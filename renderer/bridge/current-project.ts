import { useSyncExternalStore } from 'react'
import type { Locator } from '../../contract/library/source'

/** The project that every library begins with; another takes its place once main says which there are. */
const firstProject = 'default'

/** Where a page that is shown anew finds what it showed: what it was started with is older. */
const keptAs = 'project'

let current: string | null = null
const listeners = new Set<() => void>()

/** The project that this window shows: every call and topic of a project is of this one. */
export function currentProject(): string {
  current ??= sessionStorage.getItem(keptAs) ?? window.quarry.remembered?.layout.openProject ?? firstProject
  return current
}

/** What a project opens with: a session of it, or a hit that a search over several projects has there, and that search. */
export type ProjectOpening =
  | { readonly kind: 'session'; readonly sessionId: string }
  | {
      readonly kind: 'hit'
      readonly at: Locator & { readonly headingPath: readonly string[] }
      readonly text: string
      /** The other projects that are searched as well. */
      readonly projects: readonly string[]
    }

/** Null: the project opens as it was left. */
let wanted: { readonly projectId: string; readonly opening: ProjectOpening } | null = null

/** Shows another project, with `opening` where that is named. What is shown of the one before is its own and goes. */
export function showProject(projectId: string, opening: ProjectOpening | null = null): void {
  if (projectId === currentProject()) return
  wanted = opening === null ? null : { projectId, opening }
  current = projectId
  sessionStorage.setItem(keptAs, projectId)
  for (const listener of listeners) listener()
}

/** What a project was to be opened with. */
export const wantedOpening = (projectId: string): ProjectOpening | null =>
  wanted?.projectId === projectId ? wanted.opening : null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCurrentProject = (): string => useSyncExternalStore(subscribe, currentProject)
