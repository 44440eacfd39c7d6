import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPool } from '../../../main/pool'
import { createResearch } from '../../../main/research'
import { plannedStep, type Script, scriptedEngine } from './scripted-engine'
import {
  addSource,
  boundless,
  clearRows,
  describeResource,
  noDatabase,
  openFreshStore,
  type Store,
  summaryWith,
} from './setting'

const minuteMs = 60_000

describe('work that lasts longer than a lease', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await clearRows(store.database)
    await addSource(store.database)
  })

  /** Time passes only while the engine works, and leases are looked at whenever it has. */
  const settle = async (before: (pass: (minutes: number) => void) => NonNullable<Script['before']>) => {
    let nowMs = Date.parse('2026-01-01T12:00:00.000Z')
    let tick = (): void => undefined
    const clock = (): Date => new Date(nowMs)
    const pool = await createPool({
      database: store.database,
      executors: 2,
      clock,
      ticker: (onTick) => {
        tick = onTick
        return () => undefined
      },
    })
    const engine = scriptedEngine({
      steps: [plannedStep('a')],
      before: before((minutes) => {
        nowMs += minutes * minuteMs
        tick()
      }),
    })
    const research = createResearch({
      database: store.database,
      engine,
      pool,
      projectId: 'default',
      librarySummary: () => summaryWith(3),
      ...boundless,
      readResource: describeResource,
      select: noDatabase,
      results: { select: () => Promise.reject(new Error('No answer is asked here.')) },
      tools: [],
      clock,
    })
    const id = await research.start({ question: 'Drag?', settings: { clarify: false, autoAccept: true } })
    const settled = await research.whenSettled(id)
    await research.close()
    await pool.close()
    return settled
  }

  it('keeps its members while it makes progress: planning, steps and verification', async () => {
    const settled = await settle((pass) => (_call, { onProgress }) => {
      for (const done of [1, 2, 3]) {
        pass(20)
        onProgress?.(done, 3)
      }
    })
    expect(settled).toMatchObject({ state: 'done', plan: { steps: [{ state: 'observed' }] } })
  })

  it('loses them where it makes none, and the step fails', async () => {
    const settled = await settle((pass) => ({ method }) => {
      if (method === 'gatherEvidence') pass(31)
    })
    expect(settled).toMatchObject({
      state: 'failed',
      plan: { steps: [{ state: 'failed', error: { code: 'pool.memberFailed' } }] },
    })
  })

  it('keeps them while the computer sleeps', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.parse('2026-01-01T12:00:00.000Z') })
    try {
      const pool = await createPool({ database: store.database, executors: 1 })
      const { lost } = await pool.allocateResources('t', [{ type: 'executor' }], {
        label: 't',
        sessionId: null,
        signal: new AbortController().signal,
      })
      vi.advanceTimersByTime(20 * minuteMs)
      vi.setSystemTime(Date.now() + 8 * 60 * minuteMs)
      vi.advanceTimersByTime(5 * minuteMs)
      expect(lost.aborted).toBe(false)
      vi.advanceTimersByTime(6 * minuteMs)
      expect(lost.aborted).toBe(true)
      await pool.close()
    } finally {
      vi.useRealTimers()
    }
  })
})
