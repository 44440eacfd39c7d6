import { createActor, fromPromise, type SimulatedClock } from 'xstate'
import { fromErrorShape } from '../../../contract/errors'
import type { Database } from '../../store'
import { whenSnapshot } from '../../threads'
import { embedBatch, type ResourceEncoder } from './embed-batch'
import { type BatchOutcome, vectorizerMachine } from './vectorizer-machine'

/** More are found faster by going through all. */
const mostByName = 500

/** Keeps the vectors of all resources in step with their texts, in the background. */
export interface Vectorizer {
  /** What the rows tell is left to do is taken up after a moment, or when something wakes it or waits for it. */
  start(): void
  /** Something was written that may need vectors: these resources, or nobody knows which. */
  wake(resourceIds?: readonly string[]): void
  /** Resources that the present run, from rest to rest, gave their vectors. */
  done(): number
  textsEmbedded(): number
  /** Resolves when nothing is left to embed; rejects with the reason when it stands still. */
  whenIdle(signal?: AbortSignal): Promise<void>
  close(): void
}

export function createVectorizer(options: {
  readonly database: Database
  readonly encoder: ResourceEncoder
  readonly projectId: string
  /** Told after each batch which resources now have their vectors, or show why they have none. */
  readonly onVectorized: (resourceIds: readonly string[]) => Promise<void>
  readonly onChanged: () => void
  readonly onBackgroundError: (error: unknown) => void
  readonly clock?: Pick<SimulatedClock, 'setTimeout' | 'clearTimeout'>
}): Vectorizer {
  const { database, encoder, projectId, onVectorized, onChanged } = options
  let textsEmbedded = 0
  let done = 0
  /** Resources to look at; null: all, as at the start, where the rows alone tell what is left to do. */
  let due: Set<string> | null = null
  const onEmbedded = (texts: number): void => {
    textsEmbedded += texts
  }
  const actor = createActor(
    vectorizerMachine.provide({
      actors: {
        embedBatch: fromPromise<BatchOutcome, { failed: readonly string[] }>(async ({ input, signal }) => {
          const among = due === null || due.size > mostByName ? null : [...due]
          due = new Set()
          const { vectorized, ...outcome } = await embedBatch(
            { database, encoder, projectId, onEmbedded },
            { among, besides: input.failed },
            signal,
          ).catch((error: unknown) => {
            due = null
            throw error
          })
          if (outcome.more || outcome.failed.length > 0) due = null
          done += vectorized.length
          // Those that failed show why.
          const touched = [...vectorized, ...outcome.failed]
          if (touched.length > 0) {
            await onVectorized(touched)
            onChanged()
          }
          return outcome
        }),
      },
      actions: { reportError: ({ context }) => options.onBackgroundError(fromErrorShape(context.error!)) },
    }),
    options.clock === undefined ? {} : { clock: options.clock },
  )
  actor.subscribe((snapshot) => {
    if (done === 0 || !snapshot.matches('idle')) return
    done = 0
    onChanged()
  })
  return {
    start: () => void actor.start(),
    wake(resourceIds) {
      if (resourceIds === undefined) due = null
      else if (due !== null) for (const id of resourceIds) due.add(id)
      // A write that was under way as it was closed is seen at the next start.
      if (actor.getSnapshot().status === 'active') actor.send({ type: 'WAKE' })
    },
    done: () => done,
    textsEmbedded: () => textsEmbedded,
    async whenIdle(signal) {
      signal?.throwIfAborted()
      if (actor.getSnapshot().matches('settling')) actor.send({ type: 'WAKE' })
      const found = await whenSnapshot(actor, (now) => now.matches('idle') || now.matches('waiting'), signal)
      if (found.matches('waiting')) throw fromErrorShape(found.context.error!)
    },
    close: () => void actor.stop(),
  }
}
