import { describe, expect, it } from 'vitest'
import { en } from '../../../main/command/words/en'
import { zhCN } from '../../../main/command/words/zh-CN'

const sampleOf = (key: string, word: (...values: unknown[]) => string): string =>
  key === 'oneOf' ? word(['‹1›', '‹2›']) : word('‹1›', '‹2›', '‹3›', '‹4›')

/** Every word of a catalogue by its path, with functions called. */
function* saidIn(words: object, path = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(words)) {
    const here = path === '' ? key : `${path}.${key}`
    if (typeof value === 'object') yield* saidIn(value, here)
    else yield [here, typeof value === 'function' ? sampleOf(key, value) : value]
  }
}

describe('the words of the terminal', () => {
  const english = [...saidIn(en)]
  const chinese = [...saidIn(zhCN)]

  it('are there in both languages, with the same values in them', () => {
    const valuesOf = (text: string): string[] => [...new Set(text.match(/‹\d›/g))].sort()
    expect(chinese.map(([path, text]) => [path, valuesOf(text)])).toEqual(
      english.map(([path, text]) => [path, valuesOf(text)]),
    )
    for (const [path, text] of [...english, ...chinese]) {
      expect([path, text]).toEqual([path, expect.not.stringMatching(/undefined|null|\[object/)])
    }
  })

  it('are Chinese in Chinese, but for what is no word', () => {
    const names = new Set([
      'pool.type.api',
      'doctor.check.quarry',
      'doctor.check.electron',
      'session.done',
      'said.space',
    ])
    for (const [path, text] of chinese) {
      if (names.has(path)) continue
      expect([path, text]).toEqual([path, expect.stringMatching(/\p{Script=Han}|[：，。（…]/u)])
    }
  })
})
