import type { SessionEventView, SessionState } from '../../../contract/session'

export interface StateSpan {
  key: number
  state: SessionState
  startMs: number
  endMs: number
}

/** How long the session was in each state, from its events; what still lasts ends at `nowMs`. */
export function stateSpans(events: readonly SessionEventView[], lasts: boolean, nowMs: number): StateSpan[] {
  const spans: StateSpan[] = []
  for (const event of events) {
    const at = Date.parse(event.at)
    const last = spans.at(-1)
    if (last?.state === event.state) {
      last.endMs = at
      continue
    }
    if (last) last.endMs = at
    spans.push({ key: event.sequence, state: event.state, startMs: at, endMs: at })
  }
  const last = spans.at(-1)
  if (last && lasts) last.endMs = Math.max(last.endMs, nowMs)
  return spans
}
