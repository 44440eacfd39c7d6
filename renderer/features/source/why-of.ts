import type { RecallReason } from '../../../contract/recall'
import type { CitationView } from '../../../contract/report'
import type { SessionView } from '../../../contract/session'
import type { OpenPlace } from '../../window/window-state'

type Place = Pick<OpenPlace, 'sourceId' | 'range'>

interface Found {
  locator: { sourceId: string; start: number; end: number }
  passageId: number | null
  reason: RecallReason
}

/** Characters that a place and what was found share; 0 where they lie apart or in two sources. */
function shared(place: Place, { locator }: Found): number {
  if (locator.sourceId !== place.sourceId || !place.range) return 0
  return Math.max(0, Math.min(place.range.end, locator.end) - Math.max(place.range.start, locator.start))
}

/**
 * Why the session found a place: by what its steps kept there, else by what looking around found there. The very
 * place counts first, then the one that shares most with it, then the cited passage; among equals the best score.
 * Null where the session found nothing there.
 */
export function whyOf(session: SessionView, place: Place, passageId: CitationView['passageId']): RecallReason | null {
  const found: readonly Found[] = [...session.evidence, ...(session.investigation?.hits ?? [])]
  let best: { rank: number; overlap: number; reason: RecallReason } | null = null
  for (const item of found) {
    const { range } = place
    const exact = item.locator.start === range?.start && item.locator.end === range.end
    const overlap = shared(place, item)
    const rank = overlap > 0 && exact ? 3 : overlap > 0 ? 2 : passageId !== null && item.passageId === passageId ? 1 : 0
    if (rank === 0) continue
    const better =
      best === null ||
      rank > best.rank ||
      (rank === best.rank && overlap > best.overlap) ||
      (rank === best.rank && overlap === best.overlap && item.reason.score > best.reason.score)
    if (better) best = { rank, overlap, reason: item.reason }
  }
  return best?.reason ?? null
}
