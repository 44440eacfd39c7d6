import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../../../main/command/exit-code'
import { printable } from '../../../main/command/terminal'

describe('printable', () => {
  it('keeps words, newlines, tabs and other scripts', () => {
    expect(printable('Wärme\tund 热泵\n✓')).toBe('Wärme\tund 热泵\n✓')
  })
  it('lets no escape sequence of a file name reach the terminal', () => {
    const title = printable('\u001b]0;owned\u0007report\u001b[2J.pdf\r')
    expect(title).not.toMatch(/\p{Cc}/u)
    expect(title).toContain('report')
  })
  it('shows text that turns its direction as what it is', () => {
    expect(printable('fdp.\u202etxt')).toBe('fdp.\ufffdtxt')
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
