import type { Database } from '../../../main/store'

export interface Essence {
  readonly session: object | undefined
  readonly plans: readonly object[]
  readonly steps: readonly object[]
  readonly observations: readonly object[]
  readonly reports: readonly object[]
  readonly citations: readonly object[]
}

/** What a session leaves in the store, without ids, times and the names of who did it: two runs that did the same are equal. */
export async function essenceOf(database: Database, sessionId: string): Promise<Essence> {
  const [session] = await database.query(
    'select state, interrupted_state, title, question, settings, engine, investigation, report_version, gaps, added_rounds, error from sessions where session_id = $1',
    [sessionId],
  )
  const plans = await database.query(
    `select version, report_version, remark, approved_at is not null as approved from plans where session_id = $1 order by version`,
    [sessionId],
  )
  const steps = await database.query(
    `select p.version, t.step_id, t.position, t.title, t.query, t.origin, t.depends_on, t.skipped, t.state,
       t.waits_for, t.found, t.kept, t.error
     from steps t join plans p using (plan_id) where t.session_id = $1 order by p.version, t.position`,
    [sessionId],
  )
  const observations = await database.query(
    `select p.version, o.step_id, o.ordinal, o.sentence, o.place, o.score, o.reason from observations o join plans p using (plan_id)
     where o.session_id = $1 order by p.version, o.step_id, o.ordinal`,
    [sessionId],
  )
  const reports = await database.query<{ body: { verifiedAt: unknown } }>(
    'select version, body, partial from reports where session_id = $1 order by version',
    [sessionId],
  )
  const citations = await database.query(
    'select version, n, place, cited_text, cited_text_hash from citations where session_id = $1 order by version, n',
    [sessionId],
  )
  return {
    session,
    plans,
    steps,
    observations,
    reports: reports.map((report) => ({
      ...report,
      body: { ...report.body, verifiedAt: report.body.verifiedAt !== null },
    })),
    citations,
  }
}

/** How often each line stands in a session's log that stands there once for each thing that was done. */
export async function onceOnlyEvents(database: Database, sessionId: string): Promise<{ readonly count: number }[]> {
  return database.query(
    `select type, detail, count(*)::int as count from session_events
     where session_id = $1 and type in ('session.started', 'question.accepted', 'investigation.finished',
       'plan.drafted', 'plan.approved', 'step.observed', 'steps.incomplete', 'steps.finished', 'followUp.asked',
       'evidence.sufficient', 'report.written', 'report.verified')
     group by type, detail order by type, detail`,
    [sessionId],
  )
}

/** Those lines of a session without more steps or follow-ups that stand in its log more than once. */
export async function repeatedOnceOnlyEvents(database: Database, sessionId: string): Promise<object[]> {
  return (await onceOnlyEvents(database, sessionId)).filter(({ count }) => count > 1)
}
