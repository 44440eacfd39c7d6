import type { FoundResource, RoleContext } from './context'

/**
 * The resources that a question can be asked of. Where there are none and nothing to read either, the databases that
 * cannot be asked: they say what they lack, and what they could answer.
 */
export async function answeringResources(
  { findResources, decliningDatabases }: Pick<RoleContext, 'findResources' | 'decliningDatabases'>,
  question: string,
  { passages }: { readonly passages: number },
  signal: AbortSignal,
): Promise<readonly FoundResource[]> {
  const found = (await findResources?.(question, signal)) ?? []
  if (found.length > 0 || passages > 0) return found
  const declining = (await decliningDatabases?.(question, signal)) ?? []
  return declining.map(({ resourceId }) => ({ type: 'database', capability: 'sql_query', resourceId }))
}
