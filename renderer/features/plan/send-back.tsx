import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StepNeeds } from '../../../contract/session/session'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { useNotices } from '../../window/notices'

interface SendBackProps {
  sessionId: string
  /** What a person changed of the needs of steps. */
  needs: readonly StepNeeds[]
  onClose(): void
}

/** Sends the plan back with a remark, inside the card: no dialog over it. */
export function SendBack({ sessionId, needs, onClose }: SendBackProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [remark, setRemark] = useState('')
  const trimmed = remark.trim()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmed === '') return
        const sent = { sessionId, remark: trimmed, needs: [...needs] }
        void attempt(() => quarry.sessionSendBackPlan(sent)).then((done) => done && onClose())
      }}
    >
      <label htmlFor="plan-remark" className="text-sm font-medium">
        {t('plan.sendBackLabel')}
      </label>
      <textarea
        id="plan-remark"
        ref={box}
        rows={2}
        maxLength={4000}
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            onClose()
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }
        }}
        className={`${inputClass} mt-1 resize-none [field-sizing:content]`}
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button type="submit" tone="primary" disabled={trimmed === ''}>
          {t('plan.sendBackConfirm')}
        </Button>
      </div>
    </form>
  )
}
