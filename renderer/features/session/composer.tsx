import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry } from '../../bridge'
import { QuestionBox, Samples } from '../../ui/question-box'
import { useNotices } from '../../window/notices'
import { useWindowDispatch, useWindowState } from '../../window/window-state'

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

/** Where a question is written. */
export function Composer() {
  const { t } = useTranslation()
  const start = useStartSession()
  const [question, setQuestion] = useState('')
  const [starting, setStarting] = useState(false)
  const { sampleAdded } = useWindowState()
  const submit = async (): Promise<void> => {
    setStarting(true)
    await start(question.trim())
    setStarting(false)
  }
  return (
    <>
      <QuestionBox
        id="question"
        first
        label={t('welcome.question')}
        maxLength={20_000}
        value={question}
        placeholder={t('welcome.placeholder')}
        hint={t('welcome.startHint')}
        submit={starting ? t('welcome.starting') : t('welcome.start')}
        ready={question.trim() !== '' && !starting}
        onChange={setQuestion}
        onSubmit={() => void submit()}
      />
      {sampleAdded && (
        <div className="mt-2">
          <Samples
            id="sample-questions"
            title={t('welcome.sampleQuestions')}
            samples={[t('welcome.sample1'), t('welcome.sample2'), t('welcome.sample3')]}
            onChoose={(sample) => {
              setQuestion(sample)
              document.getElementById('question')?.focus()
            }}
          />
        </div>
      )}
    </>
  )
}
