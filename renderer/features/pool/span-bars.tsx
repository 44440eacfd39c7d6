import { clsx } from 'clsx'
import type { PoolSpan } from '../../../contract/pool/pool'
import { placeIn, type TimeWindow } from './time-window'

/** How a span of each state is filled. */
export const spanFills: Record<PoolSpan['state'], string> = {
  deployed: 'bg-deployed',
  busy: 'bg-busy',
  // Stripes beside the colour: an error is told apart without it, too.
  error: 'bg-error [background-image:repeating-linear-gradient(135deg,transparent_0_3px,var(--panel)_3px_4px)]',
}

interface SpanBarsProps {
  spans: readonly PoolSpan[]
  window: TimeWindow
  now: number
}

/** A member's spans in the time shown. A picture only. */
export function SpanBars({ spans, window, now }: SpanBarsProps) {
  return spans.map((span) => {
    const place = placeIn(window, now, Date.parse(span.startedAt), span.endedAt ? Date.parse(span.endedAt) : now)
    if (!place) return null
    return (
      <span
        key={`${span.taskId}${span.state}${span.startedAt}`}
        data-state={span.state}
        className={clsx(
          'absolute inset-y-0 min-w-[3px] rounded-[3px]',
          spanFills[span.state],
          span.endedAt !== null && span.state !== 'error' && 'opacity-55',
        )}
        style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%` }}
      />
    )
  })
}
