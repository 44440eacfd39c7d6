import { useTranslation } from 'react-i18next'
import { isLocalAddress } from '../../../contract/calls/named-host'
import type { ResourceOffer } from '../../../contract/resources/resource'
import { quarry, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { useNotices } from '../../window/notices'

interface NetworkAllowanceProps {
  offers: readonly ResourceOffer[]
  onAllowed(): void
}

/** What the network setting kept Quarry from looking at, with the least that would let it. */
export function NetworkAllowance({ offers, onAllowed }: NetworkAllowanceProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const settings = useTopicValue('settings')
  const refused = offers.find(({ reason }) => reason?.code === 'egress.denied')
  if (refused === undefined || !settings) return null
  const { egress, egressHosts } = settings
  const url = URL.canParse(refused.location) ? new URL(refused.location) : null
  const isNear = url === null || isLocalAddress(url.hostname)
  const host = url?.host ?? ''
  // Hosts that are named already stay reached.
  const goesLocal = isNear && egress === 'offline'
  const allow = (): void =>
    void attempt(() =>
      quarry.settingsSet(goesLocal ? { egress: 'local' } : { egress: 'named', egressHosts: [...egressHosts, host] }),
    ).then((done) => done && onAllowed())
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-bg px-3.5 py-2 text-sm">
      <p className="min-w-48 flex-1 wrap-anywhere">
        {goesLocal ? t('intake.offline') : t('intake.unnamed', { host })}
        {!goesLocal && egress === 'local' && ` ${t('intake.noLongerLocal')}`}
      </p>
      <Button onClick={allow}>{goesLocal ? t('intake.allowLocal') : t('intake.allowHost', { host })}</Button>
    </div>
  )
}
