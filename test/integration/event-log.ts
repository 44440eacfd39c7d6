import type { SessionEventView } from '../../contract/session/session'
import type { AppendSource } from '../../main/api/append-stream'

/** A session's log in memory, to follow and to append to. */
export function eventLog(): {
  readonly log: AppendSource<SessionEventView>
  append(type: string): void
  /** How many follow it. */
  followers(): number
} {
  const lines: SessionEventView[] = []
  const appended = new Set<() => void>()
  return {
    log: {
      readAfter: async (after, limit) => lines.slice(after, after + limit),
      onAppend(listener) {
        appended.add(listener)
        return () => appended.delete(listener)
      },
    },
    append(type) {
      lines.push({ sequence: lines.length + 1, at: '2026-01-01T00:00:00.000Z', type, state: 'running', detail: null })
      for (const listener of appended) listener()
    },
    followers: () => appended.size,
  }
}
