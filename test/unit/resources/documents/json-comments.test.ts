import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutComments } from '../../../../workers/documents/json-comments'

describe('JSON without its comments', () => {
  it('keeps what is in strings, and every offset', () => {
    const text = '{ // one, }\n "a//b": "/* no */", /* two\n lines */ "c": [1, 2, /* x */ ], }'
    const plain = withoutComments(text)
    expect(JSON.parse(plain)).toEqual({ 'a//b': '/* no */', c: [1, 2] })
    expect(plain.length).toBe(text.length)
    expect(plain.split('\n').length).toBe(text.split('\n').length)
  })

  it('is the same where there are none', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(withoutComments(text)).toBe(text)
      }),
    )
  })

  it('comes to an end whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('/*', '*/', '//', '\n', '"', '\\', ',', '}', ']', ' ', 'a')), (parts) => {
        expect(withoutComments(parts.join('')).length).toBe(parts.join('').length)
      }),
    )
  })
})
