import { useMemo } from 'react'
import type { PoolView } from '../../contract/pool/pool'
import { useCurrentProject, useTopicValue } from '../bridge'

/** The pool as a project sees it: the staff, which works for all, and the slots of its own resources. */
export function poolOfProject(pool: PoolView, project: string): PoolView {
  const members = pool.members.filter(({ projectId }) => projectId === null || projectId === project)
  return { ...pool, members }
}

/** The pool as the project that the window shows sees it; null while there is none. */
export function useProjectPool(): PoolView | null {
  const pool = useTopicValue('pool')
  const project = useCurrentProject()
  return useMemo(() => pool && poolOfProject(pool, project), [pool, project])
}
