import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWorkLimit } from '../../../main/processes/work-limit'
import type { StartWorkProcess } from '../../../main/processes/work-process'
import { createWorkProcesses } from '../../../main/processes/work-processes'

/** A process that answers with its own number, and needs a moment to be gone once it is killed. */
function fakeProcesses({ keepsState = false, residentBytes = 0 } = {}) {
  const killed: number[] = []
  let started = 0
  const start: StartWorkProcess = () => {
    const number = ++started
    const listeners: ((message: unknown) => void)[] = []
    const tell = (message: unknown): void => {
      queueMicrotask(() => {
        for (const listener of listeners) listener(message)
      })
    }
    return {
      onMessage(listener) {
        listeners.push(listener)
        tell({ kind: 'ready' })
      },
      send: () => tell({ kind: 'answered', answer: number, residentBytes }),
      onGone: () => {},
      kill: () => void killed.push(number),
    }
  }
  const processes = createWorkProcesses<string, never, number>({
    start,
    entry: 'worker.mjs',
    name: 'worker',
    maxMemoryMb: 100,
    egress: 'offline',
    places: 1,
    keepsState,
  })
  const run = (): Promise<number> =>
    processes.run('work', {
      limit: createWorkLimit(1000),
      signal: new AbortController().signal,
      onTold: () => {},
    })
  return { run, killed }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('hands the next work to a process that rests', async () => {
  const { run, killed } = fakeProcesses()
  expect(await run()).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(await run()).toBe(1)
  expect(killed).toEqual([])
})

it('hands no work to a process that rested too long and is not gone yet', async () => {
  const { run, killed } = fakeProcesses()
  expect(await run()).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(killed).toEqual([1])
  expect(await run()).toBe(2)
})

it('replaces a process after five hundred pieces of work', async () => {
  const { run, killed } = fakeProcesses()
  for (let work = 1; work <= 500; work++) expect(await run()).toBe(1)
  expect(killed).toEqual([1])
  expect(await run()).toBe(2)
})

it('replaces a process that keeps half of its memory', async () => {
  const { run, killed } = fakeProcesses({ residentBytes: 60 * 1024 * 1024 })
  expect(await run()).toBe(1)
  expect(killed).toEqual([1])
})

it('never replaces one that is kept for its state: a server would begin anew between two calls', async () => {
  const { run, killed } = fakeProcesses({ keepsState: true, residentBytes: 60 * 1024 * 1024 })
  for (let work = 1; work <= 501; work++) expect(await run()).toBe(1)
  expect(killed).toEqual([])
})
