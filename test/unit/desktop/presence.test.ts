import { EventEmitter } from 'node:events'
import type { PowerMonitor } from 'electron'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPresence } from '../../../main/desktop/presence'

const monitor = Object.assign(new EventEmitter(), {
  getSystemIdleState: vi.fn<PowerMonitor['getSystemIdleState']>(() => 'active'),
  isOnBatteryPower: vi.fn(() => false),
})
const presence = createPresence(monitor as unknown as PowerMonitor)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('tells within half a second that somebody is back, and of battery power at once; looks only while somebody listens', () => {
  const changed = vi.fn()
  const stop = presence.subscribe(changed)
  vi.advanceTimersByTime(0)
  changed.mockClear()
  monitor.getSystemIdleState.mockReturnValue('idle')
  vi.advanceTimersByTime(10_000)
  expect(changed).toHaveBeenCalledTimes(1)
  expect(presence.now()).toEqual({ isIdle: true, onMains: true })
  monitor.getSystemIdleState.mockReturnValue('active')
  vi.advanceTimersByTime(500)
  expect(changed).toHaveBeenCalledTimes(2)
  expect(presence.now().isIdle).toBe(false)
  monitor.isOnBatteryPower.mockReturnValue(true)
  monitor.emit('on-battery')
  expect(changed).toHaveBeenCalledTimes(3)
  expect(presence.now().onMains).toBe(false)
  stop()
  expect(vi.getTimerCount()).toBe(0)
  expect(monitor.eventNames()).toEqual([])
})

it.each([
  ['locked', true],
  ['idle', true],
  ['active', false],
  ['unknown', false],
] as const)('takes %s for idle: %s', (state, isIdle) => {
  monitor.getSystemIdleState.mockReturnValue(state)
  expect(presence.now().isIdle).toBe(isIdle)
})
