import { ShieldQuestionMark } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConfirmationView, SessionView } from '../../../contract/session'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { useNotices } from '../../window/notices'

interface ConfirmationCardProps {
  session: SessionView
  asked: ConfirmationView
}

/** A call that a step wants to make: what, with which input, and what a refusal leads to. */
export function ConfirmationCard({ session, asked }: ConfirmationCardProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const id = useId()
  const [remark, setRemark] = useState('')
  const [sending, setSending] = useState(false)
  const send = async (answer: 'allow' | 'deny'): Promise<void> => {
    setSending(true)
    const given = remark.trim() === '' ? null : remark.trim()
    await attempt(() =>
      quarry.sessionAnswerConfirmation({ sessionId: session.id, confirmationId: asked.id, answer, remark: given }),
    )
    setSending(false)
  }
  const step = session.plan?.steps.find(({ id: stepId }) => stepId === asked.stepId)?.title ?? asked.stepId
  return (
    <section
      aria-labelledby={`${id}-title`}
      data-testid="confirmation"
      className="mb-6 rounded-lg border border-blocked bg-panel px-4 py-3.5"
    >
      <h2 id={`${id}-title`} className="flex items-center gap-2 text-sm font-semibold text-blocked">
        <ShieldQuestionMark size={16} aria-hidden />
        {t('confirmation.title')}
      </h2>
      <p className="mt-2 wrap-anywhere">{t(`confirmation.${asked.reason}`, { step, tool: asked.tool })}</p>
      <details className="mt-2 text-sm" open>
        <summary className="text-dim">{t('confirmation.input')}</summary>
        <pre className="mt-1 max-h-60 overflow-auto rounded border border-line p-2 text-xs whitespace-pre-wrap wrap-anywhere">
          {JSON.stringify(asked.input, null, 2)}
        </pre>
      </details>
      <label htmlFor={`${id}-remark`} className="mt-3 block text-sm font-medium">
        {t('confirmation.remark')}
      </label>
      <input
        id={`${id}-remark`}
        value={remark}
        maxLength={4000}
        onChange={(event) => setRemark(event.target.value)}
        className={`${inputClass} mt-1`}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-[46ch] text-xs text-faint">{t('confirmation.consequence')}</p>
        <div className="flex gap-2">
          <Button onClick={() => void send('deny')} disabled={sending}>
            {t('confirmation.deny')}
          </Button>
          <Button tone="primary" onClick={() => void send('allow')} disabled={sending}>
            {t('confirmation.allow')}
          </Button>
        </div>
      </div>
    </section>
  )
}
