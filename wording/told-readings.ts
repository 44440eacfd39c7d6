import type { QueryPlace } from '../contract/report/place'
import { type CitationView, claimsIn, type ReportSection } from '../contract/report/report'
import type { Speech } from './words'

/**
 * What is told below the rows of a summary: how their questions were read, as `count: 4` says nothing of what was counted, and
 * of how many rows they are where these are not all. Each once.
 */
export function toldReadings(section: ReportSection, citations: readonly CitationView[], speech: Speech): string[] {
  if (section.kind !== 'summary') return []
  const cited = new Set(claimsIn([section]).flatMap((claim) => claim.citations))
  const places = citations.flatMap(({ n, place }) => (cited.has(n) && place.kind === 'query' ? [place] : []))
  const answers = new Map(places.map((place) => [answerOf(place), place]))
  const told = [...answers].map(([answer, { reading, over, totalRows: total }]) => {
    const rows = places.flatMap((place) => (answerOf(place) === answer ? (place.row ?? []) : []))
    const shown = new Set(rows).size
    return [
      ...(reading === undefined ? [] : [speech.fact(reading)]),
      ...(over === undefined
        ? []
        : [speech.fact({ kind: 'rowsOver', values: { operation: over.operation, given: givenTo(over.arguments) } })]),
      ...(shown > 0 && shown < total ? [speech.fact({ kind: 'rowsShown', values: { shown, total } })] : []),
    ].join(speech.language === 'zh-CN' ? '' : ' ')
  })
  return [...new Set(told)].filter((text) => text !== '')
}

const givenTo = (input: NonNullable<QueryPlace['over']>['arguments']): string[] =>
  Object.entries(input).map(([name, value]) =>
    `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`.slice(0, 120),
  )

const answerOf = ({ resourceId, statement, hash }: QueryPlace): string => JSON.stringify([resourceId, statement, hash])
