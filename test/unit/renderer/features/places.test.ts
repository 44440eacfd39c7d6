import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxOnPage } from '../../../../renderer/features/source/box-on-page'
import { extendWindow } from '../../../../renderer/features/source/extend-window'

describe('extendWindow', () => {
  const whole = 'abcdefghijklmnopqrstuvwxyz'.repeat(4)
  const part = (offset: number, length: number) => ({ offset, text: whole.slice(offset, offset + length) })

  it('holds exactly what stands in the whole, whatever comes in', () => {
    const place = fc.tuple(fc.nat(100), fc.nat(60))
    fc.assert(
      fc.property(fc.array(place, { minLength: 1 }), (places) => {
        const held = places.map(([offset, length]) => part(offset, length)).reduce(extendWindow)
        expect(held.text).toBe(whole.slice(held.offset, held.offset + held.text.length))
      }),
    )
  })

  it('joins what touches and leaves what is apart', () => {
    expect(extendWindow(part(10, 10), part(20, 5))).toEqual(part(10, 15))
    expect(extendWindow(part(10, 10), part(5, 5))).toEqual(part(5, 15))
    expect(extendWindow(part(10, 10), part(40, 5))).toEqual(part(10, 10))
  })
})

describe('boxOnPage', () => {
  const page = { widthPoints: 200, heightPoints: 400 }
  const box = { x: 20, y: 40, width: 100, height: 20 }

  it('gives shares of the page', () => {
    expect(boxOnPage(box, page, 0)).toEqual({ left: 0.1, top: 0.1, width: 0.5, height: 0.05 })
  })

  it('turns with the page: a quarter turn clockwise puts the top at the right', () => {
    const turned = boxOnPage(box, page, 90)
    expect(turned.left).toBeCloseTo(0.85)
    expect(turned.top).toBeCloseTo(0.1)
    expect(turned.width).toBeCloseTo(0.05)
    expect(turned.height).toBeCloseTo(0.5)
  })

  it('stays on the page however it is turned', () => {
    for (const rotation of [0, 90, 180, 270, -90, 450]) {
      const { left, top, width, height } = boxOnPage(box, page, rotation)
      expect(Math.min(left, top, 1 - left - width, 1 - top - height)).toBeGreaterThanOrEqual(-1e-9)
    }
  })
})
