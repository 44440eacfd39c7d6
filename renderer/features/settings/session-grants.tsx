import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionGrant } from '../../../contract/calls/calls'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Failure } from '../../ui/states'
import { useNotices } from '../../window/notices'

/** What is allowed for a session, each of which can be taken back. */
export function SessionGrants() {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [revision, setRevision] = useState(0)
  const grants = useCall(String(revision), () => quarry.rulesGrants())
  const revoke = async ({ sessionId, tool, server, resourceId }: SessionGrant): Promise<void> => {
    await attempt(() => quarry.rulesRevoke({ sessionId, tool, server, resourceId }))
    setRevision((before) => before + 1)
  }
  if (grants.status === 'failed') return <Failure error={grants.error} />
  if ((grants.value ?? []).length === 0) return null
  return (
    <div className="mt-3" data-testid="session-grants">
      <h4 className="text-sm font-medium">{t('settings.rules.grants')}</h4>
      <ul>
        {(grants.value ?? []).map((grant) => (
          <li
            key={`${grant.sessionId} ${grant.tool} ${grant.server} ${grant.resourceId}`}
            className="flex items-start gap-2 border-t border-line py-1.5 text-sm first:border-t-0"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              <bdi>{grant.tool}</bdi>
              {grant.resourceName !== null && <bdi className="text-dim"> · {grant.resourceName}</bdi>}
              <span className="block truncate text-xs text-dim">{grant.sessionTitle}</span>
            </span>
            <Button tone="quiet" className="h-6 px-2" onClick={() => void revoke(grant)}>
              {t('settings.rules.revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
