import type { ErrorShape } from '../../../contract/error-shape'
import { QuarryError } from '../../../contract/errors'
import type { ModelCall, ModelMessage, ModelTurn, ModelUsage } from '../../../contract/models/language-model'
import type { ModelTurnView } from '../../../contract/models/model-turn'
import type { TurnRequest } from '../../reasoning'
import { asJson, type SqlExecutor } from '../../store'
import { isoTime } from './times'

export interface TurnKey {
  readonly sessionId: string
  /** Hash of what is asked of whom. */
  readonly key: string
}

/** The answer of a turn that was finished; null where none was. */
export async function readAnswer(
  executor: SqlExecutor,
  { sessionId, key }: TurnKey,
): Promise<Pick<ModelTurn, 'text' | 'finish' | 'calls'> | null> {
  const [row] = await executor.query<Pick<Row, 'calls'> & { answer: string; finish: ModelTurn['finish'] }>(
    'select answer, finish, calls from model_turns where session_id = $1 and key = $2 and answer is not null',
    [sessionId, key],
  )
  if (row === undefined) return null
  const { answer: text, finish, calls } = row
  return { text, finish, ...(calls === null ? {} : { calls }) }
}

/** Writes that a turn is under way, before it is asked, with the tokens that it may use at most. */
export async function beginTurn(
  executor: SqlExecutor,
  projectId: string,
  { sessionId, key }: TurnKey,
  engine: string,
  { role, about, prompt, ...request }: TurnRequest,
  { promptTokens, answerTokens }: Pick<ModelUsage, 'promptTokens' | 'answerTokens'>,
  at: string,
): Promise<void> {
  await executor.query(
    `insert into model_turns (project_id, session_id, key, role, about, engine, prompt, request, started_at,
       prompt_tokens, answer_tokens, is_estimated)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, true)
     on conflict (session_id, key) do update
       set attempts = model_turns.attempts + 1, error = null, started_at = excluded.started_at, ended_at = null,
         prompt_tokens = excluded.prompt_tokens, answer_tokens = excluded.answer_tokens, is_estimated = true`,
    [projectId, sessionId, key, role, about, engine, prompt, asJson(request), at, promptTokens, answerTokens],
  )
}

export async function writeAnswer(
  executor: SqlExecutor,
  { sessionId, key }: TurnKey,
  { text, finish, calls }: Pick<ModelTurn, 'text' | 'finish' | 'calls'>,
  { promptTokens, answerTokens, isEstimated }: ModelUsage,
  at: string,
): Promise<void> {
  const written = await executor.query(
    `update model_turns set answer = $3, finish = $4, prompt_tokens = $5, answer_tokens = $6, is_estimated = $7,
       ended_at = $8, calls = $9::jsonb
     where session_id = $1 and key = $2 returning turn_id`,
    [
      sessionId,
      key,
      text,
      finish,
      promptTokens,
      answerTokens,
      isEstimated,
      at,
      calls === undefined ? null : asJson(calls),
    ],
  )
  if (written.length === 0) throw new QuarryError('session.notFound', 'This session no longer exists.')
}

/** @param usage null where nothing of an answer came */
export async function writeTurnError(
  executor: SqlExecutor,
  { sessionId, key }: TurnKey,
  error: ErrorShape,
  usage: ModelUsage | null,
  at: string,
): Promise<void> {
  await executor.query(
    `update model_turns set error = $3::jsonb, ended_at = $4, prompt_tokens = $5, answer_tokens = $6, is_estimated = $7
     where session_id = $1 and key = $2`,
    [
      sessionId,
      key,
      asJson(error),
      at,
      usage?.promptTokens ?? null,
      usage?.answerTokens ?? null,
      usage?.isEstimated ?? false,
    ],
  )
}

/** How many of a session's turns were answered, and what those used that ended. */
export async function readModelUse(
  executor: SqlExecutor,
  sessionId: string,
): Promise<{ readonly turns: number; readonly tokens: number }> {
  const [row] = await executor.query<{ turns: number; tokens: number }>(
    `select count(answer)::int as turns,
       coalesce(sum(prompt_tokens + answer_tokens) filter (where ended_at is not null), 0)::int as tokens
     from model_turns where session_id = $1 and not is_copy`,
    [sessionId],
  )
  return row ?? { turns: 0, tokens: 0 }
}

/** Tokens that a session's turns used, and those that the ones under way, or cut off, may have used. */
export async function readTakenTokens(executor: SqlExecutor, sessionId: string): Promise<number> {
  const [row] = await executor.query<{ tokens: number }>(
    `select coalesce(sum(prompt_tokens + answer_tokens), 0)::int as tokens from model_turns
     where session_id = $1 and not is_copy`,
    [sessionId],
  )
  return row?.tokens ?? 0
}

interface Row {
  turn_id: number | string
  role: ModelTurnView['role']
  about: string
  engine: string
  prompt: string
  request: { messages: ModelMessage[] }
  answer: string | null
  calls: ModelCall[] | null
  finish: ModelTurn['finish'] | null
  prompt_tokens: number | null
  answer_tokens: number | null
  is_estimated: boolean
  error: ErrorShape | null
  attempts: number
  started_at: string | Date
  ended_at: string | Date | null
}

/** All turns of a session, the first one first. */
export async function readTurns(executor: SqlExecutor, projectId: string, sessionId: string): Promise<ModelTurnView[]> {
  const rows = await executor.query<Row>(
    'select * from model_turns where project_id = $1 and session_id = $2 order by turn_id',
    [projectId, sessionId],
  )
  return rows.map((row) => {
    const at = isoTime(row.started_at)
    return {
      turnId: Number(row.turn_id),
      at,
      role: row.role,
      about: row.about,
      engine: row.engine,
      prompt: row.prompt,
      messages: row.request.messages,
      answer: row.answer,
      calls: row.calls ?? [],
      finish: row.finish,
      promptTokens: row.ended_at === null ? null : row.prompt_tokens,
      answerTokens: row.ended_at === null ? null : row.answer_tokens,
      isEstimated: row.is_estimated,
      attempts: row.attempts,
      durationMs: row.ended_at === null ? null : Date.parse(isoTime(row.ended_at)) - Date.parse(at),
      error: row.error,
    }
  })
}
