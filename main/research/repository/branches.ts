import type { BranchOrigin, BranchPoint, BranchView } from '../../../contract/session/checkpoint'
import type { SessionState } from '../../../contract/session/session'
import { asJson, type SqlExecutor } from '../../store'
import type { RowCopy } from './copy-rows'
import { isoTime } from './times'

/** The row of a session that goes on from a checkpoint of another one; what hangs on it is copied after it. */
export async function insertBranch(
  transaction: SqlExecutor,
  { projectId, from, to }: RowCopy,
  branch: {
    readonly state: SessionState
    readonly point: BranchPoint
    readonly reportVersion: number
    readonly addedRounds: number
    /** Whether finished steps stay in the plan that a person reviews. */
    readonly keepsSteps: boolean
    /** Whether Quarry had looked around. */
    readonly isInvestigated: boolean
  },
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine, investigation,
       report_version, gaps, added_rounds, branched_from, branch_point, created_at, updated_at, owner)
     select $3, project_id, title, question, $4, settings, engine, case when $5 then investigation end,
       $6, $7::jsonb, $8, session_id, $9::jsonb, $10, $10, case when $4 = 'done' then null else current_owner() end
     from sessions where project_id = $1 and session_id = $2`,
    [
      projectId,
      from,
      to,
      branch.state,
      branch.isInvestigated,
      branch.reportVersion,
      branch.keepsSteps ? '[]' : null,
      branch.addedRounds,
      asJson(branch.point),
      at,
    ],
  )
}

const shownNames = 20

/** Where a session comes from; null where it is no branch. */
export async function readOrigin(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
): Promise<BranchOrigin | null> {
  const [row] = await executor.query<{ branch_point: BranchPoint; origin_id: string | null; title: string | null }>(
    `select b.branch_point, o.session_id as origin_id, o.title
     from sessions b left join sessions o on o.session_id = b.branched_from and o.project_id = b.project_id
     where b.project_id = $1 and b.session_id = $2 and b.branch_point is not null`,
    [projectId, sessionId],
  )
  if (row === undefined) return null
  const { branch_point: point, origin_id, title } = row
  const missing = await executor.query<{ name: string }>(
    `select coalesce(min(e.place ->> 'sourceTitle'), min(e.place ->> 'sourceName'), e.source_id) as name
     from (
       select place, source_id from observations where project_id = $1 and session_id = $2 and created_at <= $3
       union all
       select c.place, c.source_id from citations c join reports r using (session_id, version)
       where c.project_id = $1 and c.session_id = $2 and r.created_at <= $3
     ) e
     where e.source_id is not null
       and not exists (select 1 from sources s where s.project_id = $1 and s.source_id = e.source_id)
     group by e.source_id order by name`,
    [projectId, sessionId, point.at],
  )
  const names = missing.slice(0, shownNames).map(({ name }) => name)
  return {
    ...point,
    sessionId: origin_id,
    sessionTitle: title ?? point.sessionTitle,
    missingSources: { count: missing.length, names },
  }
}

/** Sessions that go on from a checkpoint of this one, oldest first. */
export async function listBranches(executor: SqlExecutor, projectId: string, sessionId: string): Promise<BranchView[]> {
  const rows = await executor.query<{
    session_id: string
    title: string
    branch_point: BranchPoint
    created_at: string | Date
  }>(
    `select session_id, title, branch_point, created_at from sessions
     where project_id = $1 and branched_from = $2 order by created_at, session_id`,
    [projectId, sessionId],
  )
  return rows.map(({ session_id, title, branch_point, created_at }) => {
    const { sessionTitle: _title, ...checkpoint } = branch_point
    return { sessionId: session_id, title, checkpoint, createdAt: isoTime(created_at) }
  })
}
