import { randomUUID } from 'node:crypto'
import { asJson, hashOfJson, type SqlExecutor } from '../../store'
import type { CheckpointState, PlanHistory } from '../checkpoints'
import { isFinished } from '../schedule'
import { copyRows, type RowCopy } from './copy-rows'

/** How the newest plan of the copy stands. */
interface CopiedPlan {
  readonly reportVersion: number
  readonly isApproved: boolean
}

/** Copies what a session had come to at a checkpoint into a session whose row is there: everything that hangs on it, with ids of its own. */
export async function copyState(
  transaction: SqlExecutor,
  copy: RowCopy,
  checkpointState: CheckpointState,
  newest: CopiedPlan,
  at: string,
): Promise<void> {
  const until = checkpointState.checkpoint.at
  await copyRows(transaction, copy, 'messages', {
    where: 't.created_at <= $4::timestamptz',
    order: 't.message_id',
    values: [until],
  })
  const planIds = new Map<string, string>()
  for (const plan of checkpointState.earlier) {
    const over = new Set(plan.steps.filter(({ state }) => isFinished(state)).map(({ id }) => id))
    planIds.set(plan.planId, await copyPlan(transaction, copy, plan, over, plan, at))
  }
  if (checkpointState.plan !== null) {
    const { history, over } = checkpointState.plan
    planIds.set(history.planId, await copyPlan(transaction, copy, history, over, newest, at))
  }
  const versions = checkpointState.reports.map(({ version }) => version)
  for (const [table, order] of [
    ['reports', 't.version'],
    ['citations', 't.version, t.n'],
  ] as const) {
    await copyRows(transaction, copy, table, { where: 't.version = any($4::integer[])', order, values: [versions] })
  }
  await copyTurns(transaction, copy, until)
  await copyGiven(transaction, copy, planIds, newest.reportVersion, until)
  await copyCalls(transaction, copy, planIds, until)
}

/** A version of the plan; of its steps those that were over stay so with what they found, the others are pending. */
async function copyPlan(
  transaction: SqlExecutor,
  copy: RowCopy,
  plan: PlanHistory,
  over: ReadonlySet<string>,
  { reportVersion, isApproved }: CopiedPlan,
  at: string,
): Promise<string> {
  const planId = randomUUID()
  await copyRows(transaction, copy, 'plans', {
    instead: {
      plan_id: '$5::text',
      report_version: '$6::integer',
      approved_at: isApproved ? 't.approved_at' : 'null',
    },
    where: 't.plan_id = $4',
    order: 't.version',
    values: [plan.planId, planId, reportVersion],
  })
  const values = [plan.planId, planId, [...over]]
  const ifOver = (column: string, otherwise = 'null'): [string, string] => [
    column,
    `case when t.step_id = any($6::text[]) then t.${column} else ${otherwise} end`,
  ]
  await copyRows(transaction, copy, 'steps', {
    instead: {
      plan_id: '$5::text',
      waits_for: 'null',
      blocked_by: 'null',
      ...Object.fromEntries([
        ifOver('state', `'pending'`),
        // Left out later, while the plan ran.
        ifOver('skipped', 'false'),
        ifOver('executor'),
        ifOver('resources', `'[]'`),
        ifOver('found'),
        ifOver('kept'),
        ifOver('duration_ms'),
        ifOver('error'),
        ifOver('unasked', `'[]'`),
        ifOver('updated_at', '$7::timestamptz'),
      ]),
    },
    where: 't.plan_id = $4',
    order: 't.position',
    values: [...values, at],
  })
  await copyRows(transaction, copy, 'observations', {
    instead: { plan_id: '$5::text' },
    where: 't.plan_id = $4 and t.step_id = any($6::text[])',
    order: 't.step_id, t.ordinal',
    values,
  })
  return planId
}

/** Turns that were answered by then: the same question is not asked again, and they count where they were asked. */
const copyTurns = (transaction: SqlExecutor, copy: RowCopy, until: string): Promise<void> =>
  copyRows(transaction, copy, 'model_turns', {
    instead: { is_copy: 'true' },
    where: 't.answer is not null and t.ended_at <= $4::timestamptz',
    order: 't.turn_id',
    values: [until],
  })

async function copyGiven(
  transaction: SqlExecutor,
  copy: RowCopy,
  planIds: ReadonlyMap<string, string>,
  reportVersion: number,
  until: string,
): Promise<void> {
  const rest = `t.created_at <= $4::timestamptz and t.version <= $5`
  const order = 't.version, t.part, t.step'
  await copyRows(transaction, copy, 'given_contexts', {
    where: `${rest} and t.part <> 'step'`,
    order,
    values: [until, reportVersion],
  })
  for (const [from, to] of planIds) {
    await copyRows(transaction, copy, 'given_contexts', {
      instead: { step: `$7::text || substr(t.step, length($6::text) + 1)` },
      where: `${rest} and t.part = 'step' and starts_with(t.step, $6::text || '/')`,
      order,
      values: [until, reportVersion, from, to],
    })
  }
}

interface EndedCall {
  call_id: string
  plan_id: string
  tool: string
  resource_id: string | null
  input: unknown
  input_hash: string | null
}

/**
 * Calls that had ended by then, in the steps of the copied plans: a step that begins again reads them. What a person
 * answered to them holds for the session in which it was asked. Calls that name earlier ones name the copies of these.
 */
async function copyCalls(
  transaction: SqlExecutor,
  copy: RowCopy,
  planIds: ReadonlyMap<string, string>,
  until: string,
): Promise<void> {
  const calls = await transaction.query<EndedCall>(
    `select call_id, plan_id, tool, resource_id, input, input_hash from tool_call_history t
     where project_id = $1 and session_id = $2 and plan_id = any($3) and ordinal is not null
       and state in ('done', 'failed', 'denied') and coalesce(ended_at, created_at) <= $4::timestamptz
       and not exists (select 1 from confirmations c where c.call_id = t.call_id and c.answered_at > $4::timestamptz)
     order by created_at, call_id`,
    [copy.projectId, copy.from, [...planIds.keys()], until],
  )
  const callIds = new Map(calls.map(({ call_id }) => [call_id, randomUUID()]))
  const copies = calls.map((call) => {
    const input = withCallIds(call.input, callIds)
    const isKnown = call.input_hash === hashOfJson([call.tool, call.resource_id, call.input])
    const hash = isKnown ? hashOfJson([call.tool, call.resource_id, input]) : call.input_hash
    return [call.call_id, { id: callIds.get(call.call_id), plan: planIds.get(call.plan_id), input, hash }] as const
  })
  const copied = '($4::jsonb -> t.call_id)'
  await copyRows(transaction, copy, 'tool_call_history', {
    instead: {
      call_id: `${copied} ->> 'id'`,
      plan_id: `${copied} ->> 'plan'`,
      input: `${copied} -> 'input'`,
      input_hash: `${copied} ->> 'hash'`,
      is_copy: 'true',
      feedback: 'null',
      embedding: 'null',
      model: 'null',
    },
    where: '$4::jsonb ? t.call_id',
    order: 't.created_at, t.call_id',
    values: [asJson(Object.fromEntries(copies))],
  })
  await renameCalls(transaction, copy, callIds)
}

/** A value with the ids of calls in it replaced. */
function withCallIds(value: unknown, callIds: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return callIds.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => withCallIds(one, callIds))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withCallIds(one, callIds)]))
}

/** What was computed of earlier calls names them in its arguments: in the copies it names their copies. */
async function renameCalls(
  transaction: SqlExecutor,
  { projectId, to }: RowCopy,
  callIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const table of ['observations', 'citations'] as const) {
    const places = await transaction.query<{ place: { arguments: unknown } }>(
      `select distinct place from ${table} where project_id = $1 and session_id = $2 and place_kind = 'call'`,
      [projectId, to],
    )
    for (const { place } of places) {
      const renamed = { ...place, arguments: withCallIds(place.arguments, callIds) }
      if (JSON.stringify(renamed) === JSON.stringify(place)) continue
      await transaction.query(
        `update ${table} set place = $3::jsonb where project_id = $1 and session_id = $2 and place = $4::jsonb`,
        [projectId, to, asJson(renamed), asJson(place)],
      )
    }
  }
}
