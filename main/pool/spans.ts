import type { PoolSpan } from '../../contract/pool'
import type { MemberStanding } from './terms'

/** How far back the timeline reaches. */
export const timelineMs = 60 * 60 * 1000

/**
 * The timeline after a member changed: its open span ends, and a new one begins where the member now holds a task or
 * is out of service. Spans that ended more than an hour before `at` are dropped.
 */
export function advanceSpans(spans: readonly PoolSpan[], standing: MemberStanding, label: string | null): PoolSpan[] {
  const at = standing.since
  const oldest = Date.parse(at) - timelineMs
  const kept: PoolSpan[] = []
  for (const span of spans) {
    const ended = span.endedAt === null && span.memberId === standing.id ? { ...span, endedAt: at } : span
    if (ended.endedAt === null || Date.parse(ended.endedAt) >= oldest) kept.push(ended)
  }
  const { state } = standing
  if (state === 'deployed' || state === 'busy') {
    kept.push({
      memberId: standing.id,
      taskId: standing.taskId ?? '',
      label: label ?? '',
      state,
      startedAt: at,
      endedAt: null,
    })
  } else if (state === 'error') {
    kept.push({
      memberId: standing.id,
      taskId: '',
      label: standing.error ?? '',
      state: 'error',
      startedAt: at,
      endedAt: null,
    })
  }
  return kept
}
