import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { type ErrorShape, QuarryError } from '../../../contract/errors'
import type { Extract } from '../../../contract/extract'
import {
  type FileIdentity,
  type Identified,
  ingestMachine,
  type ReadOutcome,
} from '../../../main/knowledge/ingest-machine'
import type { PreparedSource } from '../../../main/knowledge/prepared-source'
import { queueMachine } from '../../../main/knowledge/queue-machine'
import type { ClaimedSource } from '../../../main/knowledge/queue-rows'

const identity: FileIdentity = { contentHash: 'x', sizeBytes: 1, modifiedMs: 1 }
const extract = { passages: [] } as unknown as Extract

/** A queue over a list in memory; `commit` may fail, `changes` is how often a file changes while it is read. */
function queueOver(
  sources: { id: string; bytes?: number }[],
  options: { commit?: (id: string) => Promise<void>; changes?: number } = {},
) {
  const queued = sources.map(({ id, bytes = 1 }) => ({ source_id: id, size_bytes: bytes }) as ClaimedSource)
  const outcomes: string[] = []
  let mostInFlight = 0
  let held = 0
  let changesLeft = options.changes ?? 0
  const ingest = ingestMachine.provide({
    actors: {
      identifySource: fromPromise<Identified, { source: ClaimedSource }>(async () => ({ verdict: 'read' })),
      readSource: fromPromise<ReadOutcome, { source: ClaimedSource }>(async () => ({
        extract,
        identity,
        changed: changesLeft-- > 0,
      })),
      prepareIndex: fromPromise<PreparedSource, { extract: Extract }>(async () => ({ extract, passages: [] })),
      embedPassages: fromPromise<
        (Float32Array | null)[],
        { sourceId: string; prepared: PreparedSource; onProgress: (passages: number) => void }
      >(async () => []),
      commitIndex: fromPromise<
        void,
        {
          source: ClaimedSource
          identity: FileIdentity
          prepared: PreparedSource
          vectors: readonly (Float32Array | null)[]
        }
      >(async ({ input }) => {
        await options.commit?.(input.source.source_id)
        outcomes.push(`indexed ${input.source.source_id}`)
      }),
      recordOutcome: fromPromise<void, { sourceId: string; error: ErrorShape; storeIsDown: boolean }>(
        async ({ input }) => {
          if (input.storeIsDown) queued.push({ source_id: input.sourceId, size_bytes: 1 } as ClaimedSource)
          else outcomes.push(`${input.error.code} ${input.sourceId}`)
        },
      ),
    },
  })
  const queue = createActor(
    queueMachine.provide({
      actors: {
        ingest,
        recoverQueue: fromPromise<void, { inFlight: readonly string[] }>(async () => undefined),
        claimSources: fromPromise<
          ClaimedSource[],
          { limit: number; budgetBytes: number; excluding: readonly string[] }
        >(async ({ input }) => queued.splice(0, input.limit)),
        holdEmbedding: fromCallback(() => {
          held += 1
          return () => {
            held -= 1
          }
        }),
      },
    }),
  )
  queue.subscribe(({ context }) => {
    mostInFlight = Math.max(mostInFlight, context.inFlight.size)
  })
  const idle = () =>
    waitFor(
      queue,
      (snapshot) =>
        snapshot.matches({ working: 'waiting' }) && snapshot.context.inFlight.size === 0 && queued.length === 0,
    )
  return { queue, queued, outcomes, idle, mostInFlight: () => mostInFlight, held: () => held }
}

const many = (count: number, bytes = 1) => Array.from({ length: count }, (_, n) => ({ id: `s${n}`, bytes }))

it('works through all of a long queue with a bounded number in flight, and lets its actors go', async () => {
  const { queue, outcomes, idle, mostInFlight } = queueOver(many(300))
  queue.start()
  await idle()
  expect(outcomes).toHaveLength(300)
  expect(mostInFlight()).toBeLessThanOrEqual(96)
  expect(Object.keys(queue.getSnapshot().children).filter((id) => id.startsWith('s'))).toEqual([])
})

it('takes what was queued after it had come to rest', async () => {
  const { queue, queued, outcomes, idle } = queueOver([])
  queue.start()
  await idle()
  queued.push({ source_id: 'late', size_bytes: 1 } as ClaimedSource)
  queue.send({ type: 'WAKE' })
  await idle()
  expect(outcomes).toEqual(['indexed late'])
})

it('fails one source with its reason and goes on with the rest', async () => {
  const { queue, outcomes, idle } = queueOver(many(3), {
    commit: async (id) => {
      if (id === 's1') throw new QuarryError('read.corrupt', 'Broken.')
    },
  })
  queue.start()
  await idle()
  expect(outcomes.sort()).toEqual(['indexed s0', 'indexed s2', 'read.corrupt s1'])
})

it('stands still with the reason when the disk is full, fails nothing, and finishes when told to go on', async () => {
  let isFull = true
  const { queue, queued, outcomes, idle } = queueOver(many(3), {
    commit: async () => {
      if (isFull) throw new QuarryError('store.diskFull', 'The disk is full.')
    },
  })
  queue.start()
  const blocked = await waitFor(
    queue,
    (snapshot) => snapshot.matches('blocked') && snapshot.context.inFlight.size === 0,
  )
  expect(blocked.context.error?.code).toBe('store.diskFull')
  expect(outcomes).toEqual([])
  expect(queued).toHaveLength(3)
  isFull = false
  queue.send({ type: 'RESUME' })
  await idle()
  expect(outcomes).toHaveLength(3)
  expect(queue.getSnapshot().context.error).toBeNull()
})

it('claims nothing and holds the encoder while paused', async () => {
  const { queue, outcomes, idle, held } = queueOver(many(2))
  queue.start()
  queue.send({ type: 'PAUSE' })
  await waitFor(queue, (snapshot) => snapshot.matches('paused'))
  expect(held()).toBe(1)
  expect(outcomes).toEqual([])
  queue.send({ type: 'RESUME' })
  await idle()
  expect(held()).toBe(0)
  expect(outcomes).toHaveLength(2)
})

it('reads a file again that changed while it was read, and gives up when it keeps changing', async () => {
  const settling = queueOver(many(1), { changes: 2 })
  settling.queue.start()
  await settling.idle()
  expect(settling.outcomes).toEqual(['indexed s0'])
  const restless = queueOver(many(1), { changes: 100 })
  restless.queue.start()
  await restless.idle()
  expect(restless.outcomes).toEqual(['read.corrupt s0'])
})

it('forgets a source that is removed while it is in flight', async () => {
  let release = () => {}
  const waiting = new Promise<void>((resolve) => {
    release = resolve
  })
  const { queue, idle } = queueOver(many(1), { commit: () => waiting })
  queue.start()
  const { context } = await waitFor(queue, (snapshot) => snapshot.context.inFlight.has('s0'))
  await waitFor(context.inFlight.get('s0')!, (snapshot) => snapshot.value === 'committing')
  queue.send({ type: 'FORGET', sourceIds: ['s0'] })
  await idle()
  release()
})
