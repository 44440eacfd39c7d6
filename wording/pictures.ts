import type { Chart, ChartPicture } from '../contract/report/chart'
import type { CitationView, ReportView } from '../contract/report/report'
import { type Timeline, timelinesOf } from '../contract/report/timeline'
import { drawTimeline } from '../contract/report/timeline-picture'
import type { Speech } from './words'

/** What a chart shows, in a sentence: for who does not see it. */
export function toldChart({ kind, label, value, points }: Chart, speech: Speech): string {
  const sorted = points.toSorted((left, right) => left.value - right.value)
  const values = { chart: kind, label, value, points: points.length, lowest: sorted[0]!, highest: sorted.at(-1)! }
  return speech.fact({ kind: 'chartDrawn', values })
}

/** A timeline as it is shown: a picture, and as a list the same, each date once. */
interface ToldTimeline {
  readonly kind: Timeline['kind']
  readonly dates: readonly {
    readonly day: string
    readonly entries: readonly { readonly text: string; readonly citation: CitationView }[]
  }[]
  readonly picture: ChartPicture
  /** What the picture shows, in a sentence. */
  readonly description: string
  /** Which sources are missing in it; null where none is. */
  readonly missing: string | null
}

/** The timelines of a report in words. */
export const toldTimelines = (report: ReportView, speech: Speech): ToldTimeline[] =>
  timelinesOf(report).map(({ kind, entries, undated }) => {
    const dayOf = (date: string): string => (date.length === 10 ? speech.format.day(date) : date)
    const days = [...new Set(entries.map(({ date }) => date))]
    const values = { timeline: kind, entries: entries.length, first: dayOf(days[0]!), last: dayOf(days.at(-1)!) }
    return {
      kind,
      dates: days.map((day) => ({ day: dayOf(day), entries: entries.filter(({ date }) => date === day) })),
      picture: drawTimeline(entries.map(({ date }) => date)),
      description: speech.fact({ kind: 'timelineDrawn', values }),
      missing: undated.length === 0 ? null : speech.fact({ kind: 'sourcesUndated', values: { titles: [...undated] } }),
    }
  })
