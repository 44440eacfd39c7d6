import type { StepRequirement } from '../../../contract/session'
import type { RoleContext } from './context'

/**
 * Needs of the resources that a question can be asked of. Where there are none and nothing to read either, of the databases
 * that cannot be asked: they say what they lack, and what they could answer.
 */
export async function answeringResources(
  { findResources, decliningDatabases }: Pick<RoleContext, 'findResources' | 'decliningDatabases'>,
  question: string,
  { passages }: { readonly passages: number },
  signal: AbortSignal,
): Promise<readonly StepRequirement[]> {
  const found = (await findResources?.(question, signal)) ?? []
  if (found.length > 0 || passages > 0) return found
  const declining = (await decliningDatabases?.(question, signal)) ?? []
  return declining.map(({ resourceId, name, declined: { reason, words } }) => ({
    type: 'database',
    capability: 'sql_query',
    level: 1,
    resourceId,
    choice: { name, sureness: null, reasons: [{ kind: 'comesNearest', values: { reason, words } }] },
  }))
}
