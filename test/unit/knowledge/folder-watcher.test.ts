import type { FSWatcher } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFolderWatcher } from '../../../main/knowledge/watch/folder-watcher'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('looks now and then where there are more folders than may be watched, and stops when there are not', () => {
  const onChanged = vi.fn()
  const watcher = createFolderWatcher({ onChanged, onError: () => {}, maxFolders: 1 })
  watcher.watch([tmpdir(), '/nowhere'])
  vi.advanceTimersByTime(25 * 60_000)
  expect(onChanged).toHaveBeenCalledTimes(2)
  watcher.watch(['/nowhere'])
  vi.advanceTimersByTime(25 * 60_000)
  expect(onChanged).toHaveBeenCalledTimes(2)
  watcher.close()
})

it('looks now and then at folders that the system has no handles for, and tells it once while it lasts', () => {
  const [onChanged, onError] = [vi.fn(), vi.fn()]
  const watchFolder = vi.fn<() => FSWatcher>()
  const watcher = createFolderWatcher({ onChanged, onError, watchFolder })
  const full = Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' })
  watchFolder.mockImplementation(() => {
    throw full
  })
  for (let rescan = 0; rescan < 2; rescan++) watcher.watch(['/one', '/two'])
  expect(onError.mock.calls).toEqual([[full]])
  vi.advanceTimersByTime(25 * 60_000)
  expect(onChanged).toHaveBeenCalledTimes(2)

  watchFolder.mockReturnValue({ on: () => undefined, close: () => undefined } as unknown as FSWatcher)
  watcher.watch(['/one', '/two'])
  vi.advanceTimersByTime(25 * 60_000)
  expect(onChanged).toHaveBeenCalledTimes(2)
  expect(onError).toHaveBeenCalledOnce()
  watcher.close()
})
