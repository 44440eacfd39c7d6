import { ArrowUpLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { UniversalResource } from '../../../../contract/resources/resource'
import { wantedSecrets } from '../../../../contract/resources/resource-secrets'
import { Button } from '../../../ui/button'
import { useWindowDispatch } from '../../../window/window-state'
import { Secrets } from './secrets'
import { ServerChoice } from './server-choice'

/** Whether a resource, or the whole that it is part of, is called with something that a person gives. */
export function hasAccess({ type, parentId, status, metadata }: UniversalResource): boolean {
  if (type === 'api') return true
  if (parentId !== null) return status === 'needsSecret'
  // Only an encrypted file has a key.
  if (metadata.type === 'database' && metadata.engine === 'duckdb') return status === 'needsSecret'
  return wantedSecrets(metadata).length > 0
}

/** What a resource is called with: of a whole one; a part leads there. */
export function Access({
  resource,
  revision,
  onChanged,
}: {
  resource: UniversalResource
  revision: number
  onChanged(): void
}) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const { resourceId, parentId, metadata } = resource
  if (parentId !== null) {
    return (
      <>
        <p className="text-sm text-dim">{t('resources.access.ofWhole')}</p>
        <Button
          icon={ArrowUpLeft}
          className="mt-2"
          onClick={() => dispatch({ type: 'openResource', resourceId: parentId })}
        >
          {t('resources.detail.openParent')}
        </Button>
      </>
    )
  }
  return (
    <>
      {metadata.type === 'api' && <ServerChoice key={resourceId} resourceId={resourceId} servers={metadata.servers} />}
      <Secrets resourceId={resourceId} revision={revision} onChanged={onChanged} />
    </>
  )
}
