import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Failure, Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch, useWindowState } from '../../window/window-state'

interface SessionDialogProps {
  sessionId: string
  title: string
  onClose(): void
}

export function RenameSessionDialog({ sessionId, title, onClose }: SessionDialogProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [name, setName] = useState(title)
  const trimmed = name.trim()
  return (
    <Dialog title={t('sessions.renameTitle')} onClose={onClose} testId="rename-session">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmed === '') return
          void attempt(() => quarry.sessionRename({ sessionId, title: trimmed })).then((done) => done && onClose())
        }}
      >
        <TextField
          label={t('sessions.renameLabel')}
          value={name}
          maxLength={300}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button type="submit" tone="primary" disabled={trimmed === ''}>
            {t('sessions.renameSave')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Says what goes with a session, then removes it. */
export function RemoveSessionDialog({ sessionId, title, onClose }: SessionDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const open = useWindowState()
  const dispatch = useWindowDispatch()
  const preview = useCall(sessionId, () => quarry.sessionPreviewRemoval({ sessionId }))
  const remove = async (): Promise<void> => {
    const done = await attempt(() => quarry.sessionRemove({ sessionId }))
    if (!done) return
    if (open.sessionId === sessionId) dispatch({ type: 'openSession', sessionId: null })
    onClose()
  }
  return (
    <Dialog title={t('sessions.deleteTitle', { title })} onClose={onClose} testId="remove-session">
      {preview.status === 'failed' && <Failure error={preview.error} />}
      {preview.status === 'loading' && <Loading />}
      {preview.status === 'ready' && (
        <div className="space-y-1.5 text-sm text-dim">
          <p>
            {t('sessions.deleteBody', {
              steps: format.number(preview.value.steps),
              citations: format.number(preview.value.citations),
            })}
          </p>
          {preview.value.memories > 0 && <p>{t('sessions.deleteMemories', { count: preview.value.memories })}</p>}
          {preview.value.running && <p className="text-blocked">{t('sessions.deleteRunning')}</p>}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button tone="danger" disabled={preview.status !== 'ready'} onClick={() => void remove()}>
          {t('sessions.deleteConfirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
