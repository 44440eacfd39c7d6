import { useTranslation } from 'react-i18next'
import type { CitationView } from '../../../contract/report'
import { placeOf, useWindowDispatch } from '../../app/window-state'
import { Chip } from '../../ui/chip'
import { useLocatorText } from '../source/use-locator-text'

/** The registry of citations as a list: number, source, place, and whether the source is still what it was. */
export function CitedSources({ sessionId, citations }: { sessionId: string; citations: readonly CitationView[] }) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const locatorText = useLocatorText()
  if (citations.length === 0) return null
  return (
    <section className="mt-8 border-t border-line pt-3" aria-labelledby="cited-sources">
      <h2 id="cited-sources" className="section-title">
        {t('report.sources')}
      </h2>
      <ol className="mt-1" data-testid="cited-sources">
        {citations.map((citation) => (
          <li key={citation.n}>
            <button
              type="button"
              onClick={() =>
                dispatch({ type: 'openPlace', place: placeOf(citation.locator, { sessionId, n: citation.n }) })
              }
              className="-mx-2 flex w-[calc(100%+16px)] items-baseline gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-sunk"
            >
              <span className="w-6 shrink-0 text-right font-semibold text-accent tabular-nums">{citation.n}</span>
              <span className="min-w-0 flex-1">
                <bdi className="line-clamp-2">{citation.sourceTitle ?? citation.sourceName}</bdi>
                <span className="flex gap-3 text-xs text-faint">
                  {citation.sourceTitle && <bdi className="min-w-0 truncate">{citation.sourceName}</bdi>}
                  <span className="shrink-0">{locatorText(citation.locator)}</span>
                </span>
              </span>
              {citation.sourceState !== 'present' && (
                <Chip tone="blocked">{t(`report.sourceGone.${citation.sourceState}`)}</Chip>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
