import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ErrorShape } from '../../../contract/error-shape'
import { countUnderWay, type LibrarySummary, type SourceView } from '../../../contract/library/source'
import { SourceGlyph } from '../../ui/glyphs'
import { Progress } from '../../ui/progress'
import { Remedy } from '../../ui/remedy'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'

/** So many rows are shown of what is under way; the rest is in the list. */
const shownRows = 4
/** From so many pages or passages on a file takes long enough to be told how far it is. */
const countedFrom = 100

/** Whether it is told how far a file is: where that takes a while, as recognising a page takes seconds. */
export const isTold = (counted: SourceView['counted']): counted is NonNullable<SourceView['counted']> =>
  counted !== null && (counted.kind === 'pagesRecognised' || counted.values.total >= countedFrom)

/** Why nothing is indexed although something waits, and what to do about it: the queue goes on by itself afterwards. */
function Standstill({ reason }: { reason: ErrorShape }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  return (
    <div role="alert" data-testid="standstill" className="border-b border-line px-1.5 pb-2 text-sm">
      <p className="flex items-start gap-2 font-medium text-error">
        <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
        {t('library.standstill', { reason: speech.errorPhrase(reason) })}
      </p>
      <Remedy remedy={reason.remedy} className="mt-1 text-dim" />
      <p className="mt-1 text-dim">{t('library.standstillHelp')}</p>
    </div>
  )
}

/** What is being indexed now, with progress, and the whole with the time left. */
export function InFlight({ summary, inFlight }: { summary: LibrarySummary; inFlight: readonly SourceView[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { byState } = summary
  const waiting = countUnderWay(byState)
  const { pauseReason } = summary
  if (waiting === 0) return pauseReason ? <Standstill reason={pauseReason} /> : null
  const finished = summary.total - waiting
  return (
    <>
      {pauseReason && <Standstill reason={pauseReason} />}
      <div className="border-b border-line px-1.5 pb-2" data-testid="in-flight">
        <div className="mb-1 flex justify-between gap-2 text-xs text-dim tabular-nums">
          <span>{t('library.progress', { done: format.number(finished), total: format.number(summary.total) })}</span>
          <span>
            {summary.paused
              ? t('footer.paused')
              : summary.remainingMs === null
                ? t('footer.leftUnknown')
                : t('footer.left', { time: format.remaining(summary.remainingMs) })}
          </span>
        </div>
        <Progress share={summary.total > 0 ? finished / summary.total : null} label={t('library.inFlight')} />
        <ul className="mt-1.5" aria-label={t('library.inFlight')}>
          {inFlight.slice(0, shownRows).map((source) => (
            <li key={source.id} className="py-0.5">
              <div className="flex items-center gap-2 text-sm text-dim">
                <SourceGlyph state={source.state} size={13} />
                <bdi className="min-w-0 flex-1 truncate">{source.name}</bdi>
                <span className="text-xs text-faint tabular-nums">
                  {t(`sourceState.${source.state}`)}
                  {source.progress !== null && source.state !== 'queued' && ` ${format.percent(source.progress)}`}
                </span>
              </div>
              <div className="mt-0.5 ml-5">
                <Progress share={source.progress} label={source.name} />
                {isTold(source.counted) && (
                  <p className="mt-0.5 text-xs text-faint tabular-nums">{speech.fact(source.counted)}</p>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
