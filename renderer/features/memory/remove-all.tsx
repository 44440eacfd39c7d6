import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { useNotices } from '../../window/notices'

/** Deletes a whole list, once a person said so twice. */
export function RemoveAll({
  question,
  removeAll,
  onDone,
}: {
  question: string
  removeAll(): Promise<unknown>
  onDone(): void
}) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [asking, setAsking] = useState(false)
  if (!asking)
    return (
      <div className="mt-4">
        <Button tone="quiet" icon={Trash2} className="-ml-3" onClick={() => setAsking(true)}>
          {t('memory.removeAll')}
        </Button>
      </div>
    )
  return (
    <div
      role="alert"
      ref={(box) => box?.scrollIntoView({ block: 'nearest' })}
      className="mt-4 rounded-lg border border-edge bg-panel px-3.5 py-2.5"
      data-testid="remove-all"
    >
      <p className="text-sm">{question}</p>
      <div className="mt-2 flex justify-end gap-2">
        <Button autoFocus onClick={() => setAsking(false)}>
          {t('app.cancel')}
        </Button>
        <Button
          tone="danger"
          onClick={() =>
            void attempt(removeAll).then((done) => {
              if (!done) return
              setAsking(false)
              onDone()
            })
          }
        >
          {t('memory.removeAll')}
        </Button>
      </div>
    </div>
  )
}
