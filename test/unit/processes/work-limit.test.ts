import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWorkLimit } from '../../../main/processes/work-limit'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('does not count how long a process takes to start', () => {
  const limit = createWorkLimit(1000)
  vi.advanceTimersByTime(60_000)
  expect(limit.signal.aborted).toBe(false)
  limit.begin()
  vi.advanceTimersByTime(999)
  expect(limit.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(limit.signal.aborted).toBe(true)
})

it('lets work that moves on take longer, but not for ever', () => {
  const limit = createWorkLimit(1000)
  limit.begin()
  let elapsedMs = 0
  for (; !limit.signal.aborted && elapsedMs < 60_000; elapsedMs += 900) {
    vi.advanceTimersByTime(900)
    limit.extend()
  }
  expect(elapsedMs).toBeGreaterThan(8000)
  expect(elapsedMs).toBeLessThan(11_000)
})

it('counts anew for each piece of work, and not after its end', () => {
  const limit = createWorkLimit(1000)
  limit.begin()
  vi.advanceTimersByTime(900)
  limit.begin()
  vi.advanceTimersByTime(900)
  limit.end()
  vi.advanceTimersByTime(60_000)
  expect(limit.signal.aborted).toBe(false)
})

it('stands still while somebody else is waited for, also for two at once', () => {
  const limit = createWorkLimit(1000)
  limit.begin()
  vi.advanceTimersByTime(900)
  const goOn = [limit.pause(), limit.pause()]
  vi.advanceTimersByTime(60_000)
  goOn[0]!()
  goOn[0]!()
  vi.advanceTimersByTime(60_000)
  expect(limit.signal.aborted).toBe(false)
  goOn[1]!()
  vi.advanceTimersByTime(999)
  expect(limit.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(limit.signal.aborted).toBe(true)
})

it('that is over does not begin again with an answer', () => {
  const limit = createWorkLimit(1000)
  limit.begin()
  const goOn = limit.pause()
  limit.end()
  goOn()
  vi.advanceTimersByTime(60_000)
  expect(limit.signal.aborted).toBe(false)
})
