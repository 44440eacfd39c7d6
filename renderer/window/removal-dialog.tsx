import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallState } from '../bridge'
import { Button } from '../ui/button'
import { Dialog, DialogActions } from '../ui/dialog'
import { Failure, Loading } from '../ui/states'
import { useNotices } from './notices'

interface RemovalDialogProps<Preview> {
  title: string
  confirm: string
  /** What the removal takes with it. Nothing is removed before that is known. */
  preview: CallState<Preview>
  remove(): Promise<unknown>
  onClose(): void
  testId: string
  children(preview: Preview): ReactNode
}

/** Says what a removal takes with it, then does it, once. */
export function RemovalDialog<Preview>(props: RemovalDialogProps<Preview>) {
  const { title, confirm, preview, remove, onClose, testId, children } = props
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [removing, setRemoving] = useState(false)
  const onConfirm = async (): Promise<void> => {
    setRemoving(true)
    const done = await attempt(remove)
    setRemoving(false)
    if (done) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose} testId={testId}>
      {preview.status === 'failed' && <Failure error={preview.error} />}
      {preview.status === 'loading' && <Loading />}
      {preview.status === 'ready' && <div className="space-y-1.5 text-sm text-dim">{children(preview.value)}</div>}
      <DialogActions>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button tone="danger" disabled={preview.status !== 'ready' || removing} onClick={() => void onConfirm()}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
