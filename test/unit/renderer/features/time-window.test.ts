import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs, marks, pan, placeIn, step, zoom } from '../../../../renderer/features/pool/time-window'

const hour = { spanMs: hourMs, behindMs: 0 }
const window = fc
  .record({ spanMs: fc.integer({ min: 60_000, max: hourMs }), behind: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ spanMs, behind }) => ({ spanMs, behindMs: behind * (hourMs - spanMs) }))

describe('the window of time', () => {
  it('goes through its lengths step by step and stops at both ends', () => {
    const quarter = step(hour, 1)
    expect(quarter).toEqual({ spanMs: 900_000, behindMs: 0 })
    expect(step(step(step(quarter, 1), 1), 1)).toEqual({ spanMs: 60_000, behindMs: 0 })
    expect(step(quarter, -1)).toEqual(hour)
    expect(step(hour, -1)).toEqual(hour)
  })

  it('never leaves the last hour, whatever is done to it', () => {
    const act = fc.oneof(
      fc.record({
        factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      fc.double({ min: -3, max: 3, noNaN: true }),
    )
    fc.assert(
      fc.property(window, fc.array(act, { maxLength: 20 }), (start, acts) => {
        for (const done of acts) {
          start = typeof done === 'number' ? pan(start, done) : zoom(start, done.factor, done.share)
          expect(start.spanMs).toBeGreaterThanOrEqual(60_000)
          expect(start.behindMs).toBeGreaterThanOrEqual(0)
          expect(start.behindMs + start.spanMs).toBeLessThanOrEqual(hourMs + 1e-6)
        }
      }),
    )
  })

  it('keeps what is under the pointer where it is', () => {
    const before = { spanMs: 1_800_000, behindMs: 600_000 }
    const after = zoom(before, 0.5, 0.25)
    const agoAt = ({ spanMs, behindMs }: typeof before): number => behindMs + spanMs * 0.75
    expect(agoAt(after)).toBeCloseTo(agoAt(before))
  })

  it('follows the present while it ends there', () => expect(zoom(hour, 0.5).behindMs).toBe(0))

  it('marks three to eight places, the present among them where it is seen', () => {
    fc.assert(
      fc.property(window, (shown) => {
        const found = marks(shown)
        expect(found.length).toBeGreaterThanOrEqual(3)
        expect(found.length).toBeLessThanOrEqual(8)
        for (const { share } of found) expect(share >= -1e-9 && share <= 1 + 1e-9).toBe(true)
      }),
    )
    expect(marks(hour)[0]).toEqual({ agoMs: 0, share: 1 })
  })
})

describe('placeIn', () => {
  const now = 10_000_000
  it('cuts a stretch at both ends', () => {
    expect(placeIn(hour, now, now - 2 * hourMs, now - hourMs / 2)).toEqual({ left: 0, width: 0.5 })
    expect(placeIn({ spanMs: 60_000, behindMs: 0 }, now, now - 30_000, now + 5000)).toEqual({ left: 0.5, width: 0.5 })
  })
  it('leaves out what lies before or after', () => {
    expect(placeIn({ spanMs: 60_000, behindMs: 0 }, now, now - 200_000, now - 100_000)).toBeNull()
    expect(placeIn({ spanMs: 60_000, behindMs: 300_000 }, now, now - 100_000, now)).toBeNull()
  })
})
