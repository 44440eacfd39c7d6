import type { ChannelInput } from '../../../contract/channels/channels'
import { countUnderWay } from '../../../contract/library/source'
import type { SessionView } from '../../../contract/session/session'
import type { Connection } from '../../../main/api'

/** Resolves when nothing of a library with sources is under way any more. */
export function whenIndexed(connection: Connection): Promise<void> {
  return new Promise((done) => {
    const unsubscribe = connection.subscribe('library', null, ({ summary }) => {
      if (countUnderWay(summary.byState) > 0 || summary.total === 0) return
      queueMicrotask(() => unsubscribe())
      done()
    })
  })
}

const settled: ReadonlySet<SessionView['state']> = new Set(['done', 'stopped', 'failed', 'blockedReview'])
/** A paused session goes on by itself where a resource comes back; one that does not is left. */
const longestPauseMs = 60_000

/** A session for the question, its plan accepted as planned, once it needs nothing more or a person. */
export async function research(
  connection: Connection,
  question: string,
  chosen: Pick<ChannelInput<'session.start'>, 'roleEngines' | 'mode'> = {},
): Promise<SessionView> {
  const { sessionId } = await connection.call('session.start', {
    ...chosen,
    question,
    settings: { clarify: false, autoAccept: true },
  })
  return whenSettled(connection, sessionId)
}

/** A session whose report answers a further question, once it needs nothing more or a person. */
export async function followUp(connection: Connection, asked: ChannelInput<'session.followUp'>): Promise<SessionView> {
  await connection.call('session.followUp', asked)
  return whenSettled(connection, asked.sessionId)
}

function whenSettled(connection: Connection, sessionId: string): Promise<SessionView> {
  return new Promise((done) => {
    let pause: NodeJS.Timeout | undefined
    const unsubscribe = connection.subscribe('session', sessionId, (view) => {
      clearTimeout(pause)
      const settle = (): void => {
        queueMicrotask(() => unsubscribe())
        done(view)
      }
      if (settled.has(view.state)) settle()
      else if (view.state === 'paused') pause = setTimeout(settle, longestPauseMs)
    })
  })
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
