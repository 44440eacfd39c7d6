import { useTranslation } from 'react-i18next'
import { keyOfPlace, nameOfPlace } from '../../../contract/report/place'
import type { SessionView } from '../../../contract/session/session'
import { quarry, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { useNotices } from '../../window/notices'

/** What a person decided of evidence, and how to take it back. Nothing where nothing was decided. */
export function EvidenceChoices({ session }: { session: SessionView }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const ofProject = useTopicValue('settings')?.neverUse ?? []
  const { id: sessionId, neverUsed } = session
  const pinned = session.settings.pinned ?? []
  if (neverUsed.length + pinned.length === 0) return null
  const restore = ({ sourceId, scope }: SessionView['neverUsed'][number]): void =>
    void attempt(() =>
      scope === 'session'
        ? quarry.sessionChooseEvidence({ sessionId, choice: { kind: 'neverUse', sourceId, isNever: false } })
        : quarry.settingsSet({ neverUse: ofProject.filter((one) => one !== sourceId) }),
    )
  const row = 'flex items-baseline gap-3 border-b border-line py-1.5 text-sm last:border-b-0'
  return (
    <section
      className="mt-6 border-t border-line pt-3"
      aria-labelledby="evidence-choices"
      data-testid="evidence-choices"
    >
      <h2 id="evidence-choices" className="section-title">
        {t('choices.title')}
      </h2>
      <p className="mt-0.5 text-xs text-faint">{t('choices.fromNext')}</p>
      <ul className="mt-1">
        {neverUsed.map((one) => (
          <li key={`${one.scope} ${one.sourceId}`} className={row}>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {t(`choices.never.${one.scope}`, { source: one.name })}
            </span>
            <Button tone="quiet" className="h-6 px-2 text-xs" onClick={() => restore(one)}>
              {t('choices.useAgain')}
            </Button>
          </li>
        ))}
        {pinned.map(({ sentence, place }) => (
          <li key={keyOfPlace(place)} className={row}>
            <span className="line-clamp-2 min-w-0 flex-1">
              {t('choices.pinned', { source: nameOfPlace(place), sentence })}
            </span>
            <Button
              tone="quiet"
              className="h-6 px-2 text-xs"
              onClick={() =>
                void attempt(() =>
                  quarry.sessionChooseEvidence({ sessionId, choice: { kind: 'unpin', placeKey: keyOfPlace(place) } }),
                )
              }
            >
              {t('choices.unpin')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
