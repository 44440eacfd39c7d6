import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure, Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { openSourceId, useWindowDispatch, useWindowState } from '../../window/window-state'

type Target = { sourceId: string } | { root: string }

/** Says what a removal takes with it, then does it. */
export function RemoveSourceDialog({ target, name, onClose }: { target: Target; name: string; onClose(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const openId = openSourceId(useWindowState())
  const dispatch = useWindowDispatch()
  const [removing, setRemoving] = useState(false)
  const preview = useCall(JSON.stringify(target), () =>
    'root' in target
      ? quarry.libraryPreviewRootRemoval({ root: target.root })
      : quarry.libraryPreviewRemoval({ sourceIds: [target.sourceId] }),
  )
  const remove = async (): Promise<void> => {
    setRemoving(true)
    const done = await attempt(() =>
      'root' in target
        ? quarry.libraryRemoveRoot({ root: target.root })
        : quarry.libraryRemove({ sourceIds: [target.sourceId] }),
    )
    setRemoving(false)
    if (!done) return
    if ('sourceId' in target && openId === target.sourceId) dispatch({ type: 'closePlace' })
    onClose()
  }
  return (
    <Dialog title={t('library.removeTitle', { name })} onClose={onClose} testId="remove-source">
      {preview.status === 'failed' && <Failure error={preview.error} />}
      {preview.status === 'loading' && <Loading />}
      {preview.status === 'ready' && (
        <div className="space-y-1.5 text-sm text-dim">
          <p>
            {t('library.removeBody', {
              sources: t('session.sources', {
                count: preview.value.sources,
                sources: format.number(preview.value.sources),
              }),
              passages: t('library.passages', {
                count: preview.value.passages,
                passages: format.number(preview.value.passages),
              }),
            })}
          </p>
          {preview.value.notes > 0 && <p>{t('library.removeNotes', { count: preview.value.notes })}</p>}
          {preview.value.annotations > 0 && (
            <p>{t('library.removeAnnotations', { count: preview.value.annotations })}</p>
          )}
          {preview.value.citingReports > 0 && (
            <p>{t('library.removeCiting', { count: preview.value.citingReports })}</p>
          )}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button tone="danger" disabled={preview.status !== 'ready' || removing} onClick={() => void remove()}>
          {t('library.removeConfirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
