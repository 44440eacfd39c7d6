import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOfPlace } from '../../../contract/report/place'
import type { CitationView } from '../../../contract/report/report'
import { Chip } from '../../ui/chip'
import { placeOf, useWindowDispatch } from '../../window/window-state'
import { usePlaceText } from '../source/use-place-text'
import { citationsByOrigin } from './citations-by-origin'

/** The registry of citations by source: what each number opens, and whether the source is still what it was. */
export const CitedSources = memo(function CitedSources({
  sessionId,
  version,
  citations,
}: {
  sessionId: string
  version: number
  citations: readonly CitationView[]
}) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const placeText = usePlaceText()
  if (citations.length === 0) return null
  return (
    <section className="drawn-in-view mt-8 border-t border-line pt-3" aria-labelledby="cited-sources">
      <h2 id="cited-sources" className="section-title">
        {t('report.sources')}
      </h2>
      <ul className="mt-1" data-testid="cited-sources">
        {citationsByOrigin(citations).map(([first, ...rest]) => (
          <li key={first.n} className="border-b border-line py-1.5 text-sm last:border-b-0">
            <div className="flex items-baseline gap-3">
              <bdi className="line-clamp-2 min-w-0 flex-1">{nameOfPlace(first.place)}</bdi>
              {first.state !== 'present' && <Chip tone="blocked">{t(`report.sourceGone.${first.state}`)}</Chip>}
              {first.place.kind === 'source' && first.place.sourceTitle && (
                <bdi title={first.place.sourceName} className="max-w-[40%] shrink-0 truncate text-xs text-faint">
                  {first.place.sourceName}
                </bdi>
              )}
            </div>
            <ul
              className="mt-0.5 flex flex-wrap gap-x-1 gap-y-0.5"
              aria-label={t('report.sourceCitations', { source: nameOfPlace(first.place) })}
            >
              {[first, ...rest].map((citation) => (
                <li key={citation.n}>
                  <button
                    type="button"
                    title={citation.citedText}
                    onClick={() =>
                      dispatch({
                        type: 'openPlace',
                        place: placeOf(citation.place, { sessionId, version, n: citation.n }),
                      })
                    }
                    className="-ml-1 rounded px-1 text-xs text-faint tabular-nums hover:bg-sunk"
                  >
                    <span className="font-semibold text-accent">{citation.n}</span> {placeText.text(citation.place)}
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
})
