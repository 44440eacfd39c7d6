import type { ErrorShape } from '../../../contract/error-shape'
import type { RemarkFact } from '../../../contract/report/report-facts'
import type { SqlExecutor } from '../../store'
import { readFindings } from './observations'
import { readNewestPlan } from './plans'

type Unused = Extract<RemarkFact, { kind: 'resourceUnused' | 'resourceUnasked' }>

interface Row {
  readonly resource_id: string
  readonly state: string
  readonly error: ErrorShape | null
}

/** What is asked by calls on it, by its id; the library, models and Quarry's own tools take part in a step without. */
const called = /^(?:database|text2sql|api|mcp_server):/

/** The resources that steps of a session's newest plan were given and that answered none of them, or not the part that they were to be asked, each with why. */
export async function readUnusedResources(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
): Promise<readonly Unused[]> {
  const plan = await readNewestPlan(executor, sessionId)
  const given = new Map<string, string>()
  for (const { state, resources } of plan?.steps ?? []) {
    if (state !== 'observed' && state !== 'failed') continue
    for (const { resourceId, name } of resources) {
      if (resourceId !== null && called.test(resourceId)) given.set(resourceId, name ?? resourceId)
    }
  }
  if (plan === null || given.size === 0) return []
  const calls = await executor.query<Row>(
    `select resource_id, state, error from tool_call_history
     where project_id = $1 and session_id = $2 and plan_id = $3 and resource_id is not null order by created_at desc`,
    [projectId, sessionId, plan.planId],
  )
  const used = await executor.query<{ resource_id: string }>(
    `select distinct resource_id from observations
     where project_id = $1 and session_id = $2 and plan_id = $3 and place_kind in ('query', 'call')`,
    [projectId, sessionId, plan.planId],
  )
  const findings = await readFindings(executor, plan.planId)
  const unasked = plan.steps.flatMap(({ id, requirements }) =>
    (findings.get(id)?.unasked ?? []).map(({ resourceId, ...reason }) => {
      const part = requirements.find((one) => one.resourceId === resourceId)?.choice?.asked
      const name = given.get(resourceId) ?? resourceId
      const values = { name, ...(reason.declined && { resourceId }), ...(part !== undefined && { part }), ...reason }
      return { resourceId, part, fact: { kind: 'resourceUnasked', values } as const }
    }),
  )
  const ofParts = unasked.filter(({ part }) => part !== undefined)
  const why = new Map(unasked.map(({ resourceId, fact }) => [resourceId, fact]))
  const answered = new Set(used.map(({ resource_id }) => resource_id))
  const ofAll = [...given].flatMap(([resourceId, name]): Unused[] => {
    if (answered.has(resourceId) || ofParts.some((one) => one.resourceId === resourceId)) return []
    const reason = why.get(resourceId)
    if (reason !== undefined) return [reason]
    const last = calls.find(({ resource_id }) => resource_id === resourceId)
    return [{ kind: 'resourceUnused', values: { name, ...whyUnused(last) } }]
  })
  return [...ofAll, ...ofParts.map(({ fact }) => fact)]
}

function whyUnused(last: Row | undefined): Omit<Extract<Unused, { kind: 'resourceUnused' }>['values'], 'name'> {
  const none = { rule: null, error: null }
  switch (last?.state) {
    case 'done':
      return { why: 'declined', ...none }
    case 'denied':
      return last.error?.context?.by === 'rule'
        ? { why: 'deniedByRule', ...none, rule: String(last.error.context.rule) }
        : { why: 'deniedByPerson', ...none }
    case 'failed':
      return { why: 'failed', ...none, error: last.error }
    default:
      return { why: 'notAsked', ...none }
  }
}
