import type { StepRequirement } from '../../../contract/session'
import type { StepRecord } from '../repository/plans'
import type { RoleContext } from './context'

/** A need of a step, with the resource that was chosen for it. */
export interface ChosenNeed {
  readonly requirement: StepRequirement
  /** Whether the step's own words point at the resource, so that its use teaches something. */
  readonly isSure: boolean
}

/**
 * Binds each need of a step to the resource that answers the step's words best: any database would do for the pool,
 * but not for the question. What a person bound, and what nobody in service can give, stays as it is.
 */
export async function chooseNeeds(
  { pool, chooseResource }: RoleContext,
  step: Pick<StepRecord, 'title' | 'query' | 'requirements'>,
  sessionId: string,
  signal: AbortSignal,
): Promise<ChosenNeed[]> {
  const chosen: ChosenNeed[] = []
  const served: StepRequirement[] = []
  for (const requirement of step.requirements) {
    const isOpen = requirement.resourceId === null && requirement.type !== 'executor'
    const choice = isOpen
      ? await chooseResource?.(`${step.title}. ${step.query}`, requirement, { sessionId, signal })
      : null
    const bound = { ...requirement, resourceId: choice?.resourceId ?? requirement.resourceId }
    // Together with what was bound before: the resource may have no slot left for a second need.
    const isServed = pool.checkResourceRequirements([...served, bound]).status !== 'missing'
    if (isServed) served.push(bound)
    chosen.push(
      isServed
        ? { requirement: bound, isSure: choice?.isSure ?? requirement.resourceId !== null }
        : { requirement, isSure: false },
    )
  }
  return chosen
}
