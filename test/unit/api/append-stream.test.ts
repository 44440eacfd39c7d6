import { describe, expect, it, vi } from 'vitest'
import type { StreamBatch } from '../../../contract/channels/streams'
import { followStream } from '../../../main/api/append-stream'

interface Piece {
  readonly sequence: number
}

/** A stream in memory, whose reads may be held back or fail. */
function memoryStream(length: number) {
  const pieces: Piece[] = []
  const listeners = new Set<() => void>()
  const reads: { after: number; limit: number }[] = []
  let gate: Promise<void> = Promise.resolve()
  const append = (count: number): void => {
    for (let index = 0; index < count; index++) pieces.push({ sequence: pieces.length + 1 })
    for (const listener of listeners) listener()
  }
  append(length)
  return {
    append,
    reads,
    listeners,
    /** Holds reads back until the returned function is called. */
    hold(): () => void {
      let release = (): void => {}
      gate = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    fail(): void {
      gate = Promise.reject(new Error('store is busy'))
      gate.catch(() => {})
    },
    mend(): void {
      gate = Promise.resolve()
    },
    follow(after: number) {
      const batches: StreamBatch<Piece>[] = []
      const errors: unknown[] = []
      const stop = followStream<Piece>(
        {
          async readAfter(from, limit) {
            reads.push({ after: from, limit })
            const found = pieces.slice(from, from + limit)
            await gate
            return found
          },
          onAppend(appended) {
            listeners.add(appended)
            return () => listeners.delete(appended)
          },
        },
        after,
        (batch) => batches.push(batch),
        (error) => errors.push(error),
      )
      const sequences = (): number[] => batches.flatMap(({ pieces: sent }) => sent.map(({ sequence }) => sequence))
      return { batches, errors, stop, sequences }
    },
  }
}

const upTo = (last: number, after = 0): number[] => Array.from({ length: last - after }, (_, at) => after + at + 1)

describe('followStream', () => {
  it('sends what the subscriber misses, then each new piece once and in order', async () => {
    const stream = memoryStream(5)
    const late = stream.follow(3)
    await vi.waitFor(() => expect(late.sequences()).toEqual([4, 5]))
    for (let index = 0; index < 10; index++) stream.append(1)
    await vi.waitFor(() => expect(late.sequences()).toEqual(upTo(15, 3)))
    late.stop()
  })

  it('says at once that there is nothing yet', async () => {
    const { batches, stop } = memoryStream(0).follow(0)
    await vi.waitFor(() => expect(batches).toEqual([{ pieces: [], isCaughtUp: true }]))
    stop()
  })

  it('sends a long stream in bounded batches, and says when they were all', async () => {
    const stream = memoryStream(400)
    const { batches, sequences, stop } = stream.follow(0)
    await vi.waitFor(() => expect(batches.at(-1)?.isCaughtUp).toBe(true))
    expect(sequences()).toEqual(upTo(400))
    expect(batches.map(({ pieces, isCaughtUp }) => [pieces.length, isCaughtUp])).toEqual([
      [200, false],
      [200, false],
      [0, true],
    ])
    stop()
  })

  it('reads once more for all that was appended during a read', async () => {
    const stream = memoryStream(1)
    const release = stream.hold()
    const { sequences, stop } = stream.follow(0)
    for (let index = 0; index < 50; index++) stream.append(1)
    expect(stream.reads).toHaveLength(1)
    release()
    await vi.waitFor(() => expect(sequences()).toEqual(upTo(51)))
    expect(stream.reads.map(({ after }) => after)).toEqual([0, 1])
    stop()
  })

  it('reports a failed read, and misses nothing after it', async () => {
    const stream = memoryStream(2)
    stream.fail()
    const { sequences, errors, stop } = stream.follow(0)
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    stream.mend()
    stream.append(1)
    await vi.waitFor(() => expect(sequences()).toEqual([1, 2, 3]))
    stop()
  })

  it('sends nothing after it was stopped, even from a read under way', async () => {
    const stream = memoryStream(2)
    const release = stream.hold()
    const { batches, stop } = stream.follow(0)
    stop()
    release()
    await new Promise(setImmediate)
    expect(batches).toEqual([])
    expect(stream.listeners.size).toBe(0)
  })
})
