import type { AnswerFigures, SessionMetrics } from '../../../contract/app/metrics'
import type { SessionState } from '../../../contract/session/session'
import { quarrysTurn } from '../../../contract/session/session-transitions'
import type { SqlExecutor } from '../../store'

const mostDays = 30
const mostEngines = 50
const mostDomains = 50

interface FiguresRow extends AnswerFigures {
  /** Null of all engines together, and of all days. */
  readonly engine: string | null
  readonly day: string | null
  /** Null of all domains together, and of none. */
  readonly domainId: string | null
  readonly domainName: string | null
  readonly of: 'all' | 'engine' | 'day' | 'domain'
}

/**
 * What came of the questions of a project: all together, by the engine of their session, by the domain that the answer cites
 * most, and by the day on which they were asked.
 */
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
         m.prompt, m.written, topic.domain_id, topic.name as domain_name
       from answers a join sessions s using (session_id)
         left join lateral (
           select sum(prompt_tokens) as prompt, sum(answer_tokens) as written from model_turns t
           where t.session_id = a.session_id and t.project_id = $1 and not t.is_copy
             and t.started_at between a.asked_at and a.ended_at) m on true
         left join lateral (
           select d.domain_id, d.name from reports r
             join citations c using (session_id, version)
             join domain_sources ds on ds.source_id = c.source_id and ds.project_id = $1
             join domains d on d.domain_id = ds.domain_id and not d.removed
           where r.session_id = a.session_id and r.created_at between a.asked_at and a.ended_at
           group by d.domain_id, d.name order by count(*) desc, d.name, d.domain_id limit 1) topic on true
     )
     select engine, day, domain_id as "domainId", domain_name as "domainName",
       case when grouping(engine) = 0 then 'engine' when grouping(day) = 0 then 'day'
         when grouping(domain_id) = 0 then 'domain' else 'all' end as of,
       count(*)::int as asked, count(*) filter (where is_answered)::int as answered,
       avg(is_clarified::int)::float8 as "clarifiedShare", avg(is_searched::int)::float8 as "searchedShare",
       percentile_cont(0.5) within group (order by work_ms) filter (where is_answered) as "p50Ms",
       percentile_cont(0.95) within group (order by work_ms) filter (where is_answered) as "p95Ms",
       coalesce(sum(prompt), 0)::float8 as "promptTokens", coalesce(sum(written), 0)::float8 as "answerTokens"
     from figures group by grouping sets ((), (engine), (day), (domain_id, domain_name)) order by count(*) desc`,
    [projectId, quarrysTurn],
  )
  const figuresOf = ({
    engine: _e,
    day: _d,
    domainId: _i,
    domainName: _n,
    of: _of,
    ...figures
  }: FiguresRow): AnswerFigures => figures
  const all = rows.find((row) => row.of === 'all')
  const ofDomains = rows.filter((row) => row.of === 'domain')
  return {
    all: all === undefined ? nothingAsked : figuresOf(all),
    byEngine: rows
      .flatMap((row) => (row.of === 'engine' && row.engine !== null ? [{ engine: row.engine, ...figuresOf(row) }] : []))
      .slice(0, mostEngines),
    byDomain: ofDomains.some(({ domainId }) => domainId !== null)
      ? ofDomains
          .map(({ domainId, domainName, ...row }) => ({
            domain: domainId === null || domainName === null ? null : { domainId, name: domainName },
            ...figuresOf({ domainId, domainName, ...row }),
          }))
          .slice(0, mostDomains)
      : [],
    byDay: rows
      .flatMap((row) => (row.of === 'day' && row.day !== null ? [{ day: row.day, ...figuresOf(row) }] : []))
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
