import { describe, expect, it } from 'vitest'
import { plainRemedy } from '../../../contract/remedies'
import type { LibrarySummary } from '../../../contract/source'
import type { Connection } from '../../../main/api/connection'
import { exitCodeOf } from '../../../main/command/exit-code'
import { waitUntilIndexed } from '../../../main/command/ingest'
import { ProgressLine } from '../../../main/command/terminal'

const summary: LibrarySummary = {
  revision: 1,
  total: 2,
  byState: { queued: 1, reading: 0, embedding: 0, indexed: 1, failed: 0, missing: 0 },
  passages: 3,
  passagesPerSecond: null,
  remainingMs: null,
  paused: false,
  keywordOnlyPassages: 0,
}

/** A runtime whose library stands as given. */
const runtimeWith = (value: LibrarySummary): Connection =>
  ({
    subscribe: (_topic: string, _key: null, listener: (value: unknown) => void) => {
      queueMicrotask(() => listener({ summary: value, inFlight: [] }))
      return () => undefined
    },
    onLost: () => undefined,
  }) as unknown as Connection

const wait = (value: LibrarySummary): Promise<LibrarySummary> =>
  waitUntilIndexed(runtimeWith(value), new ProgressLine(), new AbortController().signal)

describe('waiting for the index', () => {
  it('ends where nothing is queued, paused or not', async () => {
    const idle = { ...summary, paused: true, byState: { ...summary.byState, queued: 0 } }
    expect(await wait(idle)).toBe(idle)
  })

  it('ends with the reason where the queue stands still by itself', async () => {
    const pauseReason = {
      code: 'store.diskFull',
      message: 'The disk is full.',
      remedy: plainRemedy('freeSpaceRetry'),
    } as const
    await expect(wait({ ...summary, pauseReason })).rejects.toMatchObject(pauseReason)
  })

  it('ends as blocked where a person paused it', async () => {
    const blocked = await wait({ ...summary, paused: true }).catch((error: { code: 'session.blocked' }) => error.code)
    expect(blocked).toBe('session.blocked')
    expect(exitCodeOf('session.blocked')).toBe(5)
  })
})
