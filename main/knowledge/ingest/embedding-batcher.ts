import { QuarryError } from '../../../contract/errors'
import type { PassageEncoder } from '../ports'

/** Texts in one call: enough that sorting by length pays, few enough that progress moves each second. */
const textsPerCall = 256
/** Texts that one file may put into a call while others wait, so that a book does not hold up the notes. */
const textsPerTurn = 64
/** Calls under way at once: one being computed, one waiting at the door. */
const callsInFlight = 2
/** Texts that make a call worth while beside one that runs; with none running, whatever there is goes. */
const textsWorthCalling = 32
/** How long to wait when the encoder's queue is full of other people's work. */
const fullQueueWaitMs = 100

interface Job {
  readonly isLater: boolean
  readonly texts: readonly string[]
  readonly vectors: (Float32Array | undefined)[]
  readonly onProgress: (done: number) => void
  readonly resolve: (vectors: Float32Array[]) => void
  readonly reject: (error: unknown) => void
  next: number
  /** Texts that have their vectors. */
  done: number
  /** Texts that the encoder has done in calls that are not back yet. */
  underWay: number
  settled: boolean
}

interface Slice {
  readonly job: Job
  readonly start: number
  readonly texts: readonly string[]
}

/** Gathers the passages of many files into calls of a few hundred: 1,400 abstracts are not 1,400 calls. */
export interface EmbeddingBatcher {
  /** Vectors of the texts, in order. `onProgress` tells how many are done. What is for later waits for everything else. */
  embed(
    texts: readonly string[],
    options: { signal: AbortSignal; onProgress: (done: number) => void; isLater?: boolean },
  ): Promise<Float32Array[]>
  /** Makes no further calls until released; calls under way finish. */
  hold(): void
  release(): void
  close(): void
}

export function createEmbeddingBatcher(encoder: Pick<PassageEncoder, 'embed'>): EmbeddingBatcher {
  const jobs: Job[] = []
  const closing = new AbortController()
  let calls = 0
  let holds = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    // Files that become ready in the same turn of the loop share a call.
    setImmediate(() => {
      scheduled = false
      while (holds === 0 && jobs.length > 0 && hasTurn()) void run(takeSlices())
    })
  }

  function hasTurn(): boolean {
    if (calls === 0) return true
    let texts = 0
    for (const job of jobs) texts += job.texts.length - job.next
    return calls < callsInFlight && texts >= textsWorthCalling
  }

  function takeSlices(): Slice[] {
    const slices: Slice[] = []
    // A short call is soon over where something else comes meanwhile.
    const isLater = jobs.every((job) => job.isLater)
    let room = isLater ? textsPerTurn : textsPerCall
    while (room > 0) {
      const next = jobs.findIndex((job) => job.isLater === isLater)
      if (next < 0) break
      const [job] = jobs.splice(next, 1) as [Job]
      const count = Math.min(room, jobs.length === 0 ? room : textsPerTurn, job.texts.length - job.next)
      slices.push({ job, start: job.next, texts: job.texts.slice(job.next, job.next + count) })
      job.next += count
      room -= count
      if (job.next < job.texts.length) jobs.push(job)
    }
    return slices
  }

  async function run(slices: Slice[]): Promise<void> {
    calls += 1
    try {
      await call(slices)
    } catch (error) {
      if (isQueueFull(error)) {
        await new Promise((resolve) => setTimeout(resolve, fullQueueWaitMs))
        for (const slice of slices) giveBack(slice)
      } else if (slices.length === 1) {
        fail(slices[0]!.job, error)
      } else {
        // One file's texts spoilt the call: each on its own, so that only that file fails.
        for (const slice of slices) {
          if (slice.job.settled) continue
          try {
            await call([slice])
          } catch (own) {
            fail(slice.job, own)
          }
        }
      }
    } finally {
      calls -= 1
      schedule()
    }
  }

  async function call(slices: readonly Slice[]): Promise<void> {
    // Of a call for one file it is known whose texts are done; a book moves on within its calls, which take seconds.
    const only = slices.length === 1 ? slices[0]!.job : null
    let told = 0
    const tell = (done: number): void => {
      if (only === null || only.settled) return
      only.underWay += done - told
      told = done
      only.onProgress(only.done + only.underWay)
    }
    let vectors: readonly Float32Array[]
    try {
      vectors = await encoder.embed(
        slices.flatMap((slice) => slice.texts),
        { signal: closing.signal, priority: 'bulk', purpose: 'passage', onProgress: tell },
      )
    } finally {
      if (only !== null) only.underWay -= told
    }
    let at = 0
    for (const { job, start, texts } of slices) {
      for (let index = 0; index < texts.length; index++) job.vectors[start + index] = vectors[at + index]
      at += texts.length
      if (job.settled) continue
      job.done += texts.length
      job.onProgress(job.done + job.underWay)
      if (job.done === job.texts.length) {
        job.settled = true
        job.resolve(job.vectors as Float32Array[])
      }
    }
  }

  /** Slices of one job may come back out of order, so a given-back one becomes a job of its own range. */
  function giveBack({ job, start, texts }: Slice): void {
    if (job.settled) return
    if (start + texts.length === job.next) {
      job.next = start
      if (!jobs.includes(job)) jobs.unshift(job)
    } else {
      void run([{ job, start, texts }])
    }
  }

  function fail(job: Job, error: unknown): void {
    if (job.settled) return
    job.settled = true
    const at = jobs.indexOf(job)
    if (at >= 0) jobs.splice(at, 1)
    job.reject(error)
  }

  return {
    embed(texts, { signal, onProgress, isLater = false }) {
      if (texts.length === 0) return Promise.resolve([])
      return new Promise<Float32Array[]>((resolve, reject) => {
        if (closing.signal.aborted) return reject(new QuarryError('cancelled', 'Ingest is closing.'))
        if (signal.aborted) return reject(new QuarryError('cancelled', 'Cancelled.'))
        const cancel = () => fail(job, new QuarryError('cancelled', 'Cancelled.'))
        signal.addEventListener('abort', cancel, { once: true })
        const job: Job = {
          isLater,
          texts,
          vectors: new Array(texts.length),
          onProgress,
          resolve: (vectors) => {
            signal.removeEventListener('abort', cancel)
            resolve(vectors)
          },
          reject: (error) => {
            signal.removeEventListener('abort', cancel)
            reject(error)
          },
          next: 0,
          done: 0,
          underWay: 0,
          settled: false,
        }
        jobs.push(job)
        schedule()
      })
    },
    hold() {
      holds += 1
    },
    release() {
      holds -= 1
      schedule()
    },
    close() {
      closing.abort()
      for (const job of [...jobs]) fail(job, new QuarryError('cancelled', 'Ingest is closing.'))
    },
  }
}

function isQueueFull(error: unknown): boolean {
  return error instanceof QuarryError && error.code === 'inference.queueFull'
}
