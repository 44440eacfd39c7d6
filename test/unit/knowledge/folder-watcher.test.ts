import { tmpdir } from 'node:os'
import { expect, it, vi } from 'vitest'
import { createFolderWatcher } from '../../../main/knowledge/watch/folder-watcher'

it('looks now and then where there are more folders than may be watched, and stops when there are not', () => {
  vi.useFakeTimers()
  const onChanged = vi.fn()
  const watcher = createFolderWatcher({ onChanged, onError: () => {}, maxFolders: 1 })
  watcher.watch([tmpdir(), '/nowhere'])
  vi.advanceTimersByTime(25 * 60_000)
  expect(onChanged).toHaveBeenCalledTimes(2)
  watcher.watch(['/nowhere'])
  vi.advanceTimersByTime(25 * 60_000)
  expect(onChanged).toHaveBeenCalledTimes(2)
  watcher.close()
  vi.useRealTimers()
})
