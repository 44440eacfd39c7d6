import type { ErrorShape } from '../../../contract/error-shape'
import type { JsonValue } from '../../../contract/json'
import type { ReportSection } from '../../../contract/report/report'
import type { SqlExecutor } from '../../store'

/**
 * What a line of a session's log stands for is in rows that were written in the same transaction, at the same time. None of
 * them goes before the session does, so that the same line is always told by as many rows.
 */
export interface LineKey {
  readonly sessionId: string
  /** ISO time of the line. */
  readonly at: string
}

/** What a person said with the line; the answer that they skipped is none. */
export async function readSaidAt(executor: SqlExecutor, { sessionId, at }: LineKey): Promise<string[]> {
  const rows = await executor.query<{ text: string | null }>(
    `select body ->> 'text' as text from messages
     where session_id = $1 and role = 'person' and created_at = $2::timestamptz order by message_id`,
    [sessionId, at],
  )
  return rows.flatMap(({ text }) => text ?? [])
}

/** Titles of the plan's steps that was written with the line, in its order. */
export async function readTitlesAt(executor: SqlExecutor, { sessionId, at }: LineKey): Promise<string[]> {
  const rows = await executor.query<{ title: string }>(
    `select s.title from plans p join steps s using (plan_id)
     where p.session_id = $1 and p.created_at = $2::timestamptz order by s.position`,
    [sessionId, at],
  )
  return rows.map(({ title }) => title)
}

export interface ThreadCall {
  readonly callId: string
  readonly tool: string
  readonly server: string
  readonly input: Record<string, JsonValue>
}

/** A call with what came of it. */
export interface EndedCall extends ThreadCall {
  readonly output: JsonValue
  readonly error: ErrorShape | null
  readonly wasAsked: boolean
}

/** Calls that a person was asked about with the line, each with its question. */
export function readAskedAt(
  executor: SqlExecutor,
  { sessionId, at }: LineKey,
): Promise<(ThreadCall & { readonly confirmationId: string })[]> {
  return executor.query(
    `select c.confirmation_id as "confirmationId", t.call_id as "callId", t.tool, t.server, t.input
     from confirmations c join tool_call_history t using (call_id)
     where c.session_id = $1 and c.asked_at = $2::timestamptz order by t.ordinal, c.confirmation_id`,
    [sessionId, at],
  )
}

/**
 * Calls of the step that was observed, or asked a person, with the line, in their order: of one that asked those that were
 * done by then; those that an earlier line told of are left out.
 */
export function readCallsAt(executor: SqlExecutor, { sessionId, at }: LineKey, title: string): Promise<EndedCall[]> {
  return executor.query(
    `select t.call_id as "callId", t.tool, t.server, t.input, t.output, t.error,
       exists (select from confirmations c where c.call_id = t.call_id) as "wasAsked"
     from steps s join tool_call_history t on t.session_id = s.session_id and t.plan_id = s.plan_id and t.step_id = s.step_id
       cross join lateral (
         select max(asked_at) filter (where asked_at < $2::timestamptz) as before, bool_or(asked_at = $2::timestamptz) as asks
         from confirmations c where c.plan_id = s.plan_id and c.step_id = s.step_id) asked
     where s.session_id = $1 and s.title = $3
       and (asked.asks and t.state = 'done' and t.ended_at <= $2::timestamptz
         or asked.asks is not true and s.state = 'observed' and s.updated_at = $2::timestamptz)
       and (asked.before is null or t.state <> 'done' or t.ended_at > asked.before)
     order by t.ordinal, t.created_at, t.call_id`,
    [sessionId, at, title],
  )
}

/** The sections of the report that was verified with the line, before a person edited it. */
export async function readSectionsAt(executor: SqlExecutor, { sessionId, at }: LineKey): Promise<ReportSection[]> {
  const [row] = await executor.query<{ sections: ReportSection[] }>(
    `select coalesce(body -> 'earlier' -> 0, body -> 'sections') as sections from reports
     where session_id = $1 and (body ->> 'verifiedAt')::timestamptz = $2::timestamptz`,
    [sessionId, at],
  )
  return row?.sections ?? []
}
