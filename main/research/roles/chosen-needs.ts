import type { StepRequirement } from '../../../contract/session'
import type { StepRecord } from '../repository/plans'
import type { RoleContext } from './context'

/**
 * Binds each need of a step to the resource that answers the step's words best: any database would do for the pool,
 * but not for the question. What a person bound, and what nobody in service can give, stays as it is.
 */
export async function chooseNeeds(
  { pool, chooseResource }: RoleContext,
  step: Pick<StepRecord, 'title' | 'query' | 'requirements'>,
  sessionId: string,
  signal: AbortSignal,
): Promise<StepRequirement[]> {
  const chosen: StepRequirement[] = []
  const served: StepRequirement[] = []
  for (const requirement of step.requirements) {
    const isOpen = requirement.resourceId === null && requirement.type !== 'executor'
    const choice = isOpen
      ? await chooseResource?.(`${step.title}. ${step.query}`, requirement, { sessionId, signal })
      : null
    const bound = { ...requirement, resourceId: choice ?? requirement.resourceId }
    // Together with what was bound before: the resource may have no slot left for a second need.
    const isServed = pool.checkResourceRequirements([...served, bound]).status !== 'missing'
    if (isServed) served.push(bound)
    chosen.push(isServed ? bound : requirement)
  }
  return chosen
}
