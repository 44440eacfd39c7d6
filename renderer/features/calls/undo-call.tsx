import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { useNotices } from '../../window/notices'

interface UndoCallProps {
  readonly callId: string
  readonly className?: string
  onUndone?(): void
}

/** Puts back what a call wrote into a file; refused where others wrote into it since. */
export function UndoCall({ callId, className, onUndone }: UndoCallProps) {
  const { t } = useTranslation()
  const { attempt, tell } = useNotices()
  const [isSending, setIsSending] = useState(false)
  const undo = async (): Promise<void> => {
    setIsSending(true)
    await attempt(async () => {
      const { path } = await quarry.callsUndo({ callId })
      tell(t('calls.undone', { path }))
    })
    setIsSending(false)
    onUndone?.()
  }
  return (
    <Button tone="quiet" icon={Undo2} className={className} disabled={isSending} onClick={() => void undo()}>
      {t('calls.undo')}
    </Button>
  )
}
