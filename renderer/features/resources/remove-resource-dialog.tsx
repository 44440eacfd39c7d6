import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure, Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch, useWindowState } from '../../window/window-state'

/** Says what a removal takes with it, then does it. */
export function RemoveResourceDialog({
  resourceId,
  name,
  onClose,
}: {
  resourceId: string
  name: string
  onClose(): void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt, tell } = useNotices()
  const dispatch = useWindowDispatch()
  const open = useWindowState().resourceId
  const [removing, setRemoving] = useState(false)
  const goes = useCall(resourceId, async () => {
    const [resource, parts, preview] = await Promise.all([
      quarry.resourcesGet({ resourceId }),
      quarry.resourcesList({ parentId: resourceId, offset: 0, limit: 1 }),
      quarry.resourcesPreviewRemoval({ resourceId }),
    ])
    return { resource, parts: parts.total, citingReports: preview.citingReports }
  })
  const remove = async (): Promise<void> => {
    setRemoving(true)
    const done = await attempt(async () => {
      const { removed } = await quarry.resourcesRemove({ resourceIds: [resourceId] })
      tell(t('resources.remove.removed', { count: removed }))
    })
    setRemoving(false)
    if (!done) return
    if (open === resourceId) dispatch({ type: 'closeResource' })
    onClose()
  }
  const metadata = goes.value?.resource.metadata
  const hasSecret =
    (metadata?.type === 'mcp_server' && metadata.secretNames.length > 0) ||
    (metadata?.type === 'database' && (metadata.engine === 'postgresql' || metadata.engine === 'mysql'))
  return (
    <Dialog title={t('resources.remove.title', { name })} onClose={onClose} testId="remove-resource">
      {goes.status === 'failed' && <Failure error={goes.error} />}
      {goes.status === 'loading' && <Loading />}
      {goes.status === 'ready' && (
        <div className="space-y-1.5 text-sm text-dim">
          <p>{t('resources.remove.body')}</p>
          {goes.value.parts > 0 && (
            <p>{t('resources.remove.parts', { count: goes.value.parts, parts: format.number(goes.value.parts) })}</p>
          )}
          {goes.value.resource.usageCount > 0 && (
            <p>
              {t('resources.remove.uses', {
                count: goes.value.resource.usageCount,
                uses: format.number(goes.value.resource.usageCount),
              })}
            </p>
          )}
          {goes.value.citingReports > 0 && (
            <p>
              {t('resources.remove.citing', {
                count: goes.value.citingReports,
                reports: format.number(goes.value.citingReports),
              })}
            </p>
          )}
          {hasSecret && <p>{t('resources.remove.secret')}</p>}
          <p>{t('resources.remove.untouched')}</p>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button tone="danger" disabled={goes.status !== 'ready' || removing} onClick={() => void remove()}>
          {t('resources.remove.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
