import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runThread, startGuardMs } from '../../../main/threads'

type Message = { readonly kind: 'started' } | { readonly kind: 'answer'; readonly value: number }
const workMs = 1000

/** A thread that does nothing by itself. */
class FakeThread extends EventEmitter {
  interrupts = 0
  readonly terminate = vi.fn(async () => {
    this.emit('exit', 1)
    return 1
  })
  tell(message: Message): void {
    this.emit('message', message)
  }
}

function run(thread: FakeThread, signal = new AbortController().signal) {
  const answers: number[] = []
  const end = runThread<Message>({
    thread: thread as never,
    onMessage: ({ value }) => answers.push(value),
    interrupt: () => {
      thread.interrupts += 1
    },
    workMs,
    signal,
  })
  return { answers, end }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the limit of a thread', () => {
  it('does not count the start, however long that takes', async () => {
    const thread = new FakeThread()
    const { answers, end } = run(thread)
    vi.advanceTimersByTime(100 * workMs)
    expect(thread.interrupts).toBe(0)
    thread.tell({ kind: 'started' })
    vi.advanceTimersByTime(workMs - 1)
    thread.tell({ kind: 'answer', value: 42 })
    thread.emit('exit', 0)
    expect(await end).toEqual({ stoppedFor: null, death: null })
    expect(answers).toEqual([42])
    expect(thread.interrupts).toBe(0)
  })

  it('counts the work: the thread is asked to end, then ended', async () => {
    const thread = new FakeThread()
    const { end } = run(thread)
    thread.tell({ kind: 'started' })
    vi.advanceTimersByTime(workMs)
    expect(thread.interrupts).toBe(1)
    expect(thread.terminate).not.toHaveBeenCalled()
    vi.runOnlyPendingTimers()
    expect(thread.terminate).toHaveBeenCalledOnce()
    expect(await end).toMatchObject({ stoppedFor: 'workLimit' })
  })

  it('gives a thread up that never starts, and ends it should it start after all', async () => {
    const thread = new FakeThread()
    const { end } = run(thread)
    vi.advanceTimersByTime(startGuardMs)
    expect(await end).toMatchObject({ stoppedFor: 'startLimit' })
    expect(thread.terminate).not.toHaveBeenCalled()
    thread.tell({ kind: 'started' })
    vi.runOnlyPendingTimers()
    expect(thread.terminate).toHaveBeenCalledOnce()
  })

  it('does not wait for a thread that hangs after it was ended', async () => {
    const thread = new FakeThread()
    thread.terminate.mockImplementation(() => new Promise(() => {}))
    const { end } = run(thread)
    thread.tell({ kind: 'started' })
    for (let timers = 0; timers < 3; timers += 1) vi.runOnlyPendingTimers()
    expect(await end).toMatchObject({ stoppedFor: 'workLimit' })
  })
})

describe('a thread that nobody wants any more', () => {
  it('is asked to end at once, and not ended while it still loads', async () => {
    const thread = new FakeThread()
    const stop = new AbortController()
    const { end } = run(thread, stop.signal)
    stop.abort()
    expect(thread.interrupts).toBe(1)
    vi.advanceTimersByTime(startGuardMs - 1)
    expect(thread.terminate).not.toHaveBeenCalled()
    thread.emit('exit', 0)
    expect(await end).toMatchObject({ stoppedFor: 'cancelled' })
  })

  it('is ended where it has started and does not listen', async () => {
    const thread = new FakeThread()
    const stop = new AbortController()
    const { end } = run(thread, stop.signal)
    thread.tell({ kind: 'started' })
    stop.abort()
    vi.runOnlyPendingTimers()
    expect(thread.terminate).toHaveBeenCalledOnce()
    expect(await end).toMatchObject({ stoppedFor: 'cancelled' })
  })
})

it('tells what a thread died of', async () => {
  const thread = new FakeThread()
  const { end } = run(thread)
  const death = new Error('out of memory')
  thread.emit('error', death)
  thread.emit('exit', 1)
  expect(await end).toEqual({ stoppedFor: null, death })
})
