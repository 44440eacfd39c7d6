import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { SourceState, SourceView } from '../../../contract/library/source'
import type { ingestMachine } from '../ingest/ingest-machine'
import type { queueMachine } from '../queue/queue-machine'
import type { ProgressOf } from './listing'
import { type InFlightProgress, viewOfRow } from './source-row'

/** Where the sources in flight stand, read from their actors. */
export interface ProgressView {
  readonly of: ProgressOf
  all(): SourceInFlight[]
  count(): number
  /** The first of them as a window shows them, oldest claim first. */
  views(): SourceView[]
}

/** A source in flight, with what is left of it to do. */
export interface SourceInFlight {
  readonly state: SourceState
  readonly mediaType: string | null
  readonly sizeBytes: number
  /** Passages without their vectors; null before they are cut. */
  readonly passagesLeft: number | null
}

/** More than a window shows; small files are gone before they are read in a list. */
const viewsAtOnce = 64

/** Share of the whole way at which each state begins; embedding is by far the longest. */
const shareAt = {
  identifying: 0.02,
  reading: 0.05,
  sorting: 0.25,
  embedding: 0.25,
  committing: 0.97,
} as const

export function createProgressView(queue: ActorRefFrom<typeof queueMachine>): ProgressView {
  const inFlight = () => queue.getSnapshot().context.inFlight
  const ingests = () =>
    [...new Set([...inFlight().values()].map(({ ingest }) => ingest))].map((ingest) => ingest.getSnapshot())
  return {
    of(sourceId) {
      const snapshot = inFlight().get(sourceId)?.ingest.getSnapshot()
      const isOnItsWay = snapshot?.context.sources.some((source) => source.source_id === sourceId)
      return isOnItsWay === true ? progressOf(snapshot!, sourceId) : undefined
    },
    all: () =>
      ingests().flatMap((snapshot) => {
        const state = stateOf(snapshot)
        if (state === undefined) return []
        return snapshot.context.sources.map((source) => {
          const counted = state === 'embedding' ? embeddedOf(snapshot, source.source_id) : null
          return {
            state,
            mediaType: source.media_type,
            sizeBytes: Number(source.size_bytes),
            passagesLeft: counted === null ? null : counted.values.total - counted.values.done,
          }
        })
      }),
    count: () =>
      ingests().reduce(
        (sum, snapshot) => sum + (stateOf(snapshot) === undefined ? 0 : snapshot.context.sources.length),
        0,
      ),
    views() {
      const views: SourceView[] = []
      for (const snapshot of ingests()) {
        for (const source of snapshot.context.sources) {
          // The row is as it was claimed: only the commit changes it.
          const progress = progressOf(snapshot, source.source_id)
          if (progress !== undefined) views.push(viewOfRow(source, progress))
          if (views.length === viewsAtOnce) return views
        }
      }
      return views
    },
  }
}

type IngestSnapshot = SnapshotFrom<typeof ingestMachine>

/** What the sources of an ingest are; undefined where they are what their rows say. */
function stateOf(snapshot: IngestSnapshot): SourceState | undefined {
  switch (snapshot.value) {
    case 'identifying':
    case 'reading':
    case 'sorting':
      return 'reading'
    case 'embedding':
    case 'committing':
      return 'embedding'
    default:
      return undefined
  }
}

function progressOf(snapshot: IngestSnapshot, sourceId: string): InFlightProgress | undefined {
  const state = stateOf(snapshot)
  if (state === undefined) return undefined
  const { value, context } = snapshot
  if (value === 'reading') return within('reading', 'sorting', context.readProgress)
  if (value === 'embedding') return within('embedding', 'committing', embeddedOf(snapshot, sourceId))
  return { state, progress: shareAt[value as keyof typeof shareAt], counted: null }
}

function within(
  state: 'reading' | 'embedding',
  next: keyof typeof shareAt,
  counted: InFlightProgress['counted'],
): InFlightProgress {
  const share = counted === null ? 0 : counted.values.done / Math.max(1, counted.values.total)
  return { state, progress: shareAt[state] + (shareAt[next] - shareAt[state]) * Math.min(1, share), counted }
}

/** Passages that have their vectors, of those that get one. While the source is written nothing is left of them. */
function embeddedOf({ value, context }: IngestSnapshot, sourceId: string): NonNullable<InFlightProgress['counted']> {
  const read = context.read.find(({ source }) => source.source_id === sourceId)
  const total = read?.prepared.passages.encoderEnds.length ?? 0
  const done = value === 'committing' ? total : (context.passagesEmbedded.get(sourceId) ?? 0)
  return { kind: 'passagesEmbedded', values: { done, total } }
}
