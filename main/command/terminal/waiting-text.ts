import type { SessionView } from '../../../contract/session/session'
import type { Speech } from '../../../wording'
import { wordsIn } from '../words'

/** What a session that has not ended waits for, what a person can do about it, and how it goes on. */
export function waitingText(
  {
    id,
    state,
    plan,
    confirmations,
    questions,
  }: Pick<SessionView, 'id' | 'state' | 'plan' | 'confirmations' | 'questions'>,
  speech: Speech,
): string {
  const { confirm, question, said, session, sessionState } = wordsIn(speech.language)
  const [asking] = questions
  if (asking !== undefined) return question.waits(asking.server, id)
  const [permission] = confirmations
  if (permission !== undefined) return confirm.waits(permission.tool, id)
  const blocked = plan?.steps.find(({ waitsFor }) => waitsFor !== null)
  const asked = state === 'awaitingPlanReview' ? session.reviewOfPlan : sessionState[state]
  const sentence = session.waitsFor(blocked?.waitsFor ? speech.fact(blocked.waitsFor) : asked)
  return [
    /[.。]$/.test(sentence) ? sentence : sentence + said.stop,
    ...(blocked?.blockedBy === 'missing_resource' ? [session.addMissing] : []),
    session.resume(id),
  ].join(said.space)
}
