import type { LibrarySummary } from '../../../contract/library/source'
import type { PlanStepDraft, StepRequirement } from '../../../contract/session/session'
import type { SessionScope } from '../../../contract/session/session-scope'
import type { Pool } from '../../pool'
import { countPassagesWithin } from '../repository/scope'
import type { RoleContext } from './context'

const capabilities = { database: 'sql_query', api: 'api_call', tool: 'tool_call' } as const

const isOfResource = (type: StepRequirement['type']): type is keyof typeof capabilities => type in capabilities

/** The resources that a scope names and the pool has, as a step needs them. */
export function namedResources(pool: Pick<Pool, 'view'>, { resourceIds }: SessionScope): StepRequirement[] {
  const named = pool
    .view()
    .members.flatMap(({ type, resourceId }): [string, StepRequirement][] =>
      resourceId !== null && resourceIds.includes(resourceId) && isOfResource(type)
        ? [[resourceId, { type, capability: capabilities[type], level: 1, resourceId }]]
        : [],
    )
  return [...new Map(named).values()]
}

/** Of needs those that the resources of a scope can serve; all of them where there is none. */
export function needsWithin(
  pool: Pick<Pool, 'view'>,
  scope: SessionScope | undefined,
  needs: readonly StepRequirement[],
): StepRequirement[] {
  if (scope === undefined) return [...needs]
  const named = namedResources(pool, scope)
  return needs.filter(({ type, resourceId }) => {
    if (resourceId !== null) return scope.resourceIds.includes(resourceId)
    return !isOfResource(type) || named.some((one) => one.type === type)
  })
}

/** The library as a session may use it: with the passages of the documents that its scope names. */
export async function summaryWithin(
  { database, projectId, librarySummary }: RoleContext,
  scope: SessionScope | undefined,
): Promise<LibrarySummary> {
  const summary = await librarySummary()
  if (scope === undefined) return summary
  return { ...summary, passages: await countPassagesWithin(database, projectId, scope) }
}

/** Resources that steps need which they did not need before a person changed them. */
export function addedResources(
  before: readonly Pick<PlanStepDraft, 'requirements'>[],
  after: readonly Pick<PlanStepDraft, 'requirements'>[],
): string[] {
  const needed = (steps: typeof before): string[] =>
    steps.flatMap(({ requirements }) => requirements.flatMap(({ resourceId }) => resourceId ?? []))
  const known = new Set(needed(before))
  return needed(after).filter((resourceId) => !known.has(resourceId))
}
