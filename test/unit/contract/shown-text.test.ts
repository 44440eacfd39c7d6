import { describe, expect, it } from 'vitest'
import { shownJson, shownLine, shownParts, shownText } from '../../../contract/shown-text'
import { speechIn } from '../../../wording'

describe('text as it is shown', () => {
  it.each(['Wärme\tund 热泵\n✓', 'می\u200cخواهم 👩\u200d🔬', 'خط ١', 'naïve “—” \u00a0'])('keeps %s', (text) => {
    expect(shownText(text)).toBe(text)
  })

  it.each([
    ['colours', '\u001b[31;1mred\u001b[0m.pdf', 'red.pdf'],
    ['a title of the terminal', '\u001b]0;owned\u0007report.pdf', 'report.pdf'],
    ['a link', '\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\', 'here'],
    ['a sequence that is cut off', 'report\u001b[', 'report'],
    ['a sequence of one character', '\u009b2Jreport', 'report'],
    ['a return to the start of the line', 'bad\rgood', 'bad good'],
    ['backspaces and a bell', 'bad\b\b\bgood\u0007', 'bad good '],
    ['an override of direction', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['isolates and marks', '\u2067a\u2069\u200f\u200e\u061cb', 'ab'],
    ['spaces of no width', 'pay\u200bpal\u2060\ufeff', 'paypal'],
    ['letters that are tags', 'a\u{e0041}\u{e007f}b', 'ab'],
    ['separators of lines', 'a\u2028b\u2029c', 'a b c'],
    ['lines of Windows', 'a\r\nb', 'a\nb'],
  ])('is without %s', (_what, text, shown) => {
    expect(shownText(text)).toBe(shown)
    expect(shownText(shown)).toBe(shown)
  })

  it('is one line where it is a name or a part of a sentence', () => {
    expect(shownLine('report\n\n✓ 12 sentences\tverified')).toBe('report ✓ 12 sentences verified')
    const { fact, errorPhrase } = speechIn('en')
    expect(fact({ kind: 'told', values: { text: 'the server says\u001b[2J\n\u202eno' } })).toBe('the server says no')
    expect(errorPhrase({ code: 'internal', message: 'a\u001b[31m\r\nb' })).not.toMatch(/\p{Cc}/u)
  })

  it('keeps all in JSON, where it is escaped', () => {
    const value = { name: 'a\u009b31m\u202eb\u{e0041}\u007f\u2028' }
    const json = shownJson(JSON.stringify(value, null, 2))
    expect(shownText(json)).toBe(json)
    expect(JSON.parse(json)).toEqual(value)
  })
})

it('is there to be seen where a person must know what it really says', () => {
  expect(shownParts('')).toEqual([''])
  expect(shownParts('pay\u202elap.exe\u202c\u200b, 热泵\t✓')).toEqual([
    'pay',
    '\\u202e',
    'lap.exe',
    '\\u202c\\u200b',
    ', 热泵\t✓',
  ])
  expect(shownParts('\u001b[2J\u{e0041}')).toEqual(['', '\\u001b', '[2J', '\\udb40\\udc41', ''])
  for (const text of ['a\rb', '\u2028', 'a\u0000\u0001b'])
    expect(shownText(shownParts(text).join(''))).toBe(shownParts(text).join(''))
})
