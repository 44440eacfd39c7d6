import { useSyncExternalStore } from 'react'

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

/** The session with which a project opens; null: the one that was open last. */
let wanted: { readonly projectId: string; readonly sessionId: string } | null = null

/** Shows another project, with a session of it where one is named. What is shown of the one before is its own and goes. */
export function showProject(projectId: string, sessionId: string | null = null): void {
  if (projectId === currentProject()) return
  wanted = sessionId === null ? null : { projectId, sessionId }
  current = projectId
  sessionStorage.setItem(keptAs, projectId)
  for (const listener of listeners) listener()
}

/** The session that a project was to be opened with. */
export const wantedSession = (projectId: string): string | null =>
  wanted?.projectId === projectId ? wanted.sessionId : null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCurrentProject = (): string => useSyncExternalStore(subscribe, currentProject)
