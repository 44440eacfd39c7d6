import type { RecallReason } from '../../../contract/recall/recall'
import type { SourcePlace } from '../../../contract/report/place'
import type { SessionView } from '../../../contract/session/session'
import type { OpenSource } from '../../window/window-state'

type Place = Pick<OpenSource, 'sourceId' | 'range'>

interface Found {
  readonly at: Pick<SourcePlace, 'sourceId' | 'start' | 'end' | 'passageId'>
  readonly reason: RecallReason
}

/** What the session found in sources: by its steps, and while it looked around. */
function foundBy({ evidence, investigation }: SessionView): Found[] {
  return [
    ...evidence.flatMap(({ place, reason }) =>
      place.kind === 'source' && reason !== null ? [{ at: place, reason }] : [],
    ),
    ...(investigation?.hits ?? []).map(({ locator, passageId, reason }) => ({ at: { ...locator, passageId }, reason })),
  ]
}

/**
 * Why the session found a place: by what its steps kept there, else by what looking around found there. The very
 * place counts first, then the one that shares most with it, then the cited passage; among equals the best score.
 * Null where the session found nothing there.
 */
export function whyOf(session: SessionView, place: Place, passageId: number | null): RecallReason | null {
  const { range } = place
  let best: { rank: number; overlap: number; reason: RecallReason } | null = null
  for (const { at, reason } of foundBy(session)) {
    const isThere = range !== null && at.sourceId === place.sourceId
    const exact = isThere && at.start === range.start && at.end === range.end
    const overlap = isThere ? Math.max(0, Math.min(range.end, at.end) - Math.max(range.start, at.start)) : 0
    const rank = overlap > 0 && exact ? 3 : overlap > 0 ? 2 : passageId !== null && at.passageId === passageId ? 1 : 0
    if (rank === 0) continue
    const better =
      best === null ||
      rank > best.rank ||
      (rank === best.rank && overlap > best.overlap) ||
      (rank === best.rank && overlap === best.overlap && reason.score > best.reason.score)
    if (better) best = { rank, overlap, reason }
  }
  return best?.reason ?? null
}
