import type { ResourceRequirement } from '../../../contract/pool/pool'
import type { LeaseRequest } from '../lease'
import { readSession } from '../repository/sessions'
import type { RoleContext } from './context'

/** A progress listener that falls silent once the work is no longer wanted. */
export function progressUntil(
  signal: AbortSignal,
  onProgress: (done: number, total: number | null) => void,
): (done: number, total: number | null) => void {
  return (done, total) => {
    if (!signal.aborted) onProgress(done, total)
  }
}

/** The name under which work asks the pool: of a step of a plan, or of a part of the session. */
export const taskIds = {
  step: (sessionId: string, planId: string, stepId: string) => `${sessionId}/${planId}/${stepId}`,
  plan: (sessionId: string) => `${sessionId}/plan`,
  verify: (sessionId: string) => `${sessionId}/verify`,
} as const

/** What a part of the session asks the pool for, named after the session. */
export async function roleRequest(
  { database, projectId }: RoleContext,
  sessionId: string,
  taskId: string,
  requirement: ResourceRequirement,
): Promise<LeaseRequest> {
  const { title } = await readSession(database, projectId, sessionId)
  return { taskId, requirements: [requirement], label: title, sessionId, holder: title }
}
