import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutPassages } from '../../../workers/readers/chunk/passages'
import { readRestructuredText } from '../../../workers/readers/restructured-text/restructured-text'
import { expectSound } from './sound'

const read = (text: string) =>
  readRestructuredText({ text, name: 'mill.rst', language: null, encoding: 'utf-8', maxTextLength: 1e7 })
const textOf = (...lines: string[]) => read(lines.join('\n')).text

it('has the levels of titles by the order of their lines', () => {
  const draft = read(
    '====\nMill\n====\n\nStones\n======\nThey turn.\n\nUpper\n-----\n\nLower\n----\n\nWater\n=======\n\nx\n-\n\nSee Upper_.\n\n----\n\nEnd.',
  )
  expect(draft.title).toBe('Mill')
  expect(draft.headings.map(({ level, text }) => [level, text])).toEqual([
    [1, 'Mill'],
    [2, 'Stones'],
    [3, 'Upper'],
    [3, 'Lower'],
    [2, 'Water'],
    [3, 'x'],
  ])
  expect(draft.text).toContain('Stones\n\nThey turn.')
  expect(draft.text).toContain('See Upper.\n\nEnd.')
})

it.each([
  ['code', 'Turn ``the  *cap*`` with ``:ref:`a```.', 'Turn the *cap* with :ref:`a`.'],
  ['emphasis', 'It is *very* **hot** and **:func:`~a.stop`** ends it.', 'It is very hot and stop ends it.'],
  [
    'signs that are no markup',
    '*args, **kwargs, a_b, 2 * 3 * 4, x_ and |y',
    '*args, **kwargs, a_b, 2 * 3 * 4, x_ and |y',
  ],
  ['roles', ':ref:`The mill <mill>`, :func:`~a.b.c`, :class:`!A`, :py:meth:`.B.turn`', 'The mill, c, A, B.turn'],
  [
    'roles with a text of their own',
    ':math:`\\alpha_1`, :pep:`8`, :file:`/usr/{x}/y`, `x`:sub:',
    '\\alpha_1, PEP 8, /usr/x/y, x',
  ],
  ['names of C++', ':cpp:expr:`vector<int>` and :c:func:`f`', 'vector<int> and f'],
  [
    'links',
    'See `the mill <https://a.org/x_>`_, `Wheel`_, `Cap`__ and `<https://b.org>`_.',
    'See the mill, Wheel, Cap and https://b.org.',
  ],
  [
    'references',
    'See wheel_ and cap__ and sail_.\n\n.. _wheel: https://a.org\n\n__ https://b.org',
    'See wheel and cap and sail_.',
  ],
  [
    'notes',
    'It turns [1]_, [#]_ slowly [#a]_.\n\n.. [1] Mostly.\n.. [#a] At night.\n.. [Oak] Wood.',
    'It turns [1], slowly.\n\n[1] Mostly.\n\nAt night.\n\n[Oak] Wood.',
  ],
  [
    'substitutions',
    '|Mill| |version| |c|\n\n.. |mill| replace:: The *old*\n   mill\n.. |c| unicode:: 0xA9 .. sign\n',
    'The old mill version ©',
  ],
  ['escapes', 'H\\ :sub:`2`\\ O is \\*wet\\*, C:\\\\x', 'H2O is *wet*, C:\\x'],
  ['marks that nothing ends', 'A `tick and ``two and :ref:`x and *y', 'A `tick and ``two and :ref:`x and *y'],
  ['text without spaces', '转动``cap``，见 :ref:`风车 <mill>`。', '转动cap，见 风车。'],
])('reads %s within a paragraph', (_, markup, text) => {
  expect(textOf(markup)).toBe(text)
})

it('keeps lines that stand as they are', () => {
  expect(
    textOf(
      'Run\nthis::',
      '',
      '   mill *x*',
      '',
      '     ``on``',
      '',
      'Or this ::',
      '',
      '> quoted',
      '> lines',
      '',
      '::',
      '',
      '  bare',
      '',
      'So:',
      '',
      '>>> f()',
      '1',
      '',
      '| Verse *one*',
      '|   two',
      '',
      'End.',
    ),
  ).toBe(
    'Run this:\n\nmill *x*\n\n  ``on``\n\nOr this\n\n> quoted\n> lines\n\nbare\n\nSo:\n\n>>> f()\n1\n\nVerse one\n  two\n\nEnd.',
  )
})

it('keeps the items of lists with their numbers', () => {
  expect(
    textOf(
      '- One\n  line',
      '- Two',
      '',
      '  * deep',
      '',
      '    still deep',
      '',
      '#. First',
      '#. Second',
      '',
      '(a) Letter',
      '(b) Other',
      '',
      'A. Turing was',
      'here.',
    ),
  ).toBe('One line\nTwo\ndeep\nstill deep\n1. First\n2. Second\n(a) Letter\n(b) Other\n\nA. Turing was here.')
})

it('says terms, fields and options with what is said of them', () => {
  expect(
    textOf(
      'Cap : part',
      '   It *turns*.',
      '',
      '   Twice.',
      '',
      ':param int size: How big.',
      ':returns: A sack.',
      ':raises Stop: never',
      ':Author: Ada',
      '',
      '-v, --verbose  Say more.',
      '--all',
      '   Everything.',
      '',
      '   Quoted.',
    ),
  ).toBe(
    'Cap : part: It turns.\n\nTwice.\n\nsize: How big.\nReturns: A sack.\nRaises Stop: never\nAuthor: Ada\n-v, --verbose: Say more.\n--all: Everything.\nQuoted.',
  )
})

it('says the default of an entry with its name, where it stands on a line of its own', () => {
  expect(
    textOf('.. data:: GRAIN', '', '   What is ground.', '', '   Rye, above all.', '', '   Default: ``None``'),
  ).toBe('GRAIN: What is ground.\n\nRye, above all.\n\nGRAIN: Default: None')
})

it('leaves out the fields at the head, and keeps who wrote it', () => {
  const draft = read(':orphan:\n:author: Ada\n   of the mill\n\nMill\n====\n\nIt turns.')
  expect(draft.text).toBe('Mill\n\nIt turns.')
  expect(draft.metadata).toEqual({ author: 'Ada' })
})

it.each([
  ['a note', '.. note:: Stop\n   it.\n\n   Then go.', 'Stop it.\n\nThen go.'],
  ['a warning with options', '.. warning::\n   :class: red\n\n   Hot.\n\n   Very.', 'Warning: Hot.\n\nVery.'],
  [
    'versions',
    '.. versionadded:: 1.2\n   The cap.\n\n.. deprecated:: 2',
    'New in version 1.2: The cap.\n\nDeprecated since version 2.',
  ],
  ['a titled box', '.. admonition:: On caps\n\n   They turn.', 'On caps\n\nThey turn.'],
  ['code', 'Turn ``the  *cap*`` with ``:ref:`a```.', 'Turn the *cap* with :ref:`a`.'],
  ['mathematics', '.. math:: a_1 *\n   b\n\n.. math::\n   :label: x\n\n   c', 'a_1 * b\n\nc'],
  ['a figure', '.. figure:: a.png\n   :alt: x\n\n   The *cap*.\n\n   At night.', 'The cap.\n\nAt night.'],
  [
    'what shows nothing',
    '.. toctree::\n   :maxdepth: 1\n\n   a\n   b\n\n.. image:: a.png\n.. a comment\n   goes on\n.. _x:\n\n..\n\n   Quoted.',
    'Quoted.',
  ],
  [
    'an object',
    '.. py:function:: f(a, \\*b)\n              g(a)\n   :noindex:\n\n   Turns it.\n\n   :param a: Angle.',
    'f(a, *b), g(a): Turns it.\n\na: Angle.',
  ],
  ['objects within each other', '.. class:: Mill\n\n   .. method:: turn\n\n      Turns it.', 'Mill\n\nturn: Turns it.'],
  ['one with the name of a method', '.. constructor:: x\n\n   :constructor:`It` turns.', 'It turns.'],
  [
    'a signature of several lines',
    '.. c:function:: int f(\\\n       int a, \\\n       int b)\n\n   Turns.',
    'int f(int a, int b): Turns.',
  ],
  ['a style', '.. class:: special\n\nText.', 'Text.'],
  [
    'a glossary',
    '.. glossary::\n\n   cap\n   hat\n      The top.\n\n   sail\n      A wing.',
    'cap, hat: The top.\n\nsail: A wing.',
  ],
  ['one that nobody knows', '.. mill:: x\n   :y: z\n\n   It turns.', 'It turns.'],
  ['modules', '.. module:: a\n   :synopsis: b\n\n.. automodule:: c\n   :members:\n\nText.', 'Text.'],
])('reads %s', (_, markup, text) => {
  expect(textOf(markup)).toBe(text)
})

it.each([
  [
    'drawn with lines',
    '+------+------+\n| Part | Cost |\n+======+======+\n| cap  | 1    |\n|      | of 2 |\n+------+------+\n| sail | ``3``|\n+------+------+',
    'Part: cap; Cost: 1 of 2\nPart: sail; Cost: 3',
  ],
  [
    'with cells over rows and columns',
    '+---+---+\n| a | b |\n|   +---+\n|   | c |\n+---+---+\n| d + e |\n+---+---+',
    'a; b\na; c\nd + e',
  ],
  [
    'with a head of two rows',
    '+---+-------+\n| a | Cost  |\n|   +---+---+\n|   | b | c |\n+===+===+===+\n| 1 | 2 | 3 |\n+---+---+---+',
    'a: 1; Cost b: 2; c: 3',
  ],
  ['with wide characters', '+------+---+\n| 风车 | a |\n+------+---+', '风车; a'],
  [
    'without sides',
    '====  ====\nPart  Cost\n====  ====\ncap   1\n      more\nsail  2\n====  ====',
    'Part: cap; Cost: 1 more\nPart: sail; Cost: 2',
  ],
  ['without a head', '===  ===\n1    a\n2    b\n===  ===', '1; a\n2; b'],
  [
    'of lists',
    '.. list-table:: Parts\n   :header-rows: 1\n\n   * - Part\n     - Cost\n   * - cap\n     - 1\n\n       more',
    'Parts\n\nPart: cap; Cost: 1 more',
  ],
  [
    'of values',
    '.. csv-table::\n   :header: "Part", "Cost"\n\n   "cap, old", 1\n   sail, *2*',
    'Part: cap, old; Cost: 1\nPart: sail; Cost: 2',
  ],
  ['of values that a tab parts', '.. csv-table::\n   :delim: tab\n\n   cap\t1', 'cap; 1'],
  ['of values that nothing parts', '.. csv-table::\n   :delim:\n\n   cap, 1', 'cap, 1'],
  ['of broken values', '.. csv-table::\n\n   "cap, 1\n   sail', '"cap, 1\nsail'],
])('reads a table %s', (_, markup, text) => {
  expect(textOf(markup)).toBe(text)
})

const piece = fc.constantFrom(
  ...[
    'word',
    'Two words',
    '\n',
    '\n\n',
    '\n   ',
    '\n  ',
    ' ',
    '\t',
    '*',
    '**',
    '`',
    '``',
    '|',
    '_',
    '__',
    '\\',
    '::',
    ':',
    '..',
    '.. ',
  ],
  ...[
    '.. note::',
    '.. |a| replace:: b',
    '|a|',
    '.. _a:',
    'a_',
    '[1]_',
    '.. [1] ',
    ':a:',
    ':ref:`',
    '<x>',
    '`_',
    '- ',
    '* ',
    '1. ',
    '#. ',
  ],
  ...[
    '====',
    '==  ==',
    '\n====\n',
    '+---+---+\n',
    '| a | b |\n',
    '+===+\n',
    '| ',
    '>>> ',
    '-v  ',
    '--all',
    '.. list-table::\n',
    '   * - a\n     - b\n',
  ],
  ...[
    '.. csv-table::\n',
    '"',
    ',',
    '.. code::',
    '.. glossary::\n',
    '.. class:: A\n',
    ':b: c',
    '中文',
    '\u00a0',
    '\r',
    '\f',
    '\0',
    '\ud800',
    '😀',
  ],
)

it('makes a sound draft of any markup, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat({ max: 8 }), (pieces, cut) => {
      const draft = read(pieces.join('').slice(cut))
      let at = 0
      for (const { start, end } of draft.blocks) {
        expect(start).toBeGreaterThanOrEqual(at)
        expect(end).toBeGreaterThan(start)
        expect(draft.text.slice(start, end)).not.toContain('\n')
        at = end
      }
      expect(at).toBeLessThanOrEqual(draft.text.length)
      expectSound(draft, cutPassages(draft))
    }),
    { numRuns: 600 },
  )
})

const many = 15_000

it.each([
  ...[
    '`',
    '``a ',
    '`a ',
    '|',
    '|a ',
    '*',
    '**a ',
    '*a ',
    '+---',
    '\\',
    ':a:',
    ':a:` ',
    'a_ ',
    '[1]_',
    '[',
    '_`',
    '<',
    '`a <',
    '- ',
    '* - ',
    '1. ',
  ],
  ...[
    '\n',
    '\n\n',
    'a\n',
    '..\n',
    '.. a\n',
    '.. |a| replace:: b\n',
    '|a|',
    '>>> a\n',
    '| a\n',
    'a::\n',
    '::\n\n',
    '== ==\n',
    '== ==\na\n\n',
    '+-+\n',
    '+-+-',
  ],
  ...[
    '====\n',
    'a\n===\n',
    ':a:\n',
    ':a: b\n  c\n',
    'a\n  b\n',
    '.. note::\n\n',
    '.. note:: a\n   b\n',
    '- a\n',
    '#. a\n',
    '.. list-table::\n\n',
    '-a\n',
    '"\n',
  ],
])('ends on very many of %j', (piece) => {
  const draft = read(piece.repeat(many))
  expect(draft.blocks.at(-1)?.end ?? 0).toBeLessThanOrEqual(draft.text.length)
})

it.each(['', '- ', '.. note:: ', '* - ', '| ', '+-+', 'a', ':a: ', 'a::', '>', '"'])(
  'ends on %j set in ever deeper',
  (mark) => {
    const deep = Array.from({ length: 500 }, (_, at) => `${' '.repeat(at)}${at === 0 ? 'Mill' : mark}a`)
    expect(read(deep.join('\n')).blocks).not.toEqual([])
    expect(read(deep.toReversed().join('\n\n')).blocks).not.toEqual([])
  },
)

it('ends on one line set in very deep, and on a name that stands for a long text', () => {
  expect(textOf(`${' '.repeat(many)}a`, `${'\t'.repeat(many)}b`)).toBe('a: b')
  const names = `.. |a| replace:: ${'long '.repeat(2000)}\n\n${'|a| '.repeat(5000)}`
  expect(() => read(names)).not.toThrow(RangeError)
})
