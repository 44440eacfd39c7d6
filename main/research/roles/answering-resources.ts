import type { Inquiry } from '../../reasoning'
import type { FoundResource, RoleContext } from './context'
import { namedResources } from './scoped-resources'

/**
 * The resources that a question can be asked of. Where there are none and nothing to read either, the databases that
 * cannot be asked: they say what they lack, and what they could answer. Of a scope that has nothing to read, all that it
 * names are asked.
 */
export async function answeringResources(
  { findResources, decliningDatabases, pool }: Pick<RoleContext, 'findResources' | 'decliningDatabases' | 'pool'>,
  { question, scope }: Pick<Inquiry, 'question' | 'scope'>,
  { passages }: { readonly passages: number },
  signal: AbortSignal,
): Promise<readonly FoundResource[]> {
  const among = scope?.resourceIds
  const found = among?.length === 0 ? [] : ((await findResources?.(question, signal, among)) ?? [])
  if (found.length > 0 || passages > 0) return found
  if (scope !== undefined) return namedResources(pool, scope)
  const declining = (await decliningDatabases?.(question, signal)) ?? []
  return declining.map(({ resourceId }) => ({ type: 'database', capability: 'sql_query', resourceId }))
}
