import type { CallMetrics } from '../../../contract/app/metrics'
import type { CallFilter, CallRecord } from '../../../contract/calls/calls'
import type { SqlExecutor } from '../../store'
import { undoneBy } from './calls'

interface Row extends Omit<CallRecord, 'at' | 'endedAt'> {
  readonly at: string | Date
  readonly endedAt: string | Date | null
}

const fits = `t.project_id = $1 and ($2::text is null or strpos(lower(t.tool), lower($2)) > 0) and ($3::text is null or t.session_id = $3)
  and ($4::text is null or t.decision = $4) and ($5::text is null or t.state = $5)
  and ($6::timestamptz is null or t.created_at >= $6) and ($7::timestamptz is null or t.created_at < $7)
  and ($8::text is null or t.resource_id = $8)
  -- What a branch was given was called once, where it comes from.
  and (not t.is_copy or t.session_id = $3)`

const isoOf = (at: string | Date): string => new Date(at).toISOString()

/** Recorded calls of a project that fit a filter, the newest first, and how many there are. */
export async function readCallRecords(
  executor: SqlExecutor,
  projectId: string,
  filter: CallFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly calls: CallRecord[]; readonly total: number }> {
  const values = [
    projectId,
    filter.tool ?? null,
    filter.sessionId ?? null,
    filter.decision ?? null,
    filter.state ?? null,
    filter.from ?? null,
    filter.until ?? null,
    filter.resourceId ?? null,
  ]
  const [counted] = await executor.query<{ total: number }>(
    `select count(*)::int as total from tool_call_history t
     where ${fits}`,
    values,
  )
  const rows = await executor.query<Row>(
    `select t.call_id as "callId", t.session_id as "sessionId", t.caller, t.created_at as at, t.ended_at as "endedAt",
       t.duration_ms as "durationMs", t.tool, t.server, t.tier, t.effect, t.resource_id as "resourceId", r.name as "resourceName",
       t.question, t.input, t.decision, t.risk, t.reasons, t.state, t.error, t.exchanges, t.feedback, c.remark,
       case when t.server = 'builtin' and t.tool in ('save_file', 'apply_change') and t.state = 'done' and t.output is not null
              and not t.is_copy
            then case when ${undoneBy('t')} then 'undone' else 'possible' end end as undo,
       case when t.decision is null then null
            when t.server = 'builtin' and t.tool = 'undo_change' then 'person'
            when t.decision = 'ask' then
              case when c.answer is not null or (t.session_id is null and t.caller = 'session') then 'person'
                   when t.state = 'awaitingConfirmation' then null
                   when t.caller = 'program' and t.server <> 'builtin' then 'program'
                   when t.state = 'denied' then 'gate' end
            when t.reasons @> '[{"fact": {"kind": "ruleDecides"}}]' then 'rule'
            else 'gate' end as "decidedBy"
     from tool_call_history t
       left join resource_registry r using (resource_id)
       left join lateral (
         select answer, remark from confirmations where call_id = t.call_id order by asked_at desc limit 1
       ) c on true
     where ${fits}
     order by t.created_at desc, t.call_id offset $9 limit $10`,
    [...values, page.offset, page.limit],
  )
  const calls = rows.map((row) => ({
    ...row,
    at: isoOf(row.at),
    endedAt: row.endedAt === null ? null : isoOf(row.endedAt),
  }))
  return { calls, total: counted?.total ?? 0 }
}

/** Writes what a person thinks of a call. */
export async function rateCall(
  executor: SqlExecutor,
  projectId: string,
  { callId, feedback }: Pick<CallRecord, 'callId' | 'feedback'>,
): Promise<void> {
  await executor.query('update tool_call_history set feedback = $3 where call_id = $1 and project_id = $2', [
    callId,
    projectId,
    feedback,
  ])
}

/**
 * Takes the words out of the calls of a session that is being deleted: what is left says that a tool was called, when, and
 * how that was decided. What never ran, or ran for the session that
 * this one comes from, goes with the session.
 */
export async function redactCallsOfSession(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
): Promise<void> {
  await transaction.query(
    `delete from tool_call_history
     where session_id = $1 and project_id = $2 and (state = 'awaitingConfirmation' or is_copy)`,
    [sessionId, projectId],
  )
  await transaction.query(
    `update tool_call_history set session_id = null, plan_id = null, step_id = null, ordinal = null, input_hash = null,
       resource_id = null, question = '', input = '{}', output = null, error = null, risk = null, reasons = '[]',
       similar_calls = '[]', drafted_from = null, exchanges = '[]', embedding = null, model = null
     where session_id = $1 and project_id = $2`,
    [sessionId, projectId],
  )
}

/** Removes what belongs to no session: the lines of deleted ones, and calls of other programs. */
export async function purgeCalls(executor: SqlExecutor, projectId: string): Promise<void> {
  await executor.query('delete from tool_call_history where project_id = $1 and session_id is null', [projectId])
}

/** Tools that are counted one by one; the others count in the whole. */
const maxTools = 200

interface MetricsRow extends Omit<CallMetrics['tools'][number], 'tool' | 'server' | 'successRate'> {
  /** Null of all calls together. */
  readonly tool: string | null
  readonly server: string | null
}

/** How many calls of a project there are, how they ended, and how long they took, in all and by tool. */
export async function readCallMetrics(executor: SqlExecutor, projectId: string): Promise<CallMetrics> {
  const rows = await executor.query<MetricsRow>(
    `select tool, server, count(*)::int as total, count(*) filter (where state = 'done')::int as done,
       count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'denied')::int as denied,
       percentile_cont(0.5) within group (order by duration_ms) as "p50Ms",
       percentile_cont(0.95) within group (order by duration_ms) as "p95Ms"
     from tool_call_history where project_id = $1 and not is_copy
     group by grouping sets ((), (tool, server)) order by grouping(tool) desc, count(*) desc, tool, server limit $2`,
    [projectId, maxTools + 1],
  )
  const [all, ...tools] = rows
  return {
    total: all?.total ?? 0,
    p50Ms: all?.p50Ms ?? null,
    p95Ms: all?.p95Ms ?? null,
    tools: tools.map(({ tool, server, ...counts }) => {
      const ended = counts.done + counts.failed
      return {
        tool: tool ?? '',
        server: server ?? '',
        ...counts,
        successRate: ended === 0 ? null : counts.done / ended,
      }
    }),
  }
}
