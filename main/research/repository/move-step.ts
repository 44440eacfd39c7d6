import type { ErrorShape } from '../../../contract/error-shape'
import type { MemberName, WaitFact } from '../../../contract/pool/pool-facts'
import type { SessionSettings, StepState, StepView } from '../../../contract/session/session'
import type { Evidence, StepFindings } from '../../reasoning'
import { asJson, type SqlExecutor } from '../../store'
import type { StepSession } from '../step-machine'
import { evidenceRows } from './observations'
import { type StepRecord, type StepRow, toStep } from './steps'

/** What a step's transition changes beside its state. What is left out becomes empty, but for who works on it. */
export interface StepPatch {
  readonly executor?: MemberName
  readonly waitsFor?: WaitFact
  readonly blockedBy?: NonNullable<StepView['blockedBy']>
  readonly resources?: readonly MemberName[]
  readonly found?: number
  readonly kept?: number
  readonly durationMs?: number
  readonly error?: ErrorShape
  /** What it held and did not ask; left out: as it was. */
  readonly unasked?: StepFindings['unasked']
}

/** One transition of a step. */
export interface StepMove {
  readonly from: readonly StepState[]
  readonly to: StepState
  readonly patch?: StepPatch
  /** Its line in the session's log; in these words, or those of the step's title. */
  readonly event: { readonly type: string; readonly words?: string | null }
  /** What it keeps of what it found. */
  readonly evidence?: readonly Evidence[]
  readonly at: string
  /** Drops the transition while it waits for its turn in the store. */
  readonly signal?: AbortSignal
}

/** A step where it stands now, with what its work needs to know of its session. */
export interface MovedStep extends StepRecord {
  readonly session: StepSession
}

interface MovedRow extends StepRow {
  session_title: string
  settings: SessionSettings
  engine: string
  report_version: number
}

/**
 * The one way in which a step's state changes: compare and set, with what it found and its line in the log, in one
 * statement, which is a transaction by itself. Null where the step did not stand in one of `from` in the approved plan of
 * a session that runs.
 */
export async function moveStep(
  executor: SqlExecutor,
  { sessionId, planId, stepId }: { readonly sessionId: string; readonly planId: string; readonly stepId: string },
  { from, to, patch = {}, event, evidence = [], at, signal }: StepMove,
): Promise<MovedStep | null> {
  const json = (value: unknown): string | null => (value === undefined ? null : asJson(value))
  const kept = evidence.length > 0
  const [row] = await executor.query<MovedRow>(
    `with moved as (
       update steps set state = $5, updated_at = $6, executor = case when $5 = 'allocating' then null else coalesce($7::jsonb, executor) end,
         resources = case when $5 = 'allocating' then '[]'::jsonb else coalesce($8::jsonb, resources) end,
         waits_for = $9::jsonb, blocked_by = $10, found = $11, kept = $12, duration_ms = $13, error = $14::jsonb,
         unasked = coalesce($15::jsonb, unasked)
       where plan_id = $2 and step_id = $3 and state = any($4)
         and exists (select from sessions s join plans p using (session_id)
           where s.session_id = $1 and s.state in ('running', 'paused') and p.plan_id = $2 and p.approved_at is not null
             and not exists (select from plans n where n.session_id = $1 and n.version > p.version))
       returning *),
     touched as (
       update sessions s set updated_at = $6 from moved where s.session_id = moved.session_id
       returning s.session_id, s.title as session_title, s.settings, s.engine, s.report_version),
     logged as (
       insert into session_events (project_id, session_id, type, state, detail, created_at)
       select moved.project_id, session_id, $16, 'running',
         jsonb_build_object('kind', 'inOwnWords', 'values', jsonb_build_object('text', coalesce($17, moved.title))), $6
       from moved join touched using (session_id))
     ${kept ? `, observed as (${evidenceRows('moved', '$18', '$6')})` : ''}
     select * from moved join touched using (session_id)`,
    [
      sessionId,
      planId,
      stepId,
      from,
      to,
      at,
      json(patch.executor),
      json(patch.resources),
      json(patch.waitsFor),
      patch.blockedBy ?? null,
      patch.found ?? null,
      patch.kept ?? null,
      patch.durationMs ?? null,
      json(patch.error),
      patch.unasked === undefined || patch.unasked.length === 0 ? null : asJson(patch.unasked),
      event.type,
      event.words ?? null,
      ...(kept ? [asJson(evidence)] : []),
    ],
    { signal, prepared: true },
  )
  if (row === undefined) return null
  const { session_title: title, settings, engine, report_version: reportVersion } = row
  return { ...toStep(row), session: { sessionId, title, settings, engine, reportVersion } }
}
