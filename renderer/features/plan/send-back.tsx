import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { useNotices } from '../../window/notices'

/** Sends the plan back with a remark, inside the card: no dialog over it. */
export function SendBack({ sessionId, onClose }: { sessionId: string; onClose(): void }) {
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
        void attempt(() => quarry.sessionSendBackPlan({ sessionId, remark: trimmed })).then((done) => done && onClose())
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
