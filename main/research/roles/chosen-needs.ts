import { isReplaceable, isUndecided } from '../../../contract/session/resource-choice'
import type { StepRequirement } from '../../../contract/session/session'
import type { SessionRecord } from '../repository/sessions'
import type { StepRecord } from '../repository/steps'
import type { RoleContext } from './context'
import { namedResources, needsWithin } from './scoped-resources'

/**
 * Binds each need of a step to the resource that answers the step's words best: any database would do for the pool,
 * but not for the question. What a person or the question bound, and what nobody in service can give, stays as it is; what the
 * matcher bound and is not there now is bound anew. A need that waits for a person's choice stays open. Under a scope it is
 * one of those that this names, and what none of them gives is not needed.
 */
export async function chooseNeeds(
  { pool, chooseResource }: RoleContext,
  step: Pick<StepRecord, 'title' | 'query' | 'requirements'>,
  { sessionId, settings: { scope } }: Pick<SessionRecord, 'sessionId' | 'settings'>,
  signal: AbortSignal,
): Promise<StepRequirement[]> {
  const chosen: StepRequirement[] = []
  const served: StepRequirement[] = []
  // Together with what was bound before: the resource may have no slot left for a second need.
  const check = (one: StepRequirement) => pool.checkResourceRequirements([...served, one])
  const isAway = (one: StepRequirement): boolean => {
    const checked = check(one)
    return (
      checked.status === 'missing' || (checked.status === 'shortage' && checked.blockedBy === 'dependency_not_ready')
    )
  }
  for (const requirement of needsWithin(pool, scope, step.requirements)) {
    const { choice: planned, ...plain } = requirement
    const isOpen =
      requirement.type !== 'executor' &&
      !isUndecided(planned) &&
      (requirement.resourceId === null || (isReplaceable(planned) && isAway(requirement)))
    const open = isOpen ? { ...plain, resourceId: null } : requirement
    const found = isOpen
      ? await chooseResource?.(`${step.title}. ${step.query}`, requirement, {
          sessionId,
          signal,
          among: scope?.resourceIds,
        })
      : null
    const [first] =
      isOpen && !found && scope !== undefined
        ? namedResources(pool, scope).filter(({ type }) => type === requirement.type)
        : []
    const bound = found
      ? { ...plain, ...found }
      : first === undefined
        ? open
        : { ...open, resourceId: first.resourceId }
    const isServed = !isUndecided(planned) && check(bound).status !== 'missing'
    if (isServed) served.push(bound)
    chosen.push(isServed || (isOpen && scope !== undefined) ? bound : open)
  }
  return chosen
}
