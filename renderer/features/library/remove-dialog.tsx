import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { RemovalDialog } from '../../window/removal-dialog'
import { useFormat } from '../../window/use-format'
import { openSourceId, useWindowDispatch, useWindowState } from '../../window/window-state'

type Target = { sourceId: string } | { root: string }

/** Says what a removal takes with it, then does it. */
export function RemoveSourceDialog({ target, name, onClose }: { target: Target; name: string; onClose(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const openId = openSourceId(useWindowState())
  const dispatch = useWindowDispatch()
  const preview = useCall(JSON.stringify(target), () =>
    'root' in target
      ? quarry.libraryPreviewRootRemoval({ root: target.root })
      : quarry.libraryPreviewRemoval({ sourceIds: [target.sourceId] }),
  )
  const remove = async (): Promise<void> => {
    if ('root' in target) await quarry.libraryRemoveRoot({ root: target.root })
    else await quarry.libraryRemove({ sourceIds: [target.sourceId] })
    if ('sourceId' in target && openId === target.sourceId) dispatch({ type: 'closePlace' })
  }
  return (
    <RemovalDialog
      title={t('library.removeTitle', { name })}
      confirm={t('library.removeConfirm')}
      preview={preview}
      remove={remove}
      onClose={onClose}
      testId="remove-source"
    >
      {({ sources, passages, notes, annotations, citingReports }) => (
        <>
          <p>
            {t('library.removeBody', {
              sources: t('session.sources', { count: sources, sources: format.number(sources) }),
              passages: t('library.passages', { count: passages, passages: format.number(passages) }),
            })}
          </p>
          {notes > 0 && <p>{t('library.removeNotes', { count: notes })}</p>}
          {annotations > 0 && <p>{t('library.removeAnnotations', { count: annotations })}</p>}
          {citingReports > 0 && <p>{t('library.removeCiting', { count: citingReports })}</p>}
        </>
      )}
    </RemovalDialog>
  )
}
