import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOpenProjects, idleProjectMs } from '../../../main/composition/open-projects'
import type { ProjectRuntime } from '../../../main/composition/project-runtime'

const log: string[] = []
let atWork: boolean
let closed: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  log.length = 0
  atWork = false
  closed = []
})
afterEach(() => vi.useRealTimers())

const openings = () =>
  createOpenProjects(
    async (projectId) => {
      log.push(`open ${projectId}`)
      return {
        projectId,
        isAtWork: async () => atWork,
        close: async () => void log.push(`close ${projectId}`),
      } as ProjectRuntime
    },
    (error) => log.push(String(error)),
  )

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('closes a project that was idle, and opens it again for the next who asks', async () => {
  const projects = openings()
  const first = await projects.get('a')
  await pass(idleProjectMs - 60_000)
  // Each use begins the time anew.
  expect(await projects.get('a')).toBe(first)
  await pass(idleProjectMs - 60_000)
  expect(log).toEqual(['open a'])
  await pass(120_000)
  expect(log).toEqual(['open a', 'close a'])
  expect(await projects.ifOpen('a')).toBeNull()
  expect(await projects.get('a')).not.toBe(first)
  expect(log).toEqual(['open a', 'close a', 'open a'])
  await projects.close()
})

it('keeps one open that is listened to, or has work, however long', async () => {
  const projects = openings()
  const { release } = await projects.hold('a')
  await pass(3 * idleProjectMs)
  atWork = true
  release()
  release()
  await pass(3 * idleProjectMs)
  expect(log).toEqual(['open a'])
  atWork = false
  await pass(60_000)
  expect(log).toEqual(['open a', 'close a'])
  await projects.close()
})

it('opens one again only once it has closed', async () => {
  const projects = createOpenProjects(
    async (projectId) => {
      log.push(`open ${projectId}`)
      return {
        projectId,
        isAtWork: async () => false,
        async close() {
          await new Promise<void>((resolve) => closed.push(resolve))
          log.push(`close ${projectId}`)
        },
      } as ProjectRuntime
    },
    (error) => log.push(String(error)),
  )
  await projects.get('a')
  await pass(idleProjectMs + 60_000)
  const again = projects.get('a')
  await pass(1000)
  expect(log).toEqual(['open a'])
  closed[0]?.()
  await again
  expect(log).toEqual(['open a', 'close a', 'open a'])
})
