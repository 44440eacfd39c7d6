import type { EarlierCall } from '../../reasoning'
import type { SqlExecutor } from '../../store'

/**
 * What queries and calls answered in steps of a plan, in their order. A step that was over when the plan was made has them in
 * the version in which it ran, where it searched for the same.
 */
export async function readCallsOf(
  executor: SqlExecutor,
  { projectId, sessionId, planId }: { readonly projectId: string; readonly sessionId: string; readonly planId: string },
  stepIds: readonly string[],
): Promise<EarlierCall[]> {
  return executor.query<EarlierCall>(
    `select c.call_id as "callId", c.tool, c.resource_id as "resourceId", c.input, c.output
     from tool_call_history c
     join steps own on own.plan_id = $3 and own.step_id = c.step_id
     where c.project_id = $1 and c.session_id = $2 and c.step_id = any($4) and c.state = 'done' and c.resource_id is not null
       and c.plan_id = (
         select ran.plan_id from steps ran join plans p on p.plan_id = ran.plan_id
         where p.session_id = $2 and p.project_id = $1 and ran.step_id = c.step_id and ran.query = own.query
           and exists (select 1 from tool_call_history any_call where any_call.project_id = $1 and any_call.session_id = $2
             and any_call.plan_id = ran.plan_id and any_call.step_id = ran.step_id)
         order by p.version desc limit 1)
     order by own.position, c.ordinal`,
    [projectId, sessionId, planId, [...stepIds]],
  )
}

/** What the steps ask for that calculate with what a step of a plan finds. */
export async function readFiguresAfter(executor: SqlExecutor, planId: string, stepId: string): Promise<string[]> {
  const rows = await executor.query<{ query: string }>(
    `select query from steps
     where plan_id = $1 and type = 'processing' and not skipped and depends_on @> to_jsonb($2::text) order by position`,
    [planId, stepId],
    { prepared: true },
  )
  return rows.map(({ query }) => query)
}
