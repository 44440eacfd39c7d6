import { Sparkles } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompletionQuestion, QuestionAnswer } from '../../../contract/calls/service-question'
import type { SessionView } from '../../../contract/session/session'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { Remedy } from '../../ui/remedy'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { Visible } from './visible'

/** Words as they are sent, to the last character. */
function Words({ who, text }: { who: string; text: string }) {
  return (
    <>
      <dt className="mt-2 text-xs text-faint">{who}</dt>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard, too */}
      <dd tabIndex={0} className="mt-0.5 max-h-60 overflow-auto rounded-md bg-sunk px-2.5 py-1.5 text-sm">
        <bdi className="block whitespace-pre-wrap wrap-anywhere">
          <Visible text={text} />
        </bdi>
      </dd>
    </>
  )
}

/** What a server wants sent to the model. */
function Prompt({ system, messages }: Pick<CompletionQuestion, 'system' | 'messages'>) {
  const { t } = useTranslation()
  return (
    <dl data-testid="completion-prompt">
      {system !== '' && <Words who={t('completion.system')} text={system} />}
      {messages.map(({ role, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one question never change
        <Words key={at} who={t(`completion.${role}`)} text={text} />
      ))}
    </dl>
  )
}

interface CompletionCardProps {
  session: SessionView
  question: CompletionQuestion
  /** How many more wait behind it. */
  waiting: number
}

/** What an MCP server wants a language model to be asked: what would be sent where, and then the answer, before the server gets it. */
export function CompletionCard({ session, question, waiting }: CompletionCardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { attempt } = useNotices()
  const id = useId()
  const [isSending, setIsSending] = useState(false)
  const { server, tool, model, stage, maxTokens, answer, error } = question
  const step = session.plan?.steps.find(({ id: stepId }) => stepId === question.stepId)?.title ?? question.stepId
  const send = async (given: QuestionAnswer): Promise<void> => {
    setIsSending(true)
    await attempt(() => quarry.sessionAnswerQuestion({ sessionId: session.id, questionId: question.id, answer: given }))
    setIsSending(false)
  }
  const accept = stage === 'review' ? 'send' : error === null ? 'allow' : 'again'
  return (
    <section
      aria-labelledby={`${id}-title`}
      data-testid="service-completion"
      data-stage={stage}
      className="mb-6 rounded-lg border border-blocked bg-panel px-4 py-3.5"
    >
      <h2 id={`${id}-title`} className="flex items-center gap-2 text-sm font-semibold text-blocked">
        <Sparkles size={16} aria-hidden className="shrink-0" />
        <span className="wrap-anywhere">{t(`completion.title.${stage}`, { server, model: model.name })}</span>
        {waiting > 0 && (
          <span className="ml-auto font-normal text-dim">{t('confirmation.waiting', { count: waiting })}</span>
        )}
      </h2>
      <p className="mt-2 text-sm wrap-anywhere text-dim">{t('serviceQuestion.during', { tool, step })}</p>
      {answer === null ? (
        <Prompt {...question} />
      ) : (
        <>
          <dl data-testid="completion-answer">
            <Words who={t('completion.answer', { model: model.name })} text={answer.text} />
          </dl>
          {answer.isCut && <p className="mt-1 text-xs text-blocked">{t('completion.isCut')}</p>}
          <details className="mt-2 text-sm">
            <summary className="cursor-pointer text-dim">{t('completion.sent')}</summary>
            <Prompt {...question} />
          </details>
        </>
      )}
      {stage !== 'review' && (
        <div className="mt-2 text-xs wrap-anywhere text-dim">
          <p>
            {t('completion.model', {
              model: model.name,
              server: model.server,
              tokens: format.number(maxTokens),
            })}
          </p>
          {model.elsewhere !== null && (
            <p data-testid="sent-elsewhere" className="mt-1 text-blocked">
              {t('completion.elsewhere', { host: model.elsewhere })}
            </p>
          )}
        </div>
      )}
      {error !== null && (
        <div role="alert" className="mt-2 text-sm">
          <p className="text-error wrap-anywhere">{t('completion.failed', { why: speech.error(error) })}</p>
          <Remedy remedy={error.remedy} className="text-dim" />
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-xs text-faint">
          {t(`completion.until.${stage}`, { time: format.time(question.until) })}
        </p>
        <div className="ml-auto flex flex-wrap gap-2">
          <Button onClick={() => void send({ action: 'decline' })} disabled={isSending}>
            {t(`completion.decline.${stage}`)}
          </Button>
          {stage !== 'working' && (
            <Button tone="primary" onClick={() => void send({ action: 'accept', entries: {} })} disabled={isSending}>
              {t(`completion.${accept}`)}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
