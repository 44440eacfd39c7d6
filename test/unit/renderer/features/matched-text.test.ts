import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchedPieces } from '../../../../renderer/features/resources/matched-text'
import { surenessOf } from '../../../../renderer/features/resources/sureness'

const marked = (text: string, words: string[]): string[] =>
  matchedPieces(text, words)
    .filter(({ matched }) => matched)
    .map((piece) => piece.text)

describe('matchedPieces', () => {
  it('finds words from where a word begins, whatever their case', () => {
    expect(marked('Runs of the tunnel took the brunt; run 3', ['run'])).toEqual(['Run', 'run'])
  })

  it('prefers the longer of two that begin alike', () => {
    expect(marked('heat flux and heat', ['heat', 'heat flux'])).toEqual(['heat flux', 'heat'])
  })

  it('finds words of a script without spaces anywhere', () => {
    expect(marked('哪些试验的热流最高', ['热流'])).toEqual(['热流'])
  })

  it('takes words as they are, whatever signs they hold', () => {
    expect(marked('f(x) = c++', ['c++', '(x'])).toEqual(['c++'])
  })

  it('never loses or changes a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ maxLength: 5 })), (text, words) => {
        expect(
          matchedPieces(text, words)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

describe('surenessOf', () => {
  it('has a word for each quarter', () => {
    expect([0, 0.25, 0.5, 0.75, 1].map(surenessOf)).toEqual(['hardly', 'perhaps', 'likely', 'sure', 'sure'])
  })
})
