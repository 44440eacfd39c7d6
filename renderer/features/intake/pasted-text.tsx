import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceOffer } from '../../../contract/resources/resource'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { useResourceName } from '../../ui/resource-name'
import { Failure, Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { OfferLines } from '../resources/offer-lines'
import { NetworkAllowance } from './network-allowance'

/**
 * Text that holds a password is not offered as a note: it would stand in the library for good. Connection strings and
 * settings of MCP servers may hold one; the description of an API does not.
 */
const mayHoldSecret = (offers: readonly ResourceOffer[]): boolean => offers.some(({ type }) => type !== 'api')

interface PastedTextProps {
  text: string
  /** It is no more than a note, or a person wants it as one. */
  onNote(): void
  onClose(): void
}

/** Text that came by paste or drop: a connection string, settings or a description become resources. Not shown itself. */
export function PastedText({ text, onNote, onClose }: PastedTextProps) {
  const { t } = useTranslation()
  const resourceName = useResourceName()
  const { attempt, tell } = useNotices()
  const [adding, setAdding] = useState(false)
  const [round, setRound] = useState(0)
  const offers = useCall(`${round}`, () => quarry.resourcesInspectText({ text }))
  const nothing = offers.status === 'failed' ? offers.error.code === 'resource.unsupported' : offers.value?.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on as a note once it is known to be no more
  useEffect(() => {
    if (nothing) onNote()
  }, [nothing])
  const add = async (): Promise<void> => {
    setAdding(true)
    const done = await attempt(async () => {
      const { added } = await quarry.resourcesAddText({ text })
      tell(
        t('intake.addedResources', {
          count: added.length,
          names: added.map(({ name }) => name).join(t('app.listed')),
        }),
      )
    })
    setAdding(false)
    if (done) onClose()
  }
  const found = offers.value ?? []
  const addable = found.filter(({ reason, needsSecret }) => reason === null || needsSecret)
  return (
    <Dialog
      title={t('intake.textTitle')}
      description={t('intake.textBody')}
      onClose={onClose}
      wide
      testId="pasted-text"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (addable.length > 0 && !adding) void add()
        }}
      >
        {offers.status === 'loading' && <Loading text={t('intake.textLooking')} />}
        {offers.status === 'failed' && <Failure error={offers.error} />}
        {found.length > 0 && (
          <ul aria-label={t('intake.items')} className="mt-1">
            {found.map((offer) => (
              <li key={offer.resourceId} data-testid="intake-item" className="border-t border-line py-2">
                <bdi className="line-clamp-2 font-medium">{resourceName(offer)}</bdi>
                <OfferLines offers={[offer]} />
                <bdi className="block truncate font-mono text-xs text-faint">{offer.location}</bdi>
              </li>
            ))}
          </ul>
        )}
        {found.some(({ type }) => type === 'database' || type === 'mcp_server') && (
          <p className="mt-1 text-xs text-faint">{t('intake.textSecret')}</p>
        )}
        <NetworkAllowance offers={found} onAllowed={() => setRound(round + 1)} />
        <DialogActions>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          {(offers.status === 'failed' || (found.length > 0 && !mayHoldSecret(found))) && (
            <Button onClick={onNote}>{t('intake.textAsNote')}</Button>
          )}
          <Button
            // The button appears with the answer, so that Enter confirms what has been read.
            key={offers.status}
            autoFocus
            type="submit"
            tone="primary"
            disabled={addable.length === 0 || adding}
          >
            {adding
              ? t('intake.adding')
              : addable.length === 0
                ? t('resources.found.takeNothing')
                : t('intake.textTake', { count: addable.length })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
