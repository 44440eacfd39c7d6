import type { AskedQuestion, ClarificationRound } from '../../../contract/session/session'
import type { SqlExecutor } from '../../store'

/** A round as rows keep it: asked, and once a person reacted, answered or skipped. */
export interface StoredRound extends ClarificationRound {
  readonly skipped: boolean
}

export interface RoundRow {
  kind: 'clarification' | 'answer'
  round: number
  body: Omit<ClarificationRound, 'answer'> | { text: string | null }
}

async function insertMessage(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  message: { role: 'person' | 'quarry'; kind: string; round: number | null; body: object },
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into messages (project_id, session_id, role, kind, round, body, created_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7)`,
    [projectId, sessionId, message.role, message.kind, message.round, JSON.stringify(message.body), at],
  )
}

export async function insertQuestion(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  question: AskedQuestion,
  at: string,
): Promise<void> {
  await insertMessage(
    transaction,
    projectId,
    sessionId,
    { role: 'person', kind: 'question', round: null, body: question },
    at,
  )
}

export async function insertRound(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  asked: Omit<ClarificationRound, 'answer'>,
  at: string,
): Promise<void> {
  const message = { role: 'quarry', kind: 'clarification', round: asked.round, body: asked } as const
  await insertMessage(transaction, projectId, sessionId, message, at)
}

/** A person's answer to a round; null: skipped. */
export async function insertAnswer(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  round: number,
  text: string | null,
  at: string,
): Promise<void> {
  await insertMessage(transaction, projectId, sessionId, { role: 'person', kind: 'answer', round, body: { text } }, at)
}

export async function insertRemark(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  text: string,
  at: string,
): Promise<void> {
  await insertMessage(
    transaction,
    projectId,
    sessionId,
    { role: 'person', kind: 'remark', round: null, body: { text } },
    at,
  )
}

/** The session's question, then its follow-ups in order. */
export async function readQuestions(executor: SqlExecutor, sessionId: string): Promise<AskedQuestion[]> {
  const rows = await executor.query<QuestionRow>(
    `select body from messages where session_id = $1 and kind = 'question' order by message_id`,
    [sessionId],
  )
  return rows.map(toQuestion)
}

/** The question that the session works on, or answered last. */
export async function readLastQuestion(executor: SqlExecutor, sessionId: string): Promise<AskedQuestion | undefined> {
  const [row] = await executor.query<QuestionRow>(
    `select body from messages where session_id = $1 and kind = 'question' order by message_id desc limit 1`,
    [sessionId],
  )
  return row && toQuestion(row)
}

/** What a person said since their last question, with it, in their own words; nothing where that is asked once more. */
export async function readSaid(executor: SqlExecutor, sessionId: string): Promise<string[]> {
  const last = await readLastQuestion(executor, sessionId)
  if (last === undefined || last.mode === 'update') return []
  const rows = await executor.query<{ text: string | null }>(
    `select body ->> 'text' as text from messages
     where session_id = $1 and role = 'person' and kind <> 'question' and message_id > (
       select max(message_id) from messages where session_id = $1 and kind = 'question')
     order by message_id`,
    [sessionId],
  )
  return [last.typed ?? last.text, ...rows.flatMap(({ text }) => text ?? [])]
}

export interface QuestionRow {
  /** Earlier versions kept the text alone. */
  readonly body: Pick<AskedQuestion, 'text'> & Partial<AskedQuestion>
}

/** A question as it was asked. */
export const toQuestion = ({ body }: QuestionRow): AskedQuestion => ({ typed: null, mode: 'research', ...body })

/**
 * The rounds of a session in order.
 * @param until ISO time after which nothing is read; null: all of them
 */
export async function readRounds(
  executor: SqlExecutor,
  sessionId: string,
  until: string | null = null,
): Promise<StoredRound[]> {
  const rows = await executor.query<RoundRow>(
    `select kind, round, body from messages
     where session_id = $1 and kind in ('clarification', 'answer')
       and ($2::timestamptz is null or created_at <= $2) order by message_id`,
    [sessionId, until],
  )
  return toRounds(rows)
}

/** The rounds that messages of asking and answering make. */
export function toRounds(rows: readonly RoundRow[]): StoredRound[] {
  const rounds: StoredRound[] = []
  for (const { round, body } of rows) {
    if ('text' in body) {
      const index = rounds.findIndex((asked) => asked.round === round)
      const asked = rounds[index]
      if (asked !== undefined) rounds[index] = { ...asked, answer: body.text, skipped: body.text === null }
    } else {
      rounds.push({ ...body, answer: null, skipped: false })
    }
  }
  return rounds
}
