import { randomUUID } from 'node:crypto'
import type { DroppedReason, LearnerQuestion } from '../../contract/library/learner'
import { asJson, type Database, noteRemoval, type SqlExecutor } from '../store'
import type { RaisedQuestion } from './raise-questions'

/** How the learner of a project stands with its day. */
export interface LearnerDay {
  readonly paused: boolean
  readonly questions: number
  readonly spentMs: number
}

/** Rows of one project's learner. `day` is this machine's date, YYYY-MM-DD. */
export interface LearnerRows {
  day(day: string): Promise<LearnerDay>
  setPaused(paused: boolean): Promise<void>
  /** What was being asked when Quarry ended: it is not asked again, lest it be what ended it. */
  endUnfinished(): Promise<void>
  /** The first that was not asked yet, or whose sources, or those of its answer, changed since. */
  firstDue(raised: readonly RaisedQuestion[]): Promise<RaisedQuestion | null>
  /** Writes that it is being asked, and takes the time that it may need from the day. Answers the row's id. */
  begin(question: RaisedQuestion, day: string, reservedMs: number, at: string): Promise<string>
  /** Writes what became of it, in the transaction that keeps its answer, and gives back the time that it did not need. */
  end(
    transaction: SqlExecutor,
    questionId: string,
    outcome: { readonly reservedMs: number; readonly tookMs: number } & (
      | { readonly state: 'kept'; readonly recordId: string }
      | { readonly state: 'dropped'; readonly reason: DroppedReason }
      | { readonly state: 'interrupted' }
    ),
  ): Promise<void>
  counts(): Promise<{ readonly kept: number; readonly dropped: number }>
  list(page: {
    readonly offset: number
    readonly limit: number
  }): Promise<{ questions: LearnerQuestion[]; total: number }>
  /** Null: all. With what was kept of them; they are not asked again. Answers how many there were. */
  remove(questionIds: readonly string[] | null): Promise<number>
}

export function createLearnerRows(database: Database, projectId: string): LearnerRows {
  return {
    async day(day) {
      const [row] = await database.query<LearnerDay>(
        `select paused, case when day < $2 then 0 else questions end as questions,
                case when day < $2 then 0 else spent_ms end as "spentMs"
         from learners where project_id = $1`,
        [projectId, day],
      )
      return row ?? { paused: false, questions: 0, spentMs: 0 }
    },
    async setPaused(paused) {
      await database.query(
        `insert into learners (project_id, paused) values ($1, $2)
         on conflict (project_id) do update set paused = excluded.paused`,
        [projectId, paused],
      )
    },
    async endUnfinished() {
      await database.query(
        `update learner_questions set state = 'dropped', reason = 'quarryEnded'
         where project_id = $1 and state = 'asking'`,
        [projectId],
      )
    },
    async firstDue(raised) {
      const [row] = await database.query<{ at: number }>(
        `select r.at::int from unnest($2::text[], $3::text[], $4::text[]) with ordinality as r (key, hash, question, at)
         left join learner_questions q on q.project_id = $1 and q.question_key = r.key
         where case
           when q.question_id is null then not exists (
             select from learning_records l where l.project_id = $1 and lower(l.question) = lower(r.question))
           when q.state = 'removed' then false
           when q.state = 'interrupted' or q.raised_hash <> r.hash then true
           else exists (select from learning_records l
             cross join lateral jsonb_to_recordset(l.sources) as c (id text, hash text)
             left join sources s on s.source_id = c.id and s.project_id = l.project_id
             where l.record_id = q.record_id and (s.source_id is null or s.content_hash is distinct from c.hash))
         end
         order by r.at limit 1`,
        [
          projectId,
          raised.map(({ key }) => key),
          raised.map(({ hash }) => hash),
          raised.map(({ question }) => question),
        ],
      )
      return row === undefined ? null : (raised[row.at - 1] ?? null)
    },
    begin(question, day, reservedMs, at) {
      return database.transaction(async (transaction) => {
        await transaction.query(
          `insert into learners (project_id, day, questions, spent_ms) values ($1, $2, 1, $3)
           on conflict (project_id) do update set
             questions = case when learners.day < $2 then 1 else learners.questions + 1 end,
             spent_ms = case when learners.day < $2 then $3 else learners.spent_ms + $3 end,
             day = greatest(learners.day, $2)`,
          [projectId, day, reservedMs],
        )
        const { key, question: words, raisedBy, sourceIds, hash } = question
        const [row] = await transaction.query<{ id: string }>(
          `insert into learner_questions
             (question_id, project_id, question_key, question, raised_by, raised_from, raised_hash, state, asked_at)
           values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, 'asking', $8)
           on conflict (project_id, question_key) do update set
             question = excluded.question, raised_by = excluded.raised_by, raised_from = excluded.raised_from,
             raised_hash = excluded.raised_hash, state = 'asking', reason = null, asked_at = excluded.asked_at, took_ms = null
           returning question_id as id`,
          [randomUUID(), projectId, key, words, asJson(raisedBy), asJson(sourceIds), hash, at],
        )
        return row!.id
      })
    },
    async end(transaction, questionId, { reservedMs, tookMs, ...outcome }) {
      const recordId = outcome.state === 'kept' ? outcome.recordId : null
      await transaction.query(
        `delete from learning_records l using learner_questions q
         where l.project_id = $1 and q.question_id = $2 and l.record_id = q.record_id and l.record_id is distinct from $3
           and $4 <> 'interrupted'`,
        [projectId, questionId, recordId, outcome.state],
      )
      await transaction.query(
        `update learner_questions set state = $3, reason = $4, took_ms = $5,
           record_id = case when $3 = 'interrupted' then record_id else $6 end
         where project_id = $1 and question_id = $2`,
        [projectId, questionId, outcome.state, outcome.state === 'dropped' ? outcome.reason : null, tookMs, recordId],
      )
      // One that a person cut short by coming back costs its time alone.
      await transaction.query(
        `update learners set spent_ms = greatest(0, spent_ms - $2), questions = greatest(0, questions - $3)
         where project_id = $1`,
        [projectId, reservedMs - tookMs, outcome.state === 'interrupted' ? 1 : 0],
      )
    },
    async counts() {
      const [row] = await database.query<{ kept: number; dropped: number }>(
        `select count(*) filter (where state = 'kept')::int as kept, count(*) filter (where state = 'dropped')::int as dropped
         from learner_questions where project_id = $1`,
        [projectId],
      )
      return row ?? { kept: 0, dropped: 0 }
    },
    async list({ offset, limit }) {
      const questions = await database.query<LearnerQuestion>(
        `select q.question_id as "questionId", q.question, q.raised_by as "raisedBy", q.state, q.reason,
                q.asked_at as "askedAt", q.took_ms as "tookMs",
                jsonb_path_query_array(coalesce(l.body, '{}'), '$.sections[*].sentences[*].text') as sentences
         from learner_questions q left join learning_records l on l.record_id = q.record_id
         where q.project_id = $1 and q.state <> 'removed'
         order by q.asked_at desc, q.question_id offset $2 limit $3`,
        [projectId, offset, limit],
      )
      const [counted] = await database.query<{ total: number }>(
        `select count(*)::int as total from learner_questions where project_id = $1 and state <> 'removed'`,
        [projectId],
      )
      return { questions, total: counted?.total ?? 0 }
    },
    remove(questionIds) {
      return database.transaction(async (transaction) => {
        const removable = `state not in ('removed', 'asking') and ($2::text[] is null or question_id = any($2::text[]))`
        await transaction.query(
          `delete from learning_records where project_id = $1
             and record_id in (select record_id from learner_questions
               where project_id = $1 and ${removable} and record_id is not null)`,
          [projectId, questionIds],
        )
        // What is left says that it is not to be asked, without its words.
        const removed = await transaction.query(
          `update learner_questions set state = 'removed', question = '', raised_by = '{}', reason = null
           where project_id = $1 and ${removable} returning question_id`,
          [projectId, questionIds],
        )
        await noteRemoval(transaction)
        return removed.length
      })
    },
  }
}

/**
 * Forgets, in the transaction that removes sources, what the learner asked because of them and what it answered from
 * them. What a person removed themselves stays removed.
 */
export async function forgetLearned(
  transaction: SqlExecutor,
  projectId: string,
  sourceIds: readonly string[],
): Promise<void> {
  const resting = `select l.record_id from learning_records l where l.project_id = $1 and l.origin = 'background'
    and exists (select from jsonb_array_elements(l.sources) as c where c ->> 'id' = any($2::text[]))`
  await transaction.query(
    `delete from learner_questions where project_id = $1 and state <> 'removed'
       and (raised_from ?| $2::text[] or record_id in (${resting}))`,
    [projectId, sourceIds],
  )
  await transaction.query(`delete from learning_records where project_id = $1 and record_id in (${resting})`, [
    projectId,
    sourceIds,
  ])
}
