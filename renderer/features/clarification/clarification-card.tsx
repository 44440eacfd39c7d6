import { MessageCircleQuestionMark } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countUnderWay } from '../../../contract/library/source'
import { type ClarificationRound, type SessionView, usualClarificationRounds } from '../../../contract/session/session'
import { quarry, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { inputClass } from '../../ui/field'
import { useSpeech } from '../../ui/use-speech'
import { AddMaterial } from '../../window/add-material'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'

interface ClarificationProps {
  session: Pick<SessionView, 'id' | 'settings'>
  round: ClarificationRound
}

/** The question back: what is asked, why, and what answers it. */
export function ClarificationCard({ session, round }: ClarificationProps) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const format = useFormat()
  const { attempt } = useNotices()
  const [sending, setSending] = useState(false)
  const send = async (answer: string | null): Promise<void> => {
    setSending(true)
    await attempt(() => quarry.sessionAnswer({ sessionId: session.id, answer }))
    setSending(false)
  }
  const { clarificationRounds = usualClarificationRounds } = session.settings
  const Answer = round.kind === 'nothingIndexed' ? MaterialAnswer : TextAnswer
  return (
    <section
      aria-labelledby="clarification-prompt"
      data-testid="clarification"
      className="mb-6 rounded-lg border border-blocked bg-panel px-4 py-3.5"
    >
      <div className="flex items-center gap-2 text-sm text-blocked">
        <MessageCircleQuestionMark size={16} aria-hidden />
        <h2 className="font-semibold">{t('clarification.title')}</h2>
        <span className="ml-auto">
          <Chip>
            {t('clarification.round', {
              round: format.number(round.round),
              rounds: format.number(Math.max(round.round, clarificationRounds)),
            })}
          </Chip>
        </span>
      </div>
      <p id="clarification-prompt" className="mt-2 font-serif text-[17px] leading-snug">
        {speech.fact(round.prompt)}
      </p>
      <Answer round={round} sending={sending} send={send} />
    </section>
  )
}

interface AnswerProps {
  round: ClarificationRound
  sending: boolean
  /** Null: the question is worked on as it is. */
  send(answer: string | null): Promise<void>
}

/** Nothing is indexed: files are added here, and it goes on once there is something to search. */
function MaterialAnswer({ sending, send }: AnswerProps) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const library = useTopicValue('library')?.summary
  const resources = useTopicValue('resources')
  const underWay = library === undefined ? 0 : countUnderWay(library.byState)
  const isReady = (library?.passages ?? 0) > 0 || (resources?.byType.database ?? 0) > 0
  return (
    <>
      {!isReady && (
        <p className="mt-1 text-sm text-dim" role="status">
          {speech.fact({ kind: 'nothingToCite', values: { underWay } })}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <AddMaterial />
        <span className="flex-1" />
        <Button tone="primary" disabled={!isReady || sending} onClick={() => void send(null)}>
          {t('clarification.proceed')}
        </Button>
      </div>
    </>
  )
}

/** An answer in words, or none; a suggestion fills it in. */
function TextAnswer({ round, sending, send }: AnswerProps) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const [answer, setAnswer] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const trimmed = answer.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmed !== '') void send(trimmed)
      }}
    >
      <p className="mt-1 text-sm text-dim">{speech.fact(round.reason)}</p>
      {round.suggestions.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-1.5" aria-label={t('clarification.suggestions')}>
          {round.suggestions.map((suggestion) => (
            <li key={suggestion}>
              <button
                type="button"
                onClick={() => {
                  setAnswer(suggestion)
                  box.current?.focus()
                }}
                className="rounded-full border border-edge px-2.5 py-0.5 text-left text-sm hover:bg-accent-bg"
              >
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
      )}
      <label htmlFor="clarification-answer" className="mt-3 block text-sm font-medium">
        {t('clarification.answer')}
      </label>
      <textarea
        ref={box}
        id="clarification-answer"
        rows={2}
        value={answer}
        placeholder={t('clarification.placeholder')}
        onChange={(event) => setAnswer(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (trimmed !== '') void send(trimmed)
        }}
        className={`${inputClass} mt-1 resize-none [field-sizing:content]`}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-[46ch] text-xs text-faint">{t('clarification.consequence')}</p>
        <div className="flex gap-2">
          <Button onClick={() => void send(null)} disabled={sending}>
            {t('clarification.skip')}
          </Button>
          <Button type="submit" tone="primary" disabled={trimmed === '' || sending}>
            {t('clarification.send')}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** What was asked and answered before, folded away. */
export function EarlierRounds({ rounds }: { rounds: readonly ClarificationRound[] }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  if (rounds.length === 0) return null
  return (
    <details className="mb-4 text-sm">
      <summary className="text-dim">{t('clarification.earlier')}</summary>
      <dl className="mt-1 border-l-2 border-line pl-3">
        {rounds.map((round) => (
          <div key={round.round} className="py-1">
            <dt className="text-dim">{speech.fact(round.prompt)}</dt>
            <dd>{round.answer || t('clarification.skipped')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
