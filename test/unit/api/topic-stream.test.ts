import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { streamTopic } from '../../../main/api/topic-stream'

/** A topic whose reads end when the test says so. */
function controlledTopic() {
  const reads: { resolve(value: number): void; reject(error: unknown): void }[] = []
  let changed = (): void => {}
  let listening = true
  const sent: number[] = []
  const errors: unknown[] = []
  const stop = streamTopic<number>(
    {
      read: () => new Promise((resolve, reject) => reads.push({ resolve, reject })),
      onChange: (callback) => {
        changed = callback
        return () => {
          listening = false
        }
      },
    },
    (value) => sent.push(value),
    (error) => errors.push(error),
    100,
  )
  return { reads, sent, errors, stop, change: () => changed(), isListening: () => listening }
}

const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => {})

describe('streamTopic', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('sends the present value without any change', async () => {
    const topic = controlledTopic()
    topic.reads[0]?.resolve(1)
    await settle()
    expect(topic.sent).toEqual([1])
  })

  it('reads once more after many changes during a read, and the last value arrives', async () => {
    const topic = controlledTopic()
    for (let i = 0; i < 50; i++) topic.change()
    topic.reads[0]?.resolve(1)
    await settle()
    expect(topic.reads).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(topic.reads).toHaveLength(2)
    topic.reads[1]?.resolve(2)
    await settle()
    expect(topic.sent).toEqual([1, 2])
  })

  it('goes on after a failed read and reports it', async () => {
    const topic = controlledTopic()
    topic.reads[0]?.reject(new Error('store is busy'))
    await settle()
    expect(topic.errors).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(100)
    topic.change()
    topic.reads[1]?.resolve(7)
    await settle()
    expect(topic.sent).toEqual([7])
  })

  it('sends nothing after it was stopped, even from a read under way', async () => {
    const topic = controlledTopic()
    topic.stop()
    topic.reads[0]?.resolve(1)
    await settle()
    expect(topic.sent).toEqual([])
    expect(topic.isListening()).toBe(false)
  })
})
