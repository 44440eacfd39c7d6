import type { AnswerFigures, SessionMetrics } from '../../../contract/metrics'
import type { SessionState } from '../../../contract/session'
import { quarrysTurn } from '../../../contract/session-transitions'
import type { SqlExecutor } from '../../store'

const mostDays = 30
const mostEngines = 50

interface FiguresRow extends AnswerFigures {
  /** Null of all engines together, and of all days. */
  readonly engine: string | null
  readonly day: string | null
  readonly ofDay: boolean
  readonly ofEngine: boolean
}

/** What came of the questions of a project: all together, by the engine of their session, and by the day on which they were asked. */
async function readAnswers(executor: SqlExecutor, projectId: string): Promise<SessionMetrics['answers']> {
  const rows = await executor.query<FiguresRow>(
    `with logged as (
       select session_id, event_id, type, state, created_at,
         lead(created_at) over own as until,
         count(*) filter (where state = 'done') over (own rows between unbounded preceding and 1 preceding) as answer
       from session_events where project_id = $1
       window own as (partition by session_id order by event_id)
     ), answers as (
       select session_id, answer, min(created_at) as asked_at, max(coalesce(until, created_at)) as ended_at,
         bool_or(state = 'done') as is_answered, bool_or(type = 'clarification.asked') as is_clarified,
         sum(extract(epoch from until - created_at) * 1000) filter (where state = any($2)) as work_ms
       from logged group by session_id, answer
       -- What was only renamed or archived since is no question.
       having bool_or(state = any($2))
     ), figures as (
       select s.engine, to_char(a.asked_at at time zone 'UTC', 'YYYY-MM-DD') as day, a.*,
         exists (select 1 from tool_call_history t where t.session_id = a.session_id and t.project_id = $1
                   and t.tool = 'recall' and t.server = 'builtin' and t.created_at between a.asked_at and a.ended_at) as is_searched,
         m.prompt, m.written
       from answers a join sessions s using (session_id)
         left join lateral (
           select sum(prompt_tokens) as prompt, sum(answer_tokens) as written from model_turns t
           where t.session_id = a.session_id and t.project_id = $1 and not t.is_copy
             and t.started_at between a.asked_at and a.ended_at) m on true
     )
     select engine, day, grouping(engine) = 0 as "ofEngine", grouping(day) = 0 as "ofDay",
       count(*)::int as asked, count(*) filter (where is_answered)::int as answered,
       avg(is_clarified::int)::float8 as "clarifiedShare", avg(is_searched::int)::float8 as "searchedShare",
       percentile_cont(0.5) within group (order by work_ms) filter (where is_answered) as "p50Ms",
       percentile_cont(0.95) within group (order by work_ms) filter (where is_answered) as "p95Ms",
       coalesce(sum(prompt), 0)::float8 as "promptTokens", coalesce(sum(written), 0)::float8 as "answerTokens"
     from figures group by grouping sets ((), (engine), (day)) order by count(*) desc`,
    [projectId, quarrysTurn],
  )
  const figuresOf = ({ engine: _e, day: _d, ofDay: _od, ofEngine: _oe, ...figures }: FiguresRow): AnswerFigures =>
    figures
  const all = rows.find(({ ofDay, ofEngine }) => !ofDay && !ofEngine)
  return {
    all: all === undefined ? nothingAsked : figuresOf(all),
    byEngine: rows
      .flatMap((row) => (row.ofEngine && row.engine !== null ? [{ engine: row.engine, ...figuresOf(row) }] : []))
      .slice(0, mostEngines),
    byDay: rows
      .flatMap((row) => (row.ofDay && row.day !== null ? [{ day: row.day, ...figuresOf(row) }] : []))
      .toSorted((one, other) => (one.day < other.day ? 1 : -1))
      .slice(0, mostDays),
  }
}

const nothingAsked: AnswerFigures = {
  asked: 0,
  answered: 0,
  clarifiedShare: null,
  searchedShare: null,
  p50Ms: null,
  p95Ms: null,
  promptTokens: 0,
  answerTokens: 0,
}

/** Sessions of a project by state, what came of their questions, and what their language models used. */
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
    answers: await readAnswers(executor, projectId),
    sessions: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    models: models ?? { turns: 0, promptTokens: 0, answerTokens: 0 },
  }
}
