import type { GivenContext, GivenItem } from '../../../contract/library/memory'
import { asJson, type SqlExecutor } from '../../store'
import type { ReportKey } from './reports'

/** A part of a version that an engine is given something for; `step` names a step with its plan, and is empty otherwise. */
export interface GivenKey extends ReportKey {
  readonly part: GivenContext['part']
  readonly step: string
}

export async function readGiven(
  executor: SqlExecutor,
  { sessionId, version, part, step }: GivenKey,
): Promise<GivenContext | null> {
  const [row] = await executor.query<{ context: GivenContext }>(
    'select context from given_contexts where session_id = $1 and version = $2 and part = $3 and step = $4',
    [sessionId, version, part, step],
  )
  return row?.context ?? null
}

/** A second one for the same part changes nothing. */
export async function insertGiven(
  executor: SqlExecutor,
  projectId: string,
  { sessionId, version, part, step }: GivenKey,
  context: GivenContext,
  at: string,
): Promise<void> {
  await executor.query(
    `insert into given_contexts (session_id, project_id, version, part, step, context, created_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7) on conflict do nothing`,
    [sessionId, projectId, version, part, step, asJson(context), at],
  )
}

/** What the engine was given for the parts of a version, in the order in which it was; parts that it was given nothing for are left out. */
export async function listGiven(executor: SqlExecutor, { sessionId, version }: ReportKey): Promise<GivenContext[]> {
  const rows = await executor.query<{ context: GivenContext }>(
    `select context from given_contexts where session_id = $1 and version = $2
     order by part <> 'plan', part = 'report', created_at, step`,
    [sessionId, version],
  )
  return rows.map(({ context }) => context).filter(({ items }) => items.length > 0)
}

/** All that was given for a version, each once. */
export async function readGivenItems(executor: SqlExecutor, key: ReportKey): Promise<GivenItem[]> {
  const items = (await listGiven(executor, key)).flatMap((context) => context.items)
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
