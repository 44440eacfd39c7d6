/** What a lane shows of the past: so much of it, ending so long ago. In milliseconds; `behindMs` 0 follows the present. */
export interface TimeWindow {
  readonly spanMs: number
  readonly behindMs: number
}

/** How far back the pool remembers. */
export const hourMs = 3_600_000
/** Nothing shorter is told apart. */
const shortestMs = 60_000

/** Lengths that one step leads to. */
export const presets = [hourMs, 900_000, 300_000, shortestMs] as const

/** A window within the last hour. */
function within({ spanMs, behindMs }: TimeWindow): TimeWindow {
  const span = Math.max(shortestMs, Math.min(hourMs, spanMs))
  return { spanMs: span, behindMs: Math.max(0, Math.min(hourMs - span, behindMs)) }
}

/**
 * Makes the window shorter (`factor` below 1) or longer around the place at `share` of its width, which stays where it
 * is. At the right end it keeps following the present.
 */
export function zoom(window: TimeWindow, factor: number, share = 1): TimeWindow {
  const spanMs = Math.max(shortestMs, Math.min(hourMs, window.spanMs * factor))
  const behindMs = window.behindMs + (window.spanMs - spanMs) * (1 - share)
  return within({ spanMs, behindMs: window.behindMs === 0 && share > 0.95 ? 0 : behindMs })
}

/** Moves the window by a share of its length; positive is towards the present. */
export function pan(window: TimeWindow, share: number): TimeWindow {
  return within({ ...window, behindMs: window.behindMs - share * window.spanMs })
}

/** The next shorter (`by` 1) or longer (`by` -1) preset, ending where the window ends. */
export function step(window: TimeWindow, by: 1 | -1): TimeWindow {
  const fitting =
    by === 1 ? presets.find((preset) => preset < window.spanMs) : presets.findLast((preset) => preset > window.spanMs)
  return within({ ...window, spanMs: fitting ?? window.spanMs })
}

/** Distance of the marks on the axis, so that there are three to eight. */
function markEveryMs(spanMs: number): number {
  return (
    [10_000, 15_000, 30_000, 60_000, 120_000, 180_000, 300_000, 600_000].find((every) => spanMs / every <= 7) ?? 600_000
  )
}

/** Marks of the axis: how long ago each is in ms, and its place as a share of the width. */
export function marks({ spanMs, behindMs }: TimeWindow): { agoMs: number; share: number }[] {
  const every = markEveryMs(spanMs)
  const found: { agoMs: number; share: number }[] = []
  for (let agoMs = Math.ceil(behindMs / every) * every; agoMs <= behindMs + spanMs; agoMs += every) {
    found.push({ agoMs, share: 1 - (agoMs - behindMs) / spanMs })
  }
  return found
}

/** Where a stretch of time lies in the window, as shares of its width; null where it lies outside. */
export function placeIn(
  { spanMs, behindMs }: TimeWindow,
  nowMs: number,
  fromMs: number,
  untilMs: number,
): { left: number; width: number } | null {
  const end = nowMs - behindMs
  const left = Math.max(0, 1 - (end - fromMs) / spanMs)
  const right = Math.min(1, 1 - (end - untilMs) / spanMs)
  return right < 0 || left > 1 || right < left ? null : { left, width: right - left }
}
