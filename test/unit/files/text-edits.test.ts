import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countLines, hunksOf } from '../../../main/files/line-diff'
import { bytesOf, type Edit, readText, replaced, replacementsIn } from '../../../main/files/text-edits'

function change(before: string | Uint8Array, ...edits: readonly Edit[]) {
  const read = readText(typeof before === 'string' ? Buffer.from(before) : before, '/notes.md')
  const replacements = replacementsIn(read, edits, '/notes.md')
  return { after: bytesOf(replaced(read.text, replacements), read), hunks: hunksOf(read.text, replacements) }
}
const textOf = (before: string, ...edits: readonly Edit[]) => change(before, ...edits).after.toString()
const refused = (code: string, context: object = {}) =>
  expect.objectContaining({ code, context: expect.objectContaining(context) })
function errorOf(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    return error
  }
}

describe('edits of a text', () => {
  it('replace what is there once, each in the text as it was', () => {
    expect(textOf('one two three', { find: 'three', replace: 'two' }, { find: 'two', replace: 'four' })).toBe(
      'one four two',
    )
    expect(textOf('a\nb\nc\n', { find: 'b\n', replace: '' })).toBe('a\nc\n')
  })

  it('keep the line endings and the byte order mark of the file', () => {
    expect(textOf('\ufeffa\r\nb\r\n', { find: 'a\nb', replace: 'a\nx\ny' })).toBe('\ufeffa\r\nx\r\ny\r\n')
    expect(textOf('a\nb\n', { find: 'a\r\nb', replace: 'a\r\nx' })).toBe('a\nx\n')
    // Of a file that mixes them every byte stays that no edit names.
    expect(textOf('a\r\nb\nc\r\n', { find: 'b', replace: 'x\ny' })).toBe('a\r\nx\ny\nc\r\n')
  })

  it.each([
    ['that are nowhere', 'file.noMatch', { edit: 1, reason: 'none' }, [{ find: 'z', replace: '' }]],
    ['that are there twice', 'file.noMatch', { edit: 1, reason: 'several' }, [{ find: 'aa', replace: '' }]],
    [
      'that overlap',
      'file.noMatch',
      { edit: 2, reason: 'overlap' },
      [
        { find: 'ab', replace: 'x' },
        { find: 'bc', replace: 'y' },
      ],
    ],
    ['that change nothing', 'file.unchanged', {}, [{ find: 'ab', replace: 'ab' }]],
  ] as const)('%s are refused', (_, code, context, edits) => {
    expect(errorOf(() => change('aaabc', ...edits))).toEqual(refused(code, context))
  })

  it('are not made in what is no text in UTF-8', () => {
    for (const bytes of [Buffer.from([0x61, 0xff, 0x62]), Buffer.from('a\0b'), Buffer.from('\ufeffab', 'utf16le')])
      expect(errorOf(() => change(bytes, { find: 'a', replace: 'b' }))).toEqual(refused('file.notText'))
  })

  it('make of a text with other lines that very text, and the shown lines say how', () => {
    const line = fc.constantFrom('alpha', 'beta', 'gamma', '', '末行')
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.array(line, { maxLength: 8 }),
        fc.nat(40),
        (lines, come, at) => {
          const before = [...lines.slice(0, at), '§mark§', ...lines.slice(at)].join('\n')
          const after = [...lines.slice(0, at), ...come, '§end§', ...lines.slice(at)].join('\n')
          const made = change(before, { find: '§mark§', replace: [...come, '§end§'].join('\n') })
          expect(made.after.toString()).toBe(after)
          const [hunk] = made.hunks
          const shown = (...kinds: readonly string[]) =>
            hunk!.parts.filter(({ kind }) => kinds.includes(kind)).flatMap((part) => part.lines)
          const from = hunk!.line - 1
          const old = shown('same', 'removed')
          expect(before.split('\n').slice(from, from + old.length)).toEqual(old)
          const next = shown('same', 'added')
          expect(after.split('\n').slice(from, from + next.length)).toEqual(next)
        },
      ),
    )
  })

  it('far from each other are shown apart, with three lines around each', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1}.`)
    const { hunks } = change(lines.join('\n'), { find: 'line 30.', replace: 'x\ny' }, { find: 'line 5.', replace: '' })
    expect(hunks.map(({ line, parts }) => [line, parts.map(({ kind, lines: of }) => `${kind} ${of.length}`)])).toEqual([
      [2, ['same 3', 'removed 1', 'added 1', 'same 3']],
      [27, ['same 3', 'removed 1', 'added 2', 'same 3']],
    ])
    expect([countLines(hunks, 'added'), countLines(hunks, 'removed')]).toEqual([3, 2])
  })
})
