import { useTranslation } from 'react-i18next'
import { quarry, useCall } from '../../bridge'
import { Failure } from '../../ui/states'
import { useFormat } from '../../window/use-format'
import { type OpenSource, useWindowDispatch } from '../../window/window-state'

/** Every sentence, in any report, that cites this source; those on the open passage come first. */
export function CitedBy({ place }: { place: OpenSource }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const answer = useCall(`${place.sourceId}:${place.citation?.sessionId ?? ''}`, () =>
    quarry.libraryCitedBy({ sourceId: place.sourceId }),
  )
  if (answer.status === 'failed') return <Failure error={answer.error} />
  if (!answer.value) return null
  const { range } = place
  const touches = (entry: { start: number; end: number }): boolean =>
    range !== null && entry.start < range.end && range.start < entry.end
  const here = answer.value.filter(touches)
  const sentences = range ? [...here, ...answer.value.filter((entry) => !touches(entry))] : answer.value
  if (sentences.length === 0) return <p className="text-xs text-faint">{t('source.citedByNone')}</p>
  const count = range && here.length > 0 ? here.length : sentences.length
  return (
    <details data-testid="cited-by">
      <summary className="text-xs text-dim">
        {t('source.citedBy', { count })}
        <span className="sr-only"> {t('source.citedByTitle')}</span>
      </summary>
      <ul className="mt-1">
        {sentences.map((entry) => (
          <li key={`${entry.sessionId}${entry.version}:${entry.n}${entry.start}${entry.sentence}`}>
            <button
              type="button"
              className="block w-full rounded py-1 text-left text-sm hover:bg-sunk"
              onClick={() => {
                dispatch({ type: 'openSession', sessionId: entry.sessionId })
                dispatch({ type: 'showReport', version: entry.version })
                dispatch({
                  type: 'openPlace',
                  place: {
                    kind: 'source',
                    sourceId: place.sourceId,
                    range: { start: entry.start, end: entry.end },
                    page: touches(entry) ? place.page : null,
                    part: place.part,
                    headingPath: touches(entry) ? place.headingPath : [],
                    citation: { sessionId: entry.sessionId, version: entry.version, n: entry.n },
                  },
                })
              }}
            >
              <span className="mr-1.5 text-xs font-semibold text-accent">{format.number(entry.n)}</span>
              <span className="font-serif">{entry.sentence}</span>
              <span className="block truncate text-xs text-faint">{entry.sessionTitle}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
