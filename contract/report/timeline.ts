import { dateNamedIn } from './dated-text'
import { nameOfPlace, originOfPlace } from './place'
import { type CitationView, claimsIn, type ReportView } from './report'

/** What a report cites in the order of time: its sources, or the events that its sentences tell of. */
export interface Timeline {
  readonly kind: 'sources' | 'events'
  /** By date, then in the order in which the report cites them. */
  readonly entries: readonly TimelineEntry[]
  /** Names of the sources that name no date of their own; empty of events. */
  readonly undated: readonly string[]
}
export interface TimelineEntry {
  /** `2024`, `2024-05` or `2024-05-03`. */
  readonly date: string
  readonly text: string
  /** What it opens. */
  readonly citation: CitationView
}

/** With fewer there is no course to see. */
const fewest = 3

/** The timelines of a report: of its sources, and of events where the question asks for history. */
export const timelinesOf = (report: ReportView): Timeline[] =>
  [...(asksForHistory(report.title) ? [eventsOf(report)] : []), sourcesOf(report)].filter(saysSomething)

const saysSomething = ({ entries }: Timeline): boolean =>
  entries.length >= fewest && new Set(entries.map(({ date }) => date)).size > 1

const asksForHistory = (question: string): boolean =>
  /\b(?:history|historical(?:ly)?|timeline|chronolog\w*|milestones?|evolution|evolved?|origins?|developed over|over the (?:years|decades|centuries)|course of events|what happened)\b|历史|沿革|时间线|年表|演变|演进|发展历程|来龙去脉|大事记|由来/iu.test(
    question,
  )

/** By when each was published: when a file was last changed says little of that, as copies are younger than what they hold. */
function sourcesOf({ citations, sourceDates = [] }: ReportView): Timeline {
  const first = new Map<string, CitationView>()
  for (const citation of citations)
    if (citation.place.kind === 'source' && !first.has(originOfPlace(citation.place)))
      first.set(originOfPlace(citation.place), citation)
  const issued = new Map(
    sourceDates.flatMap((date) =>
      date.kind === 'issued' ? [[`source:${date.sourceId}` as string, date] as const] : [],
    ),
  )
  const told = [...first].map(([origin, citation]) => ({
    name: nameOfPlace(citation.place),
    citation,
    of: issued.get(origin),
  }))
  const entries = told.flatMap(({ name, citation, of }) =>
    of === undefined ? [] : [{ date: of.date, text: of.by === undefined ? name : `${of.by}: ${name}`, citation }],
  )
  return {
    kind: 'sources',
    entries: inTime(entries),
    undated: told.flatMap(({ name, of }) => (of === undefined ? [name] : [])),
  }
}

/** Sentences that their citations support and that name a date, each once. */
function eventsOf({ sections, citations }: ReportView): Timeline {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]))
  const entries = new Map<string, TimelineEntry>()
  for (const {
    text,
    verdict,
    citations: [n],
  } of claimsIn(sections)) {
    const date = verdict === 'supported' ? dateNamedIn(text) : null
    const citation = n === undefined ? undefined : byNumber.get(n)
    if (date !== null && citation !== undefined && !entries.has(text)) entries.set(text, { date, text, citation })
  }
  return { kind: 'events', entries: inTime([...entries.values()]), undated: [] }
}

const inTime = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
  entries.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
