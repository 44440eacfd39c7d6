import type { ChoiceReason } from '../../../contract/session/resource-choice'
import type { StepRequirement } from '../../../contract/session/session'
import type { Inquiry } from '../../reasoning'
import type { RoleContext } from './context'
import { namedResources } from './scoped-resources'

/** Needs of the resources of a scope that can answer a question, or a part of one, as they read it. */
async function resourcesFor(
  { findResources }: Pick<RoleContext, 'findResources'>,
  { question, scope }: Pick<Inquiry, 'question' | 'scope'>,
  signal: AbortSignal,
): Promise<readonly StepRequirement[]> {
  const among = scope?.resourceIds
  return among?.length === 0 ? [] : ((await findResources?.(question, signal, among)) ?? [])
}

const reading: ReadonlySet<ChoiceReason['kind']> = new Set(['readsAsQuery', 'readsAsCall', 'tooManyAlike'])

/** Whether a resource is needed because it reads the question, and not because it is all that may be asked or was preferred before. */
export const readsQuestion = ({ choice }: StepRequirement): boolean =>
  choice?.reasons.some(({ kind }) => reading.has(kind)) ?? false

/** Whether a database is needed only to say why it cannot answer. */
export const saysWhyNot = ({ choice }: StepRequirement): boolean =>
  choice?.reasons.some(({ kind }) => kind === 'comesNearest') ?? false

/**
 * Needs of the resources that a question can be asked of. Where there are none and nothing to read either, of the databases
 * that cannot be asked: they say what they lack, and what they could answer. Of a scope that has nothing to read, all that
 * it names are asked.
 */
export async function answeringResources(
  context: Pick<RoleContext, 'findResources' | 'decliningDatabases' | 'pool'>,
  inquiry: Pick<Inquiry, 'question' | 'scope'>,
  { passages }: { readonly passages: number },
  signal: AbortSignal,
): Promise<readonly StepRequirement[]> {
  const { decliningDatabases, pool } = context
  const { question, scope } = inquiry
  const found = await resourcesFor(context, inquiry, signal)
  if (found.length > 0 || passages > 0) return found
  if (scope !== undefined) return namedResources(pool, scope)
  const declining = (await decliningDatabases?.(question, signal)) ?? []
  return declining.map(({ resourceId, name, declined: { reason, words } }) => ({
    type: 'database',
    capability: 'sql_query',
    level: 1,
    resourceId,
    choice: { name, sureness: null, reasons: [{ kind: 'comesNearest', values: { reason, words } }] },
  }))
}
