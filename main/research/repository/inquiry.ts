import type { AskedQuestion, AskMode } from '../../../contract/session/session'
import type { SessionScope } from '../../../contract/session/session-scope'
import type { Inquiry } from '../../reasoning'
import type { SqlExecutor } from '../../store'
import { type QuestionRow, type RoundRow, toQuestion, toRounds } from './messages'

/** How the last question is worked on: an update as what it answers once more. */
export const modeOf = (questions: readonly AskedQuestion[]): AskMode =>
  questions.flatMap(({ mode }) => (mode === 'update' ? [] : [mode])).at(-1) ?? 'research'

/** The question that is worked on, those before it, and the rounds that a person answered. */
export async function readInquiry(executor: SqlExecutor, sessionId: string): Promise<Inquiry> {
  const [row] = await executor.query<{
    never_use: string[]
    scope: SessionScope | null
    messages: (RoundRow | ({ kind: 'question' } & QuestionRow))[] | null
  }>(
    `select coalesce(s.settings -> 'neverUse', '[]') || coalesce((
       select value from project_settings p where p.project_id = s.project_id and p.key = 'neverUse'), '[]') as never_use, s.settings -> 'scope' as scope, (
       select jsonb_agg(jsonb_build_object('kind', m.kind, 'round', m.round, 'body', m.body) order by m.message_id)
       from messages m where m.session_id = $1 and m.kind in ('question', 'clarification', 'answer')) as messages
     from sessions s where s.session_id = $1`,
    [sessionId],
    { prepared: true },
  )
  const messages = row?.messages ?? []
  const questions = messages.flatMap((message) => (message.kind === 'question' ? [toQuestion(message)] : []))
  const rounds = toRounds(messages.flatMap((message) => (message.kind === 'question' ? [] : [message])))
  const last = questions.at(-1)
  const earlier = questions.slice(0, -1).map(({ text }) => text)
  // A question that is asked once more follows what it followed the first time.
  while (earlier.length > 0 && earlier.at(-1) === last?.text) earlier.pop()
  return {
    question: last?.text ?? '',
    mode: modeOf(questions),
    neverUse: row?.never_use ?? [],
    scope: row?.scope ?? undefined,
    earlier,
    clarifications: rounds.filter(({ answer }) => answer !== null).map(({ skipped: _skipped, ...round }) => round),
  }
}
