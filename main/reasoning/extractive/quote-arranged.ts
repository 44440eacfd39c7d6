import type { ReportSentence } from '../../../contract/report/report'
import { groupBy } from '../../language'
import { isTableRow, originOf } from './choose-units'
import type { SentenceWriter } from './sentence-writer'
import type { ReportUnit } from './units'

/** Paragraphs by source, the best source first, each in the order in which the source says it. */
function arrange(units: readonly ReportUnit[]): ReportUnit[][] {
  const start = (unit: ReportUnit): number => {
    const place = unit.evidence[0]?.place
    return place?.kind === 'source' ? place.start : place?.kind === 'query' ? (place.row ?? 0) : 0
  }
  return [...groupBy(units, originOf).values()].map((group) => group.sort((a, b) => start(a) - start(b)))
}

function follows(before: ReportUnit | undefined, after: ReportUnit): boolean {
  const last = before?.evidence.at(-1)?.place
  const first = after.evidence[0]?.place
  if (last?.kind !== 'source' || first?.kind !== 'source') return false
  return last.lineEnd === first.lineStart && first.start - last.end <= 4
}

/** A paragraph for each run; runs that follow each other in their source make one. */
export function quoteArranged(writer: SentenceWriter, units: readonly ReportUnit[], from = 0): ReportSentence[] {
  let paragraph = from - 1
  return arrange(units).flatMap((group) =>
    group.flatMap((unit, at) => {
      // A row has no full stop and runs into what follows: each stands by itself.
      if (at === 0 || isTableRow(unit) || !follows(group[at - 1], unit)) paragraph += 1
      return writer.quote(unit, paragraph)
    }),
  )
}
