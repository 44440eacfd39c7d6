import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceOffer } from '../../../contract/resources/resource'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { useResourceName } from '../../ui/resource-name'
import { Empty, Failure, Loading } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useWindowDispatch } from '../../window/window-state'
import { KindIcon } from './kind-icon'
import { useResourceWords } from './resource-words'

const isAddable = (offer: ResourceOffer): boolean => !offer.alreadyKnown && (offer.reason === null || offer.needsSecret)

/** What is already on the machine. Only what is ticked is taken in. */
export function ScanDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const words = useResourceWords()
  const speech = useSpeech()
  const resourceName = useResourceName()
  const dispatch = useWindowDispatch()
  const { attempt, tell } = useNotices()
  const [round, setRound] = useState(0)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [taking, setTaking] = useState(false)
  const scan = useCall(`${round}`, () => quarry.resourcesScan(), false)
  const offers = scan.value?.offers ?? []
  const addable = offers.filter(isAddable)
  const tick = (resourceId: string): void => {
    const next = new Set(ticked)
    if (!next.delete(resourceId)) next.add(resourceId)
    setTicked(next)
  }
  const take = async (): Promise<void> => {
    setTaking(true)
    const done = await attempt(async () => {
      const { added } = await quarry.resourcesTake({ resourceIds: [...ticked] })
      tell(t('resources.found.taken', { count: added.length }))
    })
    setTaking(false)
    if (!done) return
    onClose()
    dispatch({ type: 'showResources', tab: 'browse' })
  }
  return (
    <Dialog
      title={t('resources.found.title')}
      description={t('resources.found.body')}
      onClose={onClose}
      wide
      testId="scan"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ticked.size > 0 && !taking) void take()
        }}
      >
        <div className="min-h-44">
          {scan.status === 'loading' && <Loading text={t('resources.found.looking')} />}
          {scan.status === 'failed' && <Failure error={scan.error} onRetry={() => setRound(round + 1)} />}
          {scan.status === 'ready' && addable.length === 0 && (
            <Empty title={t('resources.found.none')} help={t('resources.found.noneHelp')} />
          )}
          {addable.length > 1 && (
            <label className="flex items-center gap-2.5 py-1.5 text-sm text-dim">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={ticked.size === addable.length}
                ref={(box) => {
                  if (box) box.indeterminate = ticked.size > 0 && ticked.size < addable.length
                }}
                onChange={() =>
                  setTicked(
                    ticked.size === addable.length ? new Set() : new Set(addable.map(({ resourceId }) => resourceId)),
                  )
                }
              />
              {t('resources.found.all')}
            </label>
          )}
          {offers.length > 0 && (
            <ul aria-label={t('resources.found.list')}>
              {offers.map((offer) => (
                <li key={offer.resourceId} data-testid="scan-offer" className="border-t border-line">
                  <label className="grid grid-cols-[16px_20px_minmax(0,1fr)] items-start gap-2.5 py-2">
                    <input
                      type="checkbox"
                      className="mt-0.5 size-4 accent-accent disabled:opacity-40"
                      disabled={!isAddable(offer)}
                      checked={ticked.has(offer.resourceId)}
                      onChange={() => tick(offer.resourceId)}
                    />
                    <span className="mt-0.5">
                      <KindIcon type={offer.type} size={16} />
                    </span>
                    <span className="min-w-0">
                      <bdi className="block truncate font-medium">{resourceName(offer)}</bdi>
                      <span
                        className={`block text-sm tabular-nums ${isAddable(offer) || offer.alreadyKnown ? 'text-dim' : 'text-error'}`}
                      >
                        {words.flavour(offer.flavour)} · {words.offer(offer)}
                      </span>
                      <bdi className="block truncate font-mono text-xs text-faint">{offer.location}</bdi>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          )}
          {scan.status === 'ready' && (
            <div className="mt-2 space-y-1 border-t border-line pt-2 text-xs text-dim">
              {scan.value.failures.length > 0 && (
                <details>
                  <summary className="text-blocked">
                    {t('resources.found.failures', { count: scan.value.failures.length })}
                  </summary>
                  <ul className="mt-1 space-y-0.5 pl-4">
                    {scan.value.failures.map(({ place, error }) => (
                      <li key={place}>
                        <span className="font-mono">{place}</span>: {speech.errorPhrase(error)}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
              <details>
                <summary>{t('resources.found.looked', { count: scan.value.looked.length })}</summary>
                <ul className="mt-1 space-y-0.5 pl-4 font-mono">
                  {scan.value.looked.map((place) => (
                    <li key={place}>{place}</li>
                  ))}
                </ul>
              </details>
            </div>
          )}
        </div>
        <DialogActions>
          {scan.status === 'ready' && addable.length === 0 ? (
            <Button onClick={onClose}>{t('app.close')}</Button>
          ) : (
            <>
              <Button onClick={onClose}>{t('app.cancel')}</Button>
              <Button type="submit" tone="primary" disabled={ticked.size === 0 || taking}>
                {taking
                  ? t('resources.found.taking')
                  : ticked.size === 0
                    ? t('resources.found.takeNothing')
                    : t('resources.found.take', { count: ticked.size })}
              </Button>
            </>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
