import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CitationView, ReportView } from '../../../contract/report/report'
import { toldTimelines } from '../../../wording'
import { useSpeech } from '../../ui/use-speech'
import { placeOf, useWindowDispatch } from '../../window/window-state'
import { Picture } from './picture'

interface TimelinesProps {
  sessionId: string
  /** Of the report. */
  version: number
  report: ReportView
}

/** What the report cites in the order of time, as a picture and as a list that opens it; folded until someone asks. */
export const Timelines = memo(function Timelines({ sessionId, version, report }: TimelinesProps) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const dispatch = useWindowDispatch()
  const open = ({ place, n }: CitationView): void =>
    dispatch({ type: 'openPlace', place: placeOf(place, { sessionId, version, n }) })
  return toldTimelines(report, speech).map(({ kind, dates, picture, description, missing }) => {
    const title = t(`reportTimeline.${kind}`, {
      entries: speech.format.number(dates.reduce((sum, { entries }) => sum + entries.length, 0)),
    })
    return (
      <details key={kind} className="mt-3 border-t border-line pt-3" data-testid={`timeline-${kind}`}>
        <summary className="cursor-pointer text-sm">{title}</summary>
        <Picture picture={picture} title={title} described={description} testid="timeline-picture" />
        <dl className="mt-2 grid grid-cols-[minmax(4rem,max-content)_1fr] gap-x-4 text-sm">
          {dates.map(({ day, entries }) => (
            <div key={day} className="col-span-2 grid grid-cols-subgrid border-t border-line py-0.5">
              <dt className="py-0.5 text-dim tabular-nums">{day}</dt>
              {entries.map(({ text, citation }) => (
                <dd key={`${citation.n}-${text}`} className="col-start-2 py-0.5 wrap-anywhere" lang={report.language}>
                  <button type="button" className="text-left hover:bg-sunk" onClick={() => open(citation)}>
                    <bdi>{text}</bdi>{' '}
                    <span className="font-sans text-xs font-semibold text-accent">
                      {speech.format.number(citation.n)}
                    </span>
                  </button>
                </dd>
              ))}
            </div>
          ))}
        </dl>
        {missing !== null && <p className="mt-2 text-xs text-dim">{missing}</p>}
      </details>
    )
  })
})
