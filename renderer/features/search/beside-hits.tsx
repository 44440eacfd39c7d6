import { useTranslation } from 'react-i18next'
import { Chip } from '../../ui/chip'
import { useFormat } from '../../window/use-format'
import type { TypedHits } from '../../window/use-typed-hits'
import { useWindowDispatch } from '../../window/window-state'
import { openingOf } from '../source/own-notes'

/** The person's own notes that hold what is searched for: apart from the hits, as they are no source. */
export function OwnNotes({ found }: { found: TypedHits }) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  return found.annotations.map(({ id, sourceId, sourceName, title, range, quote, note }) => (
    <li key={id} data-testid="annotation-hit" className="border-t border-line first:border-t-0">
      <button
        type="button"
        data-hit
        onClick={() => dispatch({ type: 'openPlace', place: openingOf(sourceId, range) })}
        className="block w-full rounded-md px-2 py-2 text-left hover:bg-sunk"
      >
        <span className="flex items-center gap-1.5 text-xs text-dim">
          <Chip tone="busy">{t(note === '' ? 'annotations.yourHighlight' : 'annotations.yourNote')}</Chip>
          <bdi className="min-w-0 truncate">{title ?? sourceName}</bdi>
        </span>
        {note !== '' && <span className="mt-0.5 line-clamp-2 text-sm text-ink">{note}</span>}
        {quote !== '' && (
          <span className="mt-0.5 line-clamp-2 border-l-2 border-mark pl-2 font-serif text-[14.5px] leading-snug text-dim">
            {quote}
          </span>
        )}
      </button>
    </li>
  ))
}

/** What sessions and the background learner answered to such a question: it opens where its passages are cited. */
export function Answers({ found }: { found: TypedHits }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  return found.answers.map(({ recordId, question, text, sessionId, at }) => (
    <li key={recordId} data-testid="answer-hit" className="border-t border-line first:border-t-0">
      <button
        type="button"
        data-hit
        onClick={() =>
          dispatch(sessionId === null ? { type: 'showView', view: 'memory' } : { type: 'openSession', sessionId })
        }
        className="block w-full rounded-md px-2 py-2 text-left hover:bg-sunk"
      >
        <span className="flex items-center gap-1.5 text-xs text-dim">
          <Chip tone="busy">{t('search.answered')}</Chip>
          <span className="min-w-0 flex-1 truncate text-sm font-medium text-ink">{question}</span>
          <time dateTime={at} className="shrink-0 text-faint tabular-nums">
            {format.when(at)}
          </time>
        </span>
        <span className="mt-0.5 line-clamp-2 font-serif text-[14.5px] leading-snug text-dim">{text}</span>
      </button>
    </li>
  ))
}
