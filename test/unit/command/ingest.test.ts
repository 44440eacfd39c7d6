import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { plainRemedy } from '../../../contract/app/plain-remedies'
import type { LibrarySummary, SourceView } from '../../../contract/library/source'
import type { Connection } from '../../../main/api/connection'
import { ingestLine, waitUntilIndexed } from '../../../main/command/library/ingest'
import { exitCodeOf } from '../../../main/command/terminal/exit-code'
import { ProgressLine } from '../../../main/command/terminal/terminal'
import { speechIn } from '../../../wording'

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

  it('ends without the vectors of long texts at once, or after a while where one waits for them', async () => {
    const found = { ...summary, byState: { ...summary.byState, queued: 0 }, passagesWithoutVector: 9000 }
    expect(await wait(found)).toBe(found)
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const waited = waitUntilIndexed(runtimeWith(found), new ProgressLine(), new AbortController().signal, 60_000)
    let hasEnded = false
    void waited.then(() => {
      hasEnded = true
    })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(hasEnded).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await waited).toBe(found)
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

describe('the line of progress', () => {
  const source = (name: string, sizeBytes: number, counted: SourceView['counted']) =>
    ({ name, sizeBytes, counted }) as SourceView

  it('moves within one big file, and says the time left only where there is one', () => {
    const inFlight = [
      source('note.md', 90_000_000, null),
      source('small.pdf', 1000, { kind: 'pagesRead', values: { done: 1, total: 2 } }),
      source('manual.pdf', 6_500_000, { kind: 'pagesRead', values: { done: 1204, total: 3500 } }),
    ]
    const speech = speechIn('en')
    expect(ingestLine(summary, inFlight, speech)).toBe(
      'indexing: 1 of 2 sources, 3 passages · manual.pdf: page 1,204 of 3,500',
    )
    const embedding = source('manual.pdf', 6_500_000, { kind: 'passagesEmbedded', values: { done: 256, total: 9000 } })
    expect(ingestLine({ ...summary, remainingMs: 240_000 }, [embedding], speech)).toBe(
      'indexing: 1 of 2 sources, 3 passages · manual.pdf: 256 of 9,000 passages embedded · about 4 min left',
    )
  })
})
