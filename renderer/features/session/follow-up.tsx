import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry } from '../../bridge'
import { QuestionBox } from '../../ui/question-box'
import { useNotices } from '../../window/notices'
import { useWindowDispatch } from '../../window/window-state'

/** Under a finished report: asks more, and shows the version that answers it as soon as it is written. */
export function FollowUp({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const dispatch = useWindowDispatch()
  const [question, setQuestion] = useState('')
  const [asking, setAsking] = useState(false)
  const ask = async (): Promise<void> => {
    setAsking(true)
    const isAsked = await attempt(() => quarry.sessionFollowUp({ sessionId, question: question.trim() }))
    setAsking(false)
    if (isAsked) dispatch({ type: 'showReport', version: null })
  }
  return (
    <div className="mt-8 border-t border-line pt-4" data-testid="follow-up">
      <QuestionBox
        id="follow-up"
        label={t('followUp.label')}
        maxLength={20_000}
        value={question}
        placeholder={t('followUp.placeholder')}
        hint={t('followUp.hint')}
        submit={t('followUp.submit')}
        ready={question.trim() !== '' && !asking}
        onChange={setQuestion}
        onSubmit={() => void ask()}
      />
    </div>
  )
}
