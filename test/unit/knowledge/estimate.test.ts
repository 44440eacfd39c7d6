import { describe, expect, it } from 'vitest'
import { estimateRemainingMs, type WorkSample, workLeft } from '../../../main/knowledge/sources/summary'

const known = (passages: number) => ({ known: passages, guessed: 0 })

/** One sample a second; `rates` are passages per second. */
function samplesOf(rates: readonly number[]): WorkSample[] {
  let done = 0
  const later = rates.map((rate, index) => {
    done += rate
    return { atMs: (index + 1) * 1000, done }
  })
  return [{ atMs: 0, done: 0 }, ...later]
}

const steady = (seconds: number, rate: number) => Array.from({ length: seconds }, () => rate)

describe('an estimate of the time left', () => {
  it('is the work left by the rate of the last minute', () => {
    expect(estimateRemainingMs(samplesOf(steady(30, 100)), known(24_000), false)).toBeCloseTo(240_000)
  })

  it('is not made before the rate was watched for a while', () => {
    expect(estimateRemainingMs([], known(100), false)).toBeNull()
    expect(estimateRemainingMs(samplesOf(steady(15, 100)), known(24_000), false)).toBeNull()
  })

  it('is not made while nothing moves, as when a book is being read', () => {
    expect(estimateRemainingMs(samplesOf(steady(30, 0)), known(24_000), false)).toBeNull()
  })

  it('is not made from a rate that changes, and stays a while where it was made', () => {
    const falling = samplesOf([...steady(15, 100), ...steady(15, 60)])
    expect(estimateRemainingMs(falling, known(24_000), false)).toBeNull()
    expect(estimateRemainingMs(falling, known(24_000), true)).toBeCloseTo(300_000)
  })

  it('is not made where most of what is left is guessed', () => {
    expect(estimateRemainingMs(samplesOf(steady(30, 100)), { known: 10, guessed: 5000 }, false)).toBeNull()
  })

  it('holds where small files are followed by one book: it never says hours, minutes before the end', () => {
    // 1,178 small files at 100 passages a second, then a book of 15,000 passages, embedded in calls of 256.
    const rate = 100
    const small = 9000
    const book = 15_000
    const embeddedBy = (second: number): number => {
      const done = Math.min(small + book, second * rate)
      return done <= small ? done : small + Math.floor((done - small) / 256) * 256
    }
    const inAll = (small + book) / rate
    let shown: number | null = null
    for (let second = 1; second < inAll; second++) {
      const from = Math.max(0, second - 60)
      const samples = Array.from({ length: second - from + 1 }, (_, index) => ({
        atMs: (from + index) * 1000,
        done: embeddedBy(from + index),
      }))
      // The book is read, and so counted, from the first moment on.
      shown = estimateRemainingMs(samples, known(small + book - embeddedBy(second)), shown !== null)
      if (shown === null) continue
      const truth = (inAll - second) * 1000
      expect(shown).toBeGreaterThan(truth * 0.7 - 10_000)
      expect(shown).toBeLessThan(truth * 1.4 + 10_000)
    }
    expect(shown).not.toBeNull()
  })
})

describe('what is left', () => {
  const row = { passages: 0, bytes: 0, count: 0 }

  it('is counted for files that are cut, and told from its bytes by what the library holds of its format', () => {
    const rows = [
      { ...row, state: 'indexed' as const, media_type: 'pdf', count: 9, passages: 900, bytes: 9_000_000 },
      { ...row, state: 'queued' as const, media_type: 'pdf', count: 2, bytes: 1_000_000 },
      // Claimed: it is in flight, and counted there.
      { ...row, state: 'reading' as const, media_type: 'pdf', count: 1, bytes: 50_000_000 },
    ]
    const inFlight = [{ state: 'embedding' as const, mediaType: 'pdf', sizeBytes: 50_000_000, passagesLeft: 4000 }]
    expect(workLeft(rows, inFlight)).toEqual({ known: 4100, guessed: 0 })
  })

  it('is guessed for a format that the library holds next to nothing of', () => {
    const rows = [
      { ...row, state: 'indexed' as const, media_type: 'pdf', count: 1, passages: 9, bytes: 90_000 },
      { ...row, state: 'queued' as const, media_type: 'pdf', count: 1, bytes: 5_000_000 },
    ]
    expect(workLeft(rows, [])).toEqual({ known: 0, guessed: 2000 })
  })
})
