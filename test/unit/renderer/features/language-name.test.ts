import { describe, expect, it } from 'vitest'
import { languageName } from '../../../../renderer/features/search/language-name'

describe('languageName', () => {
  it.each([
    ['zh', 'Chinese'],
    ['zh-TW', 'Chinese (Taiwan)'],
    ['python', 'Python'],
    ['javascript', 'JavaScript'],
    ['cpp', 'C++'],
    // Codes of human languages, too: Luba-Lulua and Ohlone.
    ['lua', 'Lua'],
    ['css', 'CSS'],
    ['c', 'C'],
  ])('calls %s %s', (code, name) => {
    expect(languageName(code, 'en')).toBe(name)
  })
})
