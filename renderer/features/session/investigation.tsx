import { useTranslation } from 'react-i18next'
import type { InvestigationView } from '../../../contract/session/session'
import { useFormat } from '../../window/use-format'
import { placeOf, useWindowDispatch } from '../../window/window-state'

/** So many passages are shown here; the Evidence tab has all. */
const shownHits = 4

/** What looking around brought up, shown while the session goes on and folded away afterwards. */
export function Investigation({
  investigation,
  initiallyOpen,
}: {
  investigation: InvestigationView
  initiallyOpen: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const { themes, hits, passagesSearched } = investigation
  return (
    <details open={initiallyOpen} className="mb-3 rounded-lg border border-line bg-panel" data-testid="investigation">
      <summary className="px-4 py-2 text-sm">
        <h2 className="inline font-semibold">{t('investigation.title')}</h2>
        <span className="ml-2 text-xs text-faint tabular-nums">
          {t('investigation.lookedAt', { count: passagesSearched, passages: format.number(passagesSearched) })}
        </span>
      </summary>
      {hits.length === 0 && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-dim">
          {t(passagesSearched === 0 ? 'investigation.unsearched' : 'investigation.none')}
        </p>
      )}
      {themes.length > 0 && (
        <section className="border-t border-line px-4 py-2.5">
          <h3 className="section-title">{t('investigation.themes')}</h3>
          <ul className="mt-1.5 flex flex-wrap gap-1.5">
            {themes.map((theme) => (
              <li key={theme.name} className="rounded-md bg-sunk px-2 py-1 text-sm">
                {theme.name}
                <span className="ml-1.5 text-xs text-faint tabular-nums">
                  {t('investigation.theme', {
                    passages: t('library.passages', {
                      count: theme.passages,
                      passages: format.number(theme.passages),
                    }),
                    sources: t('session.sources', { count: theme.sources, sources: format.number(theme.sources) }),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {hits.length > 0 && (
        <section className="border-t border-line px-4 py-2.5">
          <h3 className="section-title">{t('investigation.hits')}</h3>
          <ul className="mt-1">
            {hits.slice(0, shownHits).map((hit) => (
              <li key={hit.passageId}>
                <button
                  type="button"
                  onClick={() =>
                    dispatch({ type: 'openPlace', place: placeOf({ ...hit.locator, headingPath: hit.headingPath }) })
                  }
                  className="-mx-2 block w-full rounded-md px-2 py-1 text-left hover:bg-sunk"
                >
                  <span className="block truncate text-xs text-dim">{hit.title ?? hit.sourceName}</span>
                  <span className="line-clamp-2 font-serif text-[15px] leading-snug">{hit.text}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </details>
  )
}
