import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { NameDialog } from '../../window/name-dialog'
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
  return (
    <NameDialog
      title={t('sessions.renameTitle')}
      label={t('sessions.renameLabel')}
      save={t('sessions.renameSave')}
      name={title}
      maxLength={300}
      onSave={(next) => quarry.sessionRename({ sessionId, title: next })}
      onClose={onClose}
      testId="rename-session"
    />
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
