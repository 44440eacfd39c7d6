import type { SessionMetrics } from '../../../contract/metrics'
import type { SessionState } from '../../../contract/session'
import type { SqlExecutor } from '../../store'

/** Sessions of a project by state, and what their language models used. */
export async function readSessionMetrics(executor: SqlExecutor, projectId: string): Promise<SessionMetrics> {
  const states = await executor.query<{ state: SessionState; count: number }>(
    'select state, count(*)::int as count from sessions where project_id = $1 group by state order by state',
    [projectId],
  )
  const [models] = await executor.query<SessionMetrics['models']>(
    `select count(answer)::int as turns, coalesce(sum(prompt_tokens), 0)::float8 as "promptTokens",
       coalesce(sum(answer_tokens), 0)::float8 as "answerTokens"
     from model_turns where project_id = $1 and ended_at is not null and not is_copy`,
    [projectId],
  )
  return {
    sessions: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    models: models ?? { turns: 0, promptTokens: 0, answerTokens: 0 },
  }
}
