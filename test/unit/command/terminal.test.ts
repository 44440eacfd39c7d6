import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../../../main/command/terminal/exit-code'
import { row } from '../../../main/command/terminal/table'

describe('a row', () => {
  it('is one line whose tabs part its cells, whatever is in them', () => {
    expect(row(['ready', 7, 'a\tname\r\nof\u001b[2J two\u202e lines'])).toBe('ready\t7\ta name of two lines')
  })
})

describe('exitCodeOf', () => {
  it.each([
    ['input.invalid', 2],
    ['index.empty', 3],
    ['cancelled', 130],
    ['store.locked', 1],
  ] as const)('%s ends with %i', (code, expected) => {
    expect(exitCodeOf(code)).toBe(expected)
  })
})
