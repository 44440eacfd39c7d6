import type { StepRequirement } from '../../../contract/session'
import type { StepRecord } from '../repository/plans'
import type { SessionRecord } from '../repository/sessions'
import type { RoleContext } from './context'
import { namedResources, needsWithin } from './scoped-resources'

/**
 * Binds each need of a step to the resource that answers the step's words best: any database would do for the pool,
 * but not for the question. Under a scope it is one of those that this names, and what none of them gives is not
 * needed. What a person bound, and what nobody in service can give, stays as it is.
 */
export async function chooseNeeds(
  { pool, chooseResource }: RoleContext,
  step: Pick<StepRecord, 'title' | 'query' | 'requirements'>,
  { sessionId, settings: { scope } }: Pick<SessionRecord, 'sessionId' | 'settings'>,
  signal: AbortSignal,
): Promise<StepRequirement[]> {
  const chosen: StepRequirement[] = []
  const served: StepRequirement[] = []
  for (const requirement of needsWithin(pool, scope, step.requirements)) {
    const isOpen = requirement.resourceId === null && requirement.type !== 'executor'
    const choice = isOpen
      ? await chooseResource?.(`${step.title}. ${step.query}`, requirement, {
          sessionId,
          signal,
          among: scope?.resourceIds,
        })
      : null
    const first =
      isOpen && scope !== undefined ? namedResources(pool, scope).find(({ type }) => type === requirement.type) : null
    const bound = { ...requirement, resourceId: choice ?? first?.resourceId ?? requirement.resourceId }
    // Together with what was bound before: the resource may have no slot left for a second need.
    const isServed = pool.checkResourceRequirements([...served, bound]).status !== 'missing'
    if (isServed) served.push(bound)
    chosen.push(isServed || scope !== undefined ? bound : requirement)
  }
  return chosen
}
