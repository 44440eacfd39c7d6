import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../../app/notices'
import { useWindowDispatch, useWindowState } from '../../app/window-state'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { inputClass } from '../../ui/field'

/** Starts a session with the settings as they are, and opens it. */
export function useStartSession(): (question: string) => Promise<boolean> {
  const { attempt } = useNotices()
  const dispatch = useWindowDispatch()
  return (question) =>
    attempt(async () => {
      const { sessionId } = await quarry.sessionStart({ question })
      dispatch({ type: 'openSession', sessionId })
    })
}

/** Where a question is written. Enter starts, Shift+Enter adds a line. */
export function Composer() {
  const { t } = useTranslation()
  const start = useStartSession()
  const [question, setQuestion] = useState('')
  const [starting, setStarting] = useState(false)
  const { sampleAdded } = useWindowState()
  const ready = question.trim() !== '' && !starting
  const submit = async (): Promise<void> => {
    if (!ready) return
    setStarting(true)
    await start(question.trim())
    setStarting(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label htmlFor="question" className="sr-only">
        {t('welcome.question')}
      </label>
      <textarea
        id="question"
        rows={3}
        value={question}
        maxLength={20_000}
        placeholder={t('welcome.placeholder')}
        aria-describedby="question-hint"
        onChange={(event) => setQuestion(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void submit()
        }}
        className={`${inputClass} max-h-80 min-h-24 resize-none rounded-lg bg-panel px-3.5 py-3 font-serif text-[17px] leading-relaxed [field-sizing:content]`}
      />
      <div className="mt-2 flex items-center justify-between gap-3">
        <p id="question-hint" className="text-xs text-faint">
          {t('welcome.startHint')}
        </p>
        <Button type="submit" tone="primary" icon={ArrowRight} disabled={!ready}>
          {starting ? t('welcome.starting') : t('welcome.start')}
        </Button>
      </div>
      {sampleAdded && (
        <section className="mt-2" aria-labelledby="sample-questions">
          <h2 id="sample-questions" className="text-sm font-medium">
            {t('welcome.sampleQuestions')}
          </h2>
          <ul className="mt-1.5 flex flex-wrap gap-1.5">
            {[t('welcome.sample1'), t('welcome.sample2'), t('welcome.sample3')].map((sample) => (
              <li key={sample}>
                <button
                  type="button"
                  onClick={() => {
                    setQuestion(sample)
                    document.getElementById('question')?.focus()
                  }}
                  className="rounded-full border border-edge px-2.5 py-0.5 text-left text-sm hover:bg-accent-bg"
                >
                  {sample}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </form>
  )
}
