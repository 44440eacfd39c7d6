import { resolve } from 'node:path'
import type { LibrarySummary } from '../../contract/source'
import type { Connection } from '../api'
import type { ProgressLine } from './terminal'

const isBusy = (summary: LibrarySummary): boolean =>
  summary.byState.queued + summary.byState.reading + summary.byState.chunking + summary.byState.embedding > 0

/** Adds paths and waits until all of them are indexed or failed, with progress. */
export async function addAndWait(
  connection: Connection,
  paths: readonly string[],
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<LibrarySummary> {
  const items = await connection.call('library.inspect', { paths: paths.map((path) => resolve(path)) })
  for (const item of items) {
    if (item.reason !== null) progress.say(`${item.name}: ${item.reason.message}`)
  }
  const readable = items.flatMap((item) => (item.becomes === 'unreadable' || item.path === null ? [] : [item.path]))
  if (readable.length > 0) {
    const { added, unchanged, ignored } = await connection.call('library.add', { paths: readable })
    progress.say(`${added} to index, ${unchanged} unchanged, ${ignored} passed over`)
  }
  return waitUntilIndexed(connection, progress, signal)
}

/** Waits until nothing is queued or under way. Rejects with the signal's reason when it aborts. */
export function waitUntilIndexed(
  connection: Connection,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<LibrarySummary> {
  return new Promise((resolvePromise, reject) => {
    const finish = (settle: () => void): void => {
      unsubscribe()
      signal.removeEventListener('abort', abort)
      progress.end()
      settle()
    }
    const abort = (): void => finish(() => reject(signal.reason))
    signal.addEventListener('abort', abort)
    connection.onLost((error) => finish(() => reject(error)))
    const unsubscribe = connection.subscribe('library', null, ({ summary }) => {
      if (!isBusy(summary)) {
        finish(() => resolvePromise(summary))
        return
      }
      const { total, byState, passages, remainingMs } = summary
      const left = remainingMs === null ? '' : `, about ${Math.ceil(remainingMs / 1000)} s left`
      progress.show(`indexing: ${byState.indexed} of ${total} sources, ${passages} passages${left}`)
    })
    if (signal.aborted) abort()
  })
}

/** Says which sources could not be read. */
export async function sayFailures(connection: Connection, progress: ProgressLine): Promise<void> {
  const { sources, total } = await connection.call('library.list', {
    offset: 0,
    limit: 50,
    filter: { states: ['failed'] },
  })
  for (const source of sources) progress.say(`${source.name}: ${source.error?.message ?? 'could not be read'}`)
  if (total > sources.length) progress.say(`… and ${total - sources.length} more could not be read`)
}
