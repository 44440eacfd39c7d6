import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { SourceState, SourceView } from '../../contract/source'
import type { ingestMachine } from './ingest-machine'
import type { ProgressOf } from './listing'
import type { queueMachine } from './queue-machine'
import { type InFlightProgress, viewOfRow } from './source-row'

/** Where the sources in flight stand, read from their actors. */
export interface ProgressView {
  readonly of: ProgressOf
  states(): SourceState[]
  count(): number
  /** The first of them as a window shows them, oldest claim first. */
  views(): SourceView[]
}

/** More than a window shows; small files are gone before they are read in a list. */
const viewsAtOnce = 64

/** Share of the whole way at which each state begins; embedding is by far the longest. */
const shareAt = { identifying: 0.02, reading: 0.05, chunking: 0.2, embedding: 0.25, committing: 0.97 } as const

export function createProgressView(queue: ActorRefFrom<typeof queueMachine>): ProgressView {
  const inFlight = () => queue.getSnapshot().context.inFlight
  return {
    of(sourceId) {
      const ingest = inFlight().get(sourceId)
      return ingest === undefined ? undefined : progressOf(ingest.getSnapshot())
    },
    states: () =>
      [...inFlight().values()].flatMap((ingest) => {
        const progress = progressOf(ingest.getSnapshot())
        return progress === undefined ? [] : [progress.state]
      }),
    count: () => inFlight().size,
    views() {
      const views: SourceView[] = []
      for (const ingest of inFlight().values()) {
        const snapshot = ingest.getSnapshot()
        const progress = progressOf(snapshot)
        // The row is as it was claimed: only the commit changes it.
        if (progress !== undefined) views.push(viewOfRow(snapshot.context.source, progress))
        if (views.length === viewsAtOnce) break
      }
      return views
    },
  }
}

/** A source whose ingest has ended is what its row says. */
function progressOf(snapshot: SnapshotFrom<typeof ingestMachine>): InFlightProgress | undefined {
  switch (snapshot.value) {
    case 'identifying':
    case 'reading':
      return { state: 'reading', progress: shareAt[snapshot.value] }
    case 'chunking':
      return { state: 'chunking', progress: shareAt.chunking }
    case 'embedding': {
      const { prepared, passagesEmbedded } = snapshot.context
      const share = prepared === null ? 0 : passagesEmbedded / Math.max(1, prepared.passages.length)
      return {
        state: 'embedding',
        progress: shareAt.embedding + (shareAt.committing - shareAt.embedding) * Math.min(1, share),
      }
    }
    case 'committing':
      return { state: 'embedding', progress: shareAt.committing }
    default:
      return undefined
  }
}
