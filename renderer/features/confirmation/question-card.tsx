import { MessageCircleQuestionMark } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormQuestion, QuestionAnswer } from '../../../contract/calls/service-question'
import type { SessionView } from '../../../contract/session/session'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { AskedForm, useAskedEntries } from './asked-form'

interface QuestionCardProps {
  session: SessionView
  question: FormQuestion
  /** How many more wait behind it. */
  waiting: number
}

/** What an MCP server asks the person while one of its tools runs: who asks, in its words, and a field for each value. */
export function QuestionCard({ session, question, waiting }: QuestionCardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const id = useId()
  const { entries, checked, enter, check } = useAskedEntries(question.fields)
  const [isSending, setIsSending] = useState(false)
  const { server, tool, message, fields } = question
  const step = session.plan?.steps.find(({ id: stepId }) => stepId === question.stepId)?.title ?? question.stepId

  const answer = async (given: QuestionAnswer): Promise<void> => {
    setIsSending(true)
    await attempt(() => quarry.sessionAnswerQuestion({ sessionId: session.id, questionId: question.id, answer: given }))
    setIsSending(false)
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (check() === null) return
    const sent = Object.entries(entries).map(([name, entry]) => [name, typeof entry === 'string' ? entry : [...entry]])
    void answer({ action: 'accept', entries: Object.fromEntries(sent) })
  }
  return (
    <section
      aria-labelledby={`${id}-title`}
      data-testid="service-question"
      className="mb-6 rounded-lg border border-blocked bg-panel px-4 py-3.5"
    >
      <h2 id={`${id}-title`} className="flex items-center gap-2 text-sm font-semibold text-blocked">
        <MessageCircleQuestionMark size={16} aria-hidden className="shrink-0" />
        <span className="wrap-anywhere">{t('serviceQuestion.title', { server })}</span>
        {waiting > 0 && (
          <span className="ml-auto font-normal text-dim">{t('confirmation.waiting', { count: waiting })}</span>
        )}
      </h2>
      <p className="mt-2 text-sm wrap-anywhere text-dim">{t('serviceQuestion.during', { tool, step })}</p>
      {message !== '' && (
        <blockquote className="mt-2 border-l-2 border-edge pl-3 wrap-anywhere" data-testid="service-question-message">
          <bdi>{message}</bdi>
        </blockquote>
      )}
      <form onSubmit={onSubmit} noValidate>
        <AskedForm fields={fields} entries={entries} checked={checked} onEntered={enter} />
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <p className="text-xs text-faint">{t('serviceQuestion.warning', { time: format.time(question.until) })}</p>
          <div className="ml-auto flex flex-wrap gap-2">
            <Button tone="quiet" onClick={() => void answer({ action: 'cancel' })} disabled={isSending}>
              {t('serviceQuestion.cancel')}
            </Button>
            <Button onClick={() => void answer({ action: 'decline' })} disabled={isSending}>
              {t('serviceQuestion.decline')}
            </Button>
            <Button type="submit" tone="primary" disabled={isSending}>
              {t('serviceQuestion.accept')}
            </Button>
          </div>
        </div>
      </form>
    </section>
  )
}
