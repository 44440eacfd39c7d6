import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallClock } from '../../../workers/mcp/call-clock'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const isLate = (clock: CallClock): boolean => clock.signal.aborted

it('a call is late after its time, which begins again as it moves on, ten times in all', () => {
  const clock = new CallClock(1000)
  for (let at = 0; at < 10; at++) {
    vi.advanceTimersByTime(999)
    expect(isLate(clock)).toBe(false)
    clock.extend()
  }
  vi.advanceTimersByTime(10)
  expect(clock.signal.reason).toMatchObject({ code: 'resource.timeout' })
})

it('its time stands still while a person thinks, also over two questions at once', () => {
  const clock = new CallClock(1000)
  vi.advanceTimersByTime(900)
  clock.stop()
  clock.stop()
  vi.advanceTimersByTime(600_000)
  clock.go()
  vi.advanceTimersByTime(600_000)
  expect(isLate(clock)).toBe(false)
  clock.go()
  vi.advanceTimersByTime(99)
  expect(isLate(clock)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isLate(clock)).toBe(true)
})

it('it moves on while a person thinks, and ends for good', () => {
  const clock = new CallClock(1000)
  vi.advanceTimersByTime(900)
  clock.stop()
  clock.extend()
  clock.go()
  vi.advanceTimersByTime(999)
  expect(isLate(clock)).toBe(false)
  clock.stop()
  clock.end()
  clock.go()
  vi.advanceTimersByTime(600_000)
  expect(isLate(clock)).toBe(false)
})
