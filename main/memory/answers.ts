import { randomUUID } from 'node:crypto'
import type { AnswerView } from '../../contract/library/memory'
import { isClaim, type ReportView, reportView } from '../../contract/report/report'
import { asJson, noteRemoval, type SqlExecutor } from '../store'
import { decayed } from './importance'
import { createLikener, type Likened } from './likeness'
import type { WriteMemory } from './memories'
import type { MemoryPorts } from './ports'

/** An earlier question with what it takes to say whether it was the same one. */
export interface LikenedAnswer {
  readonly id: string
  /** Null of the background learner's. */
  readonly sessionId: string | null
  readonly version: number | null
  readonly question: string
  readonly at: string
  /** Its confidence, decayed. */
  readonly worth: number
  readonly likened: Likened
}

/** What finished sessions and the background learner answered: the learning records of a project. */
export interface Answers {
  /** Those whose question or sentences have the words, the last answered first. */
  list(page: {
    readonly text?: string | undefined
    readonly offset: number
    readonly limit: number
  }): Promise<{ readonly answers: AnswerView[]; readonly total: number }>
  /** Null: all. Answers how many there were. */
  remove(recordIds: readonly string[] | null): Promise<number>
  /** Writes a record of a finished version; null where it answered nothing. */
  prepare(finished: {
    readonly sessionId: string
    readonly version: number
    readonly question: string
    readonly report: ReportView
  }): WriteMemory | null
  /**
   * Writes what the background learner answered, in the place of what it answered to the same question before.
   * @param summary a checked report of its summary alone
   * @returns the record's id
   */
  learn(transaction: SqlExecutor, learned: { readonly question: string; readonly summary: ReportView }): Promise<string>
  /** All but a session's own, also those that are superseded. */
  others(sessionId: string, signal?: AbortSignal): Promise<LikenedAnswer[]>
  /** Which of them are not superseded. */
  holding(answers: readonly LikenedAnswer[], signal?: AbortSignal): Promise<ReadonlySet<string>>
  /** The sentences of an answer that its passages still support, each reopened; none where nobody can say any more. */
  reopen(answer: LikenedAnswer, signal: AbortSignal): Promise<string[]>
}

/** Compared at most, the last answered ones. */
const mostCompared = 5000

/** Why nobody is given a record `l` any more; null of one that holds. */
const superseded = `case
  when exists (select from learning_records newer
    where newer.project_id = l.project_id and lower(newer.question) = lower(l.question)
      and (newer.created_at, newer.record_id) > (l.created_at, l.record_id)) then 'answeredAgain'
  when exists (select from citations c
    left join sources s on s.source_id = c.source_id and s.project_id = c.project_id
    left join resource_registry g on g.resource_id = c.resource_id and g.project_id = c.project_id
    where c.session_id = l.session_id and c.version = l.version and l.cited @> to_jsonb(c.n)
      and (coalesce(s.source_id, g.resource_id) is null or s.state = 'missing'
        or (c.source_content_hash is not null and s.content_hash is distinct from c.source_content_hash)))
    or exists (select from jsonb_to_recordset(l.sources) as c (id text, hash text)
    left join sources s on s.source_id = c.id and s.project_id = l.project_id
    where s.source_id is null or s.state = 'missing' or s.content_hash is distinct from c.hash)
    then 'sourcesChanged' end`

/** Session $2 of project $1, what it was branched from, and all that was branched from that: they answer one question. */
const ofOneFamily = `with recursive family (session_id) as (
    select $2::text
    union
    select case when s.session_id = f.session_id then s.branched_from else s.session_id end
    from family f join sessions s on s.project_id = $1 and (s.branched_from = f.session_id
      or (s.session_id = f.session_id and s.branched_from is not null)))
  select session_id from family`

/** Sentences of the summary of a record `l`, or of its report `r`, that its citations support. */
const sentences = `jsonb_path_query_array(coalesce(l.body, r.body),
  '$.sections[*] ? (@.kind == "summary").sentences[*] ? (@.verdict == "supported").text')`

export function createAnswers(ports: MemoryPorts): Answers {
  const { database, projectId, now } = ports
  const likener = createLikener(ports)
  const learnedReport = async (recordId: string): Promise<ReportView | null> => {
    const [row] = await database.query<{ body: unknown }>(
      'select body from learning_records where project_id = $1 and record_id = $2',
      [projectId, recordId],
    )
    return row === undefined ? null : reportView.parse(row.body)
  }
  return {
    async list({ text = '', offset, limit }) {
      const words = text.trim().toLowerCase()
      const from = `from learning_records l
        left join sessions e on e.session_id = l.session_id
        left join reports r on r.session_id = l.session_id and r.version = l.version
        where l.project_id = $1 and coalesce(l.body, r.body) is not null and ($2 = '' or position($2 in lower(l.question || ' ' || ${sentences}::text)) > 0)`
      const rows = await database.query<
        Omit<AnswerView, 'session'> & { id: string | null; title: string; version: number }
      >(
        `select l.record_id as "recordId", l.question, ${sentences} as sentences, l.confidence, l.session_id as id,
           jsonb_path_query_array(coalesce(l.body, '{}'), '$.citations[*].place') as places, e.title, l.version, l.created_at as "answeredAt", l.last_used_at as "lastUsedAt", l.uses,
           ${superseded} as superseded
         ${from} order by l.created_at desc, l.record_id offset $3 limit $4`,
        [projectId, words, offset, limit],
      )
      const [counted] = await database.query<{ total: number }>(`select count(*)::int as total ${from}`, [
        projectId,
        words,
      ])
      return {
        answers: rows.map(({ id, title, version, ...row }) => ({
          ...row,
          session: id === null ? null : { sessionId: id, title, version },
        })),
        total: counted?.total ?? 0,
      }
    },
    async remove(recordIds) {
      const removed = await database.transaction(async (transaction) => {
        // Who removes an answer does not want it found again.
        await transaction.query(
          `update learner_questions set state = 'removed', question = '', raised_by = '{}', reason = null
           where project_id = $1 and record_id is not null and ($2::text[] is null or record_id = any($2::text[]))`,
          [projectId, recordIds],
        )
        const rows = await transaction.query(
          `delete from learning_records where project_id = $1 and ($2::text[] is null or record_id = any($2::text[]))
           returning record_id`,
          [projectId, recordIds],
        )
        await noteRemoval(transaction)
        return rows.length
      })
      await ports.forgetRemoved()
      return removed
    },
    prepare({ sessionId, version, question, report }) {
      const claims = summaryOf(report).filter(isClaim)
      const supported = claims.filter(({ verdict }) => verdict === 'supported')
      const cited = [...new Set(supported.flatMap(({ citations }) => citations))]
      if (report.partial || question.trim() === '' || cited.length === 0) return null
      const confidence = confidenceOf(supported.length / claims.length, cited.length)
      return async (transaction) => {
        await transaction.query(
          `insert into learning_records (record_id, project_id, session_id, version, question, cited, confidence, created_at)
           values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8) on conflict (session_id, version) do nothing`,
          [randomUUID(), projectId, sessionId, version, question, asJson(cited), confidence, now().toISOString()],
        )
      }
    },
    async learn(transaction, { question, summary }) {
      const claims = summaryOf(summary).filter(isClaim)
      const cited = [...new Set(claims.flatMap(({ citations }) => citations))]
      const hashes = new Map(
        summary.citations.flatMap(({ place }) =>
          place.kind === 'source' ? [[place.sourceId, place.contentHash] as const] : [],
        ),
      )
      await transaction.query(
        `delete from learning_records where project_id = $1 and origin = 'background' and lower(question) = lower($2)`,
        [projectId, question],
      )
      const recordId = randomUUID()
      await transaction.query(
        `insert into learning_records (record_id, project_id, origin, body, sources, question, cited, confidence, created_at)
         values ($1, $2, 'background', $3::jsonb, $4::jsonb, $5, $6::jsonb, $7, $8)`,
        [
          recordId,
          projectId,
          asJson(summary),
          asJson([...hashes].map(([id, hash]) => ({ id, hash }))),
          question,
          asJson(cited),
          confidenceOf(1, cited.length),
          now().toISOString(),
        ],
      )
      return recordId
    },
    async others(sessionId, signal) {
      const rows = await database.query<{
        id: string
        text: string
        session_id: string | null
        version: number | null
        confidence: number
        created_at: string
        last_used_at: string | null
        embedding: Float32Array | null
        model: string | null
      }>(
        `select record_id as id, question as text, session_id, version, confidence, created_at, last_used_at, embedding, model
         from learning_records where project_id = $1 and (session_id is null or session_id not in (${ofOneFamily}))
         order by created_at desc, record_id limit $3`,
        [projectId, sessionId, mostCompared],
        { signal },
      )
      const nowMs = now().getTime()
      return (await likener.prepareRows('learning_records', rows, signal)).map((row) => ({
        id: row.id,
        sessionId: row.session_id,
        version: row.version,
        question: row.text,
        at: row.created_at,
        worth: decayed(row.confidence, Date.parse(row.last_used_at ?? row.created_at), nowMs),
        likened: row.likened,
      }))
    },
    async holding(answers, signal) {
      const rows = await database.query<{ record_id: string }>(
        `select l.record_id from learning_records l
         where l.project_id = $1 and l.record_id = any($2::text[]) and ${superseded} is null`,
        [projectId, answers.map(({ id }) => id)],
        { signal },
      )
      return new Set(rows.map(({ record_id }) => record_id))
    },
    async reopen({ id, sessionId, version }, signal) {
      const report =
        sessionId === null || version === null ? await learnedReport(id) : await ports.readReport(sessionId, version)
      if (report === null) return []
      const answered = summaryOf(report).filter((one) => isClaim(one) && one.verdict === 'supported')
      const cited = new Set(answered.flatMap(({ citations }) => citations))
      const checked = await ports.verify(
        {
          ...report,
          sections: [{ kind: 'summary', sentences: answered }],
          citations: report.citations.filter(({ n }) => cited.has(n)),
        },
        signal,
      )
      return summaryOf(checked).flatMap((one) => (isClaim(one) && one.verdict === 'supported' ? [one.text] : []))
    },
  }
}

const summaryOf = ({ sections }: ReportView) => sections.find(({ kind }) => kind === 'summary')?.sentences ?? []

/** Several passages that say it are worth more than one. */
const confidenceOf = (supported: number, cited: number): number => supported * Math.min(1, 0.7 + 0.1 * cited)
