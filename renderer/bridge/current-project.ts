import { useSyncExternalStore } from 'react'

/** The project that every library begins with; another takes its place once main says which there are. */
const firstProject = 'default'

let current: string | null = null
const listeners = new Set<() => void>()

/** The project that this window shows: every call and topic of a project is of this one. */
export function currentProject(): string {
  current ??= window.quarry.remembered?.layout.openProject ?? firstProject
  return current
}

/** Shows another project. What is shown of the one before is its own and goes. */
export function showProject(projectId: string): void {
  if (projectId === currentProject()) return
  current = projectId
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCurrentProject = (): string => useSyncExternalStore(subscribe, currentProject)
