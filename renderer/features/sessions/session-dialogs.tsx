import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { useNotices } from '../../window/notices'
import { RemovalDialog } from '../../window/removal-dialog'
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
  const open = useWindowState()
  const dispatch = useWindowDispatch()
  const preview = useCall(sessionId, () => quarry.sessionPreviewRemoval({ sessionId }))
  const remove = async (): Promise<void> => {
    await quarry.sessionRemove({ sessionId })
    if (open.sessionId === sessionId) dispatch({ type: 'openSession', sessionId: null })
  }
  return (
    <RemovalDialog
      title={t('sessions.deleteTitle', { title })}
      confirm={t('sessions.deleteConfirm')}
      preview={preview}
      remove={remove}
      onClose={onClose}
      testId="remove-session"
    >
      {({ steps, citations, memories, running }) => (
        <>
          <p>{t('sessions.deleteBody', { steps: format.number(steps), citations: format.number(citations) })}</p>
          {memories > 0 && <p>{t('sessions.deleteMemories', { count: memories })}</p>}
          {running && <p className="text-blocked">{t('sessions.deleteRunning')}</p>}
        </>
      )}
    </RemovalDialog>
  )
}
