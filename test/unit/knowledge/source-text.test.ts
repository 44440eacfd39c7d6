import fc from 'fast-check'
import { expect, it } from 'vitest'
import { storable } from '../../../contract/storable'
import { windowOf } from '../../../main/knowledge/sources/source-text'

const anyText = fc.string({ unit: 'binary', maxLength: 200 })

it('a window holds its place, has at most its length and one, and cuts no pair', () => {
  fc.assert(
    fc.property(anyText, fc.nat(250), fc.integer({ min: 1, max: 250 }), (text, around, length) => {
      const { start, end } = windowOf(text, { around, length })
      expect(start).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThanOrEqual(text.length)
      expect(end - start).toBeLessThanOrEqual(length + 1)
      expect(text.slice(start, end)).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/)
      if (around < text.length && length > 2) {
        expect(start).toBeLessThanOrEqual(around)
        expect(end).toBeGreaterThanOrEqual(Math.min(around, text.length - 1))
      }
    }),
  )
})

it('what is stored has no NUL and no half pair, and every offset stays', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 }), (units) => {
      const text = String.fromCharCode(...units)
      const stored = storable(text)
      expect(stored).toHaveLength(text.length)
      expect(stored).not.toContain('\0')
      expect(Buffer.from(stored, 'utf8').toString('utf8')).toBe(stored)
    }),
  )
})
