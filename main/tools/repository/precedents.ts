import type { SessionGrant, WrittenRule } from '../../../contract/calls/calls'
import { globOf, type Rule } from '../../gate'
import { type Database, type EmbeddingModel, registerModel, type SqlExecutor } from '../../store'

/** Whose calls are compared: those of one tool, of one server, on one resource. */
export interface CallOrigin {
  readonly projectId: string
  readonly tool: string
  readonly server: string
  readonly resourceId: string | null
}

const ofOrigin = `project_id = $1 and tool = $2 and server = $3 and resource_id is not distinct from $4`
const valuesOf = ({ projectId, tool, server, resourceId }: CallOrigin) => [projectId, tool, server, resourceId]

/** Calls that are looked at. */
const looked = 50

/** A call that ended, or was refused. */
export interface PastCallRow {
  readonly callId: string
  readonly at: string | Date
  readonly question: string
  readonly input: unknown
  readonly state: 'done' | 'failed' | 'denied'
  readonly answer: 'allow' | 'deny' | null
  /** What made its vector, or found that there is none; null: nothing yet. */
  readonly model: string | null
}

/** The latest calls of an origin, the newest first. */
export function readPastCalls(executor: SqlExecutor, origin: CallOrigin): Promise<PastCallRow[]> {
  return executor.query<PastCallRow>(
    `select t.call_id as "callId", created_at as at, question, input, state, model,
       -- What a program says that its person allowed settles nothing; what they refused counts.
       case when caller = 'session' then c.answer
            when decision = 'ask' and state = 'denied' and server <> 'builtin' then 'deny' end as answer
     from tool_call_history t left join lateral (
       select answer, reason from confirmations where call_id = t.call_id order by asked_at desc limit 1) c on true
     where ${ofOrigin} and (session_id is not null or caller = 'program') and not is_copy and state in ('done', 'failed', 'denied')
       -- Who did not know what a call missed refused nothing.
       and (c.reason is distinct from 'missing' or c.answer is distinct from 'deny')
     order by created_at desc limit ${looked}`,
    valuesOf(origin),
    { prepared: true },
  )
}

/** Vectors of calls by a model, by call id; those that have none are left out. */
export async function readCallVectors(
  executor: SqlExecutor,
  projectId: string,
  model: string,
  callIds: readonly string[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const rows = await executor.query<{ call_id: string; embedding: Float32Array }>(
    `select call_id, embedding from tool_call_history
     where project_id = $1 and model = $2 and call_id = any($3) and embedding is not null`,
    [projectId, model, [...callIds]],
    { prepared: true },
  )
  return new Map(rows.map(({ call_id, embedding }) => [call_id, embedding]))
}

/** Keeps vectors of calls, but not of those whose words were taken out meanwhile. Null: the model knows no such script. */
export async function writeCallVectors(
  database: Database,
  projectId: string,
  model: EmbeddingModel,
  vectors: ReadonlyMap<string, Float32Array | null>,
): Promise<void> {
  if (vectors.size === 0) return
  const values = [...vectors].map((_, at) => `($${2 * at + 3}::text, $${2 * at + 4}::vector)`).join(', ')
  await database.transaction(async (transaction) => {
    await registerModel(transaction, model)
    await transaction.query(
      `update tool_call_history t set embedding = v.embedding, model = $2 from (values ${values}) as v(call_id, embedding)
       where project_id = $1 and t.call_id = v.call_id and (session_id is not null or caller = 'program')`,
      [projectId, model.id, ...[...vectors].flat()],
    )
  })
}

/** Whether the tool said something else of itself when it last ran. */
export async function hasChanged(executor: SqlExecutor, origin: CallOrigin, toolHash: string): Promise<boolean> {
  const [last] = await executor.query<{ tool_hash: string | null }>(
    `select tool_hash from tool_call_history where ${ofOrigin} and state in ('done', 'failed', 'running')
     order by created_at desc limit 1`,
    valuesOf(origin),
    { prepared: true },
  )
  return last !== undefined && last.tool_hash !== null && last.tool_hash !== toolHash
}

/** What the tools of a resource said of themselves when they last ran, by name. */
export async function readLastHashes(
  executor: SqlExecutor,
  { projectId, server, resourceId }: Omit<CallOrigin, 'tool'>,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await executor.query<{ tool: string; tool_hash: string | null }>(
    `select distinct on (tool) tool, tool_hash from tool_call_history
     where project_id = $1 and server = $2 and resource_id is not distinct from $3 and state in ('done', 'failed', 'running')
     order by tool, created_at desc`,
    [projectId, server, resourceId],
  )
  return new Map(rows.map(({ tool, tool_hash: last }) => [tool, last]))
}

/** What a person allowed for a whole session, as rules. */
export async function readSessionRules(
  executor: SqlExecutor,
  origin: CallOrigin,
  sessionId: string,
): Promise<readonly Rule[]> {
  const [allowed] = await executor.query(
    `select 1 from confirmations c join tool_call_history t using (call_id)
     where t.project_id = $1 and t.tool = $2 and t.server = $3 and t.resource_id is not distinct from $4
       and c.session_id = $5 and c.answer = 'allow' and c.scope = 'session' limit 1`,
    [...valuesOf(origin), sessionId],
    { prepared: true },
  )
  return allowed === undefined ? [] : [{ ...allowingRule(origin), file: 'session', line: 1 }]
}

/** What people allowed for sessions of a project, the newest first. */
export async function listSessionGrants(executor: SqlExecutor, projectId: string): Promise<SessionGrant[]> {
  const rows = await executor.query<Omit<SessionGrant, 'at'> & { readonly at: string | Date }>(
    `select c.session_id as "sessionId", s.title as "sessionTitle", t.tool, t.server, t.resource_id as "resourceId",
       r.name as "resourceName", max(c.answered_at) as at
     from confirmations c join tool_call_history t using (call_id) join sessions s on s.session_id = c.session_id
       left join resource_registry r using (resource_id)
     where c.project_id = $1 and c.answer = 'allow' and c.scope = 'session'
     group by c.session_id, s.title, t.tool, t.server, t.resource_id, r.name order by at desc limit 500`,
    [projectId],
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/** Has what was allowed for a session count for the calls that it was given for alone. */
export async function revokeSessionGrant(executor: SqlExecutor, origin: CallOrigin, sessionId: string): Promise<void> {
  await executor.query(
    `update confirmations c set scope = 'once' from tool_call_history t
     where c.call_id = t.call_id and t.project_id = $1 and t.tool = $2 and t.server = $3
       and t.resource_id is not distinct from $4 and c.session_id = $5 and c.scope = 'session'`,
    [...valuesOf(origin), sessionId],
  )
}

/** The rule that allows every call of an origin. */
export const allowingRule = ({ tool, server, resourceId }: CallOrigin): WrittenRule => ({
  decide: 'allow',
  tool: globOf(tool),
  server: globOf(server),
  ...(resourceId === null ? {} : { resource: globOf(resourceId) }),
})

/** How often a person refused a tool since they last allowed it, and what was refused last, with what they said to it. */
export interface Refusals {
  readonly times: number
  readonly input: unknown
  readonly remark: string | null
}

/** The tools of a resource that a person refused last, by name; of the latest answers. Null: Quarry's own that need none. */
export async function readRefusals(
  executor: SqlExecutor,
  projectId: string,
  resourceId: string | null,
): Promise<ReadonlyMap<string, Refusals>> {
  const answers = await executor.query<{
    tool: string
    input: unknown
    answer: 'allow' | 'deny'
    remark: string | null
  }>(
    `select t.tool, t.input, c.answer, c.remark from confirmations c join tool_call_history t using (call_id)
     where t.project_id = $1 and t.resource_id is not distinct from $2 and not t.is_copy and c.answer is not null
       -- Who did not know what a call missed refused nothing.
       and (c.reason is distinct from 'missing' or c.answer = 'allow')
     order by c.answered_at desc limit ${looked}`,
    [projectId, resourceId],
  )
  const allowed = new Set<string>()
  const refused = new Map<string, Refusals>()
  for (const { tool, input, answer, remark } of answers) {
    if (answer === 'allow') allowed.add(tool)
    if (allowed.has(tool)) continue
    const later = refused.get(tool)
    refused.set(tool, later === undefined ? { times: 1, input, remark } : { ...later, times: later.times + 1 })
  }
  return refused
}
