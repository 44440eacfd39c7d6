import type { DecliningDatabase } from '../../../contract/databases/declined-question'
import { isChosenFor } from '../../../contract/session/resource-choice'
import type { StepRequirement } from '../../../contract/session/session'
import { understoodInPart } from '../../language'
import type { Inquiry } from '../../reasoning'
import type { RoleContext } from './context'
import { namedResources } from './scoped-resources'

/** Whether a resource is needed because it reads the question, and not because it is all that may be asked or was preferred before. */
export const readsQuestion = ({ choice }: StepRequirement): boolean =>
  isChosenFor(['readsAsQuery', 'readsAsCall', 'tooManyAlike'], choice)

/** Whether a database is needed only to say why it cannot answer. */
export const saysWhyNot = ({ choice }: StepRequirement): boolean => isChosenFor(['comesNearest'], choice)

/**
 * Needs of the resources that a question can be asked of. Where there are none and nothing to read either, of the databases
 * that cannot be asked: they say what they lack, and what they could answer. Of a scope that has nothing to read, all that
 * it names are asked.
 */
export async function answeringResources(
  { findResources, decliningDatabases, pool }: Pick<RoleContext, 'findResources' | 'decliningDatabases' | 'pool'>,
  { question, scope }: Pick<Inquiry, 'question' | 'scope'>,
  { passages }: { readonly passages: number },
  signal: AbortSignal,
): Promise<readonly StepRequirement[]> {
  const among = scope?.resourceIds
  const found = among?.length === 0 ? [] : ((await findResources?.(question, signal, among)) ?? [])
  if (found.length > 0 || passages > 0) return found
  if (scope !== undefined) return namedResources(pool, scope)
  return ((await decliningDatabases?.(question, signal)) ?? []).map(nearestNeed)
}

/**
 * Beside documents: need of the database that knows every word of the question and cannot tell what is meant, so that the report says
 * so. What only lacks words is rather a matter of the documents.
 */
export async function understandingDatabase(
  { decliningDatabases }: Pick<RoleContext, 'decliningDatabases'>,
  { question, scope }: Pick<Inquiry, 'question' | 'scope'>,
  signal: AbortSignal,
): Promise<readonly StepRequirement[]> {
  // Of what is understood in part nobody knows which database it means.
  if (understoodInPart.test(question)) return []
  const declining = (await decliningDatabases?.(question, signal)) ?? []
  const isAllowed = ({ resourceId }: DecliningDatabase): boolean => scope?.resourceIds.includes(resourceId) !== false
  return declining
    .filter((one) => one.isNear && one.declined.reason !== 'unknownWords' && isAllowed(one))
    .slice(0, 1)
    .map(nearestNeed)
}

const nearestNeed = ({ resourceId, name, declined: { reason, words } }: DecliningDatabase): StepRequirement => ({
  type: 'database',
  capability: 'sql_query',
  level: 1,
  resourceId,
  choice: { name, sureness: null, reasons: [{ kind: 'comesNearest', values: { reason, words } }] },
})
