import { useTranslation } from 'react-i18next'
import type { ResourceMetadata } from '../../../contract/resources/resource'
import { quarry, useCall } from '../../bridge'
import { useNotices } from '../../window/notices'
import { RemovalDialog } from '../../window/removal-dialog'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch, useWindowState } from '../../window/window-state'

const hasSecret = (metadata: ResourceMetadata): boolean =>
  (metadata.type === 'mcp_server' && metadata.secretNames.length > 0) ||
  (metadata.type === 'database' && (metadata.engine === 'postgresql' || metadata.engine === 'mysql'))

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
  const { tell } = useNotices()
  const dispatch = useWindowDispatch()
  const open = useWindowState().resourceId
  const preview = useCall(resourceId, async () => {
    const [resource, parts, { citingReports }] = await Promise.all([
      quarry.resourcesGet({ resourceId }),
      quarry.resourcesList({ parentId: resourceId, offset: 0, limit: 1 }),
      quarry.resourcesPreviewRemoval({ resourceId }),
    ])
    return { resource, parts: parts.total, citingReports }
  })
  const remove = async (): Promise<void> => {
    const { removed } = await quarry.resourcesRemove({ resourceIds: [resourceId] })
    tell(t('resources.remove.removed', { count: removed }))
    if (open === resourceId) dispatch({ type: 'closeResource' })
  }
  return (
    <RemovalDialog
      title={t('resources.remove.title', { name })}
      confirm={t('resources.remove.confirm')}
      preview={preview}
      remove={remove}
      onClose={onClose}
      testId="remove-resource"
    >
      {({ resource: { metadata, usageCount }, parts, citingReports }) => (
        <>
          <p>{t('resources.remove.body')}</p>
          {parts > 0 && <p>{t('resources.remove.parts', { count: parts, parts: format.number(parts) })}</p>}
          {usageCount > 0 && (
            <p>{t('resources.remove.uses', { count: usageCount, uses: format.number(usageCount) })}</p>
          )}
          {citingReports > 0 && (
            <p>{t('resources.remove.citing', { count: citingReports, reports: format.number(citingReports) })}</p>
          )}
          {hasSecret(metadata) && <p>{t('resources.remove.secret')}</p>}
          <p>{t('resources.remove.untouched')}</p>
        </>
      )}
    </RemovalDialog>
  )
}
