import type { ErrorShape } from '../../../contract/error-shape'
import { QuarryError } from '../../../contract/errors'
import type { BranchPoint } from '../../../contract/session/checkpoint'
import { type BranchMark, markOfCheckpoint } from '../../../contract/session/checkpoint-facts'
import type {
  InvestigationView,
  SessionSettings,
  SessionState,
  SessionSummary,
} from '../../../contract/session/session'
import { noSuchEdge, type TransitionCause, transitionsOf } from '../../../contract/session/session-transitions'
import { asJson, isClaimable, noteRemoval, type SqlExecutor, type SqlValue } from '../../store'
import { appendEvent, type SessionEventDraft } from './events'
import { isoTime } from './times'

/** A session's own row. */
export interface SessionRecord {
  readonly sessionId: string
  readonly title: string
  readonly question: string
  readonly state: SessionState
  readonly interruptedState: SessionState | null
  readonly settings: SessionSettings
  readonly engine: string
  readonly investigation: InvestigationView | null
  /** The version of the report that is worked on, or was finished last. */
  readonly reportVersion: number
  /** What the finished steps left open, until the plan for it is approved; else null. */
  readonly gaps: readonly string[] | null
  /** How often steps were added for the question of this version. */
  readonly addedRounds: number
  readonly error: ErrorShape | null
  readonly archived: boolean
  /** Whether it began at a checkpoint of another session. */
  readonly isBranch: boolean
  /** Undefined of what is no branch, or has a title of its own. */
  readonly branchMark: BranchMark | undefined
  readonly createdAt: string
  readonly updatedAt: string
}

interface Row {
  session_id: string
  title: string
  question: string
  state: SessionState
  interrupted_state: SessionState | null
  settings: SessionSettings
  engine: string
  investigation: InvestigationView | null
  report_version: number
  gaps: string[] | null
  added_rounds: number
  error: ErrorShape | null
  archived: boolean
  branch_point: BranchPoint | null
  created_at: string | Date
  updated_at: string | Date
}

function toRecord(row: Row): SessionRecord {
  return {
    sessionId: row.session_id,
    title: row.title,
    question: row.question,
    state: row.state,
    interruptedState: row.interrupted_state,
    settings: row.settings,
    engine: row.engine,
    investigation: row.investigation,
    reportVersion: row.report_version,
    gaps: row.gaps,
    addedRounds: row.added_rounds,
    error: row.error,
    archived: row.archived,
    isBranch: row.branch_point !== null,
    branchMark: row.branch_point?.sessionTitle === row.title ? markOfCheckpoint(row.branch_point) : undefined,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

export async function insertSession(
  transaction: SqlExecutor,
  projectId: string,
  session: Pick<SessionRecord, 'sessionId' | 'title' | 'question' | 'settings' | 'engine'>,
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine, created_at, updated_at,
       owner)
     values ($1, $2, $3, $4, 'coordinating', $5::jsonb, $6, $7, $7, current_owner())`,
    [
      session.sessionId,
      projectId,
      session.title,
      session.question,
      JSON.stringify(session.settings),
      session.engine,
      at,
    ],
  )
}

/** The row of a session. Throws `session.notFound`. */
export async function readSession(executor: SqlExecutor, projectId: string, sessionId: string): Promise<SessionRecord> {
  const [row] = await executor.query<Row>(
    'select * from sessions where session_id = $1 and project_id = $2',
    [sessionId, projectId],
    { prepared: true },
  )
  if (row === undefined) {
    throw new QuarryError('session.notFound', 'This session no longer exists.', { context: { sessionId } })
  }
  return toRecord(row)
}

/** Writes whether a session's language model may ask to write files, whatever the project says. */
export async function writeWritesFiles(executor: SqlExecutor, sessionId: string, writesFiles: boolean): Promise<void> {
  await executor.query(
    `update sessions set settings = jsonb_set(settings, '{writesFiles}', to_jsonb($2::boolean)) where session_id = $1`,
    [sessionId, writesFiles],
  )
}

/** What a transition changes beside the state. What is left out stays. */
export interface SessionPatch {
  readonly interruptedState?: SessionState | null
  readonly investigation?: InvestigationView
  readonly error?: ErrorShape | null
  readonly title?: string
  readonly reportVersion?: number
  readonly gaps?: readonly string[] | null
  readonly addedRounds?: number
}

export interface Move {
  readonly projectId: string
  readonly sessionId: string
  readonly from: SessionState
  readonly to: SessionState
  readonly event: SessionEventDraft & { readonly type: TransitionCause }
  readonly patch?: SessionPatch
  readonly at: string
}

/**
 * The one way in which a session's state changes: compare and set, with its line in the log. Throws
 * `session.wrongState` where the row stands elsewhere, so that a late writer cannot overtake a person's stop, or where
 * another process owns it, and `internal` for a move that is no edge of the table.
 */
export async function moveSession(transaction: SqlExecutor, move: Move): Promise<void> {
  const { patch = {} } = move
  if (transitionsOf(move.from).next[move.to]?.includes(move.event.type) !== true) {
    throw noSuchEdge(move.from, move.to, move.event.type)
  }
  const parameters: SqlValue[] = [move.sessionId, move.from, move.to, move.at]
  const owner = `owner = case when $3 in ('done', 'failed') then null else current_owner() end`
  const assignments = ['state = $3', 'updated_at = $4', owner]
  const assignTo = (column: string, value: SqlValue, cast = ''): void => {
    parameters.push(value)
    assignments.push(`${column} = $${parameters.length}${cast}`)
  }
  if (patch.interruptedState !== undefined) assignTo('interrupted_state', patch.interruptedState)
  if (patch.investigation !== undefined) assignTo('investigation', JSON.stringify(patch.investigation), '::jsonb')
  if (patch.error !== undefined) {
    assignTo('error', patch.error === null ? null : asJson(patch.error), '::jsonb')
  }
  if (patch.title !== undefined) assignTo('title', patch.title)
  if (patch.reportVersion !== undefined) assignTo('report_version', patch.reportVersion)
  if (patch.gaps !== undefined) assignTo('gaps', patch.gaps === null ? null : asJson(patch.gaps), '::jsonb')
  if (patch.addedRounds !== undefined) assignTo('added_rounds', patch.addedRounds)
  const moved = await transaction.query(
    `update sessions set ${assignments.join(', ')} where session_id = $1 and state = $2 and ${isClaimable}
     returning session_id`,
    parameters,
  )
  if (moved.length === 0) {
    throw new QuarryError('session.wrongState', `The session is no longer ${move.from}.`, {
      context: { sessionId: move.sessionId, to: move.to },
    })
  }
  await appendEvent(transaction, move.projectId, move.sessionId, move.to, move.event, move.at)
}

/** Makes this process the owner of a session that is not over. Answers false where another one is, or is about to be. */
export async function claimSession(executor: SqlExecutor, projectId: string, sessionId: string): Promise<boolean> {
  const rows = await executor.query(
    `with free as (
       select session_id from sessions where project_id = $1 and session_id = $2 and ${isClaimable}
       for update skip locked), claimed as (
       update sessions s set owner = current_owner() from free
       where s.session_id = free.session_id and s.owner is null and s.state not in ('done', 'failed'))
     select session_id from free`,
    [projectId, sessionId],
  )
  return rows.length > 0
}

/** A change that is no transition still counts as the session's latest. */
export async function touchSession(transaction: SqlExecutor, sessionId: string, at: string): Promise<void> {
  await transaction.query('update sessions set updated_at = $2 where session_id = $1', [sessionId, at])
}

interface SummaryRow extends Row {
  steps_done: number
  steps_total: number
  steps_asking: number
}

/** States in which steps are taken: in any other nobody waits for what a step asks. */
const stepping: ReadonlySet<SessionState> = new Set(['running', 'paused'])

/** Sessions, newest change first; `archived` null answers both kinds. */
export async function listSessions(
  executor: SqlExecutor,
  projectId: string,
  archived: boolean | null,
): Promise<SessionSummary[]> {
  const rows = await executor.query<SummaryRow>(
    `select s.*, coalesce(c.done, 0)::int as steps_done, coalesce(c.total, 0)::int as steps_total,
            coalesce(c.asking, 0)::int as steps_asking
     from sessions s
     left join lateral (
       select count(*) filter (where t.state in ('observed', 'failed')) as done,
              count(*) filter (where t.state <> 'skipped') as total,
              count(*) filter (where t.state = 'awaitingConfirmation') as asking
       from steps t
       where t.plan_id = (select plan_id from plans p where p.session_id = s.session_id order by version desc limit 1)
     ) c on true
     where s.project_id = $1 and ($2::boolean is null or s.archived = $2)
     order by s.updated_at desc, s.session_id`,
    [projectId, archived],
  )
  return rows.map((row) => {
    const { sessionId, title, question, state, archived, isBranch, branchMark, createdAt, updatedAt } = toRecord(row)
    return {
      id: sessionId,
      title,
      question,
      state,
      stepsDone: row.steps_done,
      stepsTotal: row.steps_total,
      archived,
      ...(row.steps_asking > 0 && stepping.has(state) && { asksPermission: true }),
      ...(isBranch && { isBranch: true }),
      ...(branchMark !== undefined && { branchMark }),
      createdAt,
      updatedAt,
    }
  })
}

export async function readSessionIds(executor: SqlExecutor, projectId: string): Promise<string[]> {
  const rows = await executor.query<{ session_id: string }>(
    'select session_id from sessions where project_id = $1 order by session_id',
    [projectId],
  )
  return rows.map(({ session_id }) => session_id)
}

/** Ids of sessions that are not over and that no other process owns, oldest first. */
export async function listOpenSessionIds(executor: SqlExecutor, projectId: string): Promise<string[]> {
  const rows = await executor.query<{ session_id: string }>(
    `select session_id from sessions where project_id = $1 and state not in ('done', 'failed') and ${isClaimable}
     order by created_at, session_id`,
    [projectId],
  )
  return rows.map(({ session_id }) => session_id)
}

export async function renameSession(executor: SqlExecutor, sessionId: string, title: string): Promise<void> {
  await executor.query('update sessions set title = $2 where session_id = $1', [sessionId, title])
}

export async function archiveSession(executor: SqlExecutor, sessionId: string, archived: boolean): Promise<void> {
  await executor.query('update sessions set archived = $2 where session_id = $1', [sessionId, archived])
}

/** Memories that go with a session. */
export async function countMemories(executor: SqlExecutor, sessionId: string): Promise<number> {
  const [row] = await executor.query<{ count: number }>(
    `select count(*)::int as count from memories where session_id = $1 and origin <> 'person'`,
    [sessionId],
  )
  return row?.count ?? 0
}

/** Removes the session; everything derived from it goes with it by foreign keys, and out of the dumps after that. */
export async function deleteSession(transaction: SqlExecutor, sessionId: string): Promise<void> {
  // What a person wrote down or changed is theirs, and stays.
  await transaction.query(`delete from memories where session_id = $1 and origin <> 'person'`, [sessionId])
  await transaction.query('delete from sessions where session_id = $1', [sessionId])
  await noteRemoval(transaction)
}
