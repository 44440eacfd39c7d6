import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { PreparedSource, ReadFileIdentity } from '../../../contract/library/extract'
import { ingestMachine } from '../../../main/knowledge/ingest/ingest-machine'
import type {
  EmbeddedIngest,
  EmbeddedOutcome,
  Identified,
  IngestFailure,
  ReadOutcome,
  TellsEmbedded,
  TellsRead,
} from '../../../main/knowledge/ingest/ingest-steps'
import { queueMachine } from '../../../main/knowledge/queue/queue-machine'
import type { ClaimedSource } from '../../../main/knowledge/queue/queue-rows'

const identity: ReadFileIdentity = { contentHash: 'x', sizeBytes: 1, modifiedMs: 1, changedMeanwhile: false }
const prepared = { passages: { count: 0 } } as unknown as PreparedSource

interface Options {
  readonly commit?: (id: string) => Promise<void>
  /** How often a file changes while it is read. */
  readonly changes?: number
  /** What becomes of sources that are read together; default: all are read. */
  readonly readTogether?: (sources: readonly ClaimedSource[]) => Partial<ReadOutcome>
}

const claimed = ({ id, bytes = 1 }: { id: string; bytes?: number }) =>
  ({ source_id: id, size_bytes: bytes, kind: 'file', media_type: 'text', extract_hash: null }) as ClaimedSource

/** A queue over a list in memory. */
function queueOver(sources: { id: string; bytes?: number }[], options: Options = {}) {
  const queued = sources.map(claimed)
  const outcomes: string[] = []
  const batches: number[] = []
  let mostInFlight = 0
  let held = 0
  let changesLeft = options.changes ?? 0
  const readAll = (all: readonly ClaimedSource[]): ReadOutcome => {
    const isChanged = changesLeft-- > 0
    const read = isChanged ? [] : all.map((source) => ({ source, prepared, identity }))
    return { read, changed: isChanged ? all : [], apart: [], failures: [] }
  }
  const ingest = ingestMachine.provide({
    actors: {
      identifySources: fromPromise<Identified, { sources: readonly ClaimedSource[] }>(async ({ input }) => ({
        toRead: input.sources,
        failures: [],
      })),
      readSources: fromPromise<ReadOutcome, TellsRead>(async ({ input }) => {
        batches.push(input.sources.length)
        const own = input.sources.length > 1 ? options.readTogether?.(input.sources) : undefined
        return own === undefined ? readAll(input.sources) : { read: [], changed: [], apart: [], failures: [], ...own }
      }),
      embedPassages: fromPromise<EmbeddedOutcome, TellsEmbedded>(async ({ input }) => ({
        embedded: input.read.map((one) => ({ ...one, vectors: [] })),
        failures: [],
      })),
      commitIndex: fromPromise<readonly IngestFailure[], { embedded: readonly EmbeddedIngest[] }>(async ({ input }) => {
        const failures: IngestFailure[] = []
        for (const { source } of input.embedded) {
          try {
            await options.commit?.(source.source_id)
            outcomes.push(`indexed ${source.source_id}`)
          } catch (error) {
            failures.push({ sourceId: source.source_id, error: toErrorShape(error) })
          }
        }
        return failures
      }),
      recordFailures: fromPromise<void, { failures: readonly IngestFailure[] }>(async ({ input }) => {
        for (const { sourceId, error } of input.failures) {
          if (error.code === 'store.diskFull') queued.push(claimed({ id: sourceId }))
          else outcomes.push(`${error.code} ${sourceId}`)
        }
      }),
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
  return { queue, queued, outcomes, batches, idle, mostInFlight: () => mostInFlight, held: () => held }
}

const many = (count: number, bytes = 1) => Array.from({ length: count }, (_, n) => ({ id: `s${n}`, bytes }))

const ingestsOf = ({ queue }: ReturnType<typeof queueOver>) =>
  Object.keys(queue.getSnapshot().children).filter((id) => id.startsWith('ingest.'))

it('works through all of a long queue with a bounded number in flight, and lets its actors go', async () => {
  const over = queueOver(many(900))
  over.queue.start()
  await over.idle()
  expect(over.outcomes).toHaveLength(900)
  expect(over.mostInFlight()).toBeLessThanOrEqual(384)
  expect(Math.max(...over.batches)).toBe(32)
  expect(ingestsOf(over)).toEqual([])
})

it('keeps few actors in flight where each file goes alone', async () => {
  const over = queueOver(many(400, 200_000))
  let mostActors = 0
  over.queue.subscribe(() => {
    mostActors = Math.max(mostActors, ingestsOf(over).length)
  })
  over.queue.start()
  await over.idle()
  expect(over.outcomes).toHaveLength(400)
  expect(mostActors).toBeLessThanOrEqual(96)
})

it('lets large files go alone, and small ones beside them together', async () => {
  const { queue, batches, idle } = queueOver([...many(3), { id: 'book', bytes: 5_000_000 }])
  queue.start()
  await idle()
  expect(batches.sort()).toEqual([1, 3])
})

it('reads each by itself where a thread died over several of them', async () => {
  const over = queueOver(many(3), { readTogether: (sources) => ({ apart: sources }) })
  over.queue.start()
  await over.idle()
  expect(over.batches).toEqual([3, 1, 1, 1])
  expect(over.outcomes.sort()).toEqual(['indexed s0', 'indexed s1', 'indexed s2'])
  expect(ingestsOf(over)).toEqual([])
})

it('fails what could not be read among several, before the others are indexed', async () => {
  const { queue, outcomes, idle } = queueOver(many(3), {
    readTogether: ([first, ...others]) => ({
      read: others.map((source) => ({ source, prepared, identity })),
      failures: [{ sourceId: first!.source_id, error: { code: 'read.corrupt', message: 'Broken.' } }],
    }),
  })
  queue.start()
  await idle()
  expect(outcomes).toEqual(['read.corrupt s0', 'indexed s1', 'indexed s2'])
})

it('takes what was queued after it had come to rest', async () => {
  const { queue, queued, outcomes, idle } = queueOver([])
  queue.start()
  await idle()
  queued.push(claimed({ id: 'late' }))
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
  expect(restless.batches).toHaveLength(4)
  expect(ingestsOf(restless)).toEqual([])
})

it('forgets sources that are removed while they are in flight, and goes on with those that went with them', async () => {
  let release = () => {}
  const waiting = new Promise<void>((resolve) => {
    release = resolve
  })
  const over = queueOver(many(2), { commit: () => waiting })
  over.queue.start()
  const { context } = await waitFor(over.queue, (snapshot) => snapshot.context.inFlight.has('s0'))
  await waitFor(context.inFlight.get('s0')!.ingest, (snapshot) => snapshot.value === 'committing')
  over.queue.send({ type: 'FORGET', sourceIds: ['s0'] })
  expect([...over.queue.getSnapshot().context.inFlight.keys()]).toEqual(['s1'])
  over.queue.send({ type: 'FORGET', sourceIds: ['s1'] })
  await over.idle()
  expect(ingestsOf(over)).toEqual([])
  release()
})
