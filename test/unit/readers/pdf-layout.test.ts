import type { TextContent } from 'pdfjs-dist/types/src/display/api'
import { describe, expect, it } from 'vitest'
import { flowsOfPages } from '../../../workers/readers/pdf/columns'
import { compose } from '../../../workers/readers/pdf/compose'
import { fixedPitchOf } from '../../../workers/readers/pdf/fixed-pitch'
import type { Item, Page } from '../../../workers/readers/pdf/geometry'
import { bodyStyleOf } from '../../../workers/readers/pdf/headings'
import { itemsOf } from '../../../workers/readers/pdf/items'
import { fragmentsOf, linesOf } from '../../../workers/readers/pdf/lines'
import { paragraphsOf } from '../../../workers/readers/pdf/paragraphs'
import { TextBuilder } from '../../../workers/readers/text-builder'

interface Set {
  readonly size?: number
  readonly font?: string
  /** Mean width of a letter in ems. */
  readonly pitch?: number
  readonly right?: number
}

const item = (text: string, left: number, baseline: number, set: Set = {}): Item => {
  const { size = 10, font = 'body', pitch = 0.42 + (text.length % 5) * 0.02 } = set
  const right = set.right ?? left + text.length * size * pitch
  const box = { x: left, y: baseline - size, width: right - left, height: size }
  return { text, left, right, baseline, size, font, direction: 'right', isRightToLeft: false, box }
}

/** The text and headings of pages of items, made as the reader makes them. */
function read(items: readonly (readonly Item[])[]): { text: string; headings: string[] } {
  const pages = items.map((own, index): Page => ({ number: index + 1, width: 595, height: 842, items: own }))
  const fixedPitch = fixedPitchOf(pages)
  const flows = flowsOfPages(pages.map((page) => fragmentsOf(page.items))).map((columns) => columns.map(linesOf))
  const body = bodyStyleOf(flows.flat(2))
  const builder = new TextBuilder(1e6)
  const paragraphs = flows.flatMap((columns, index) =>
    columns.flatMap((lines) => paragraphsOf(lines, index + 1, body, fixedPitch)),
  )
  compose(paragraphs, pages, body, builder, fixedPitch)
  return { text: builder.text, headings: builder.headings.map(({ level, text }) => `${level} ${text}`) }
}

const lefts = ['the left column goes on without any end of', 'its sentence over all of its lines until the']
const rights = ['and the right column goes on in the same way', 'over its own lines, which stand ten points off']

/** Two columns whose gutter is as narrow as LaTeX sets it: one em. */
const columns = (from = 100): Item[] =>
  Array.from({ length: 8 }, (_, line) => [
    item(lefts[line % 2]!, 72, from + line * 12, { right: 292 }),
    item(rights[line % 2]!, 302, from + line * 12, { right: 522 }),
  ]).flat()

describe('columns', () => {
  it('are told apart by a gutter of one em', () => {
    const { text } = read([columns()])
    expect(text).toContain(`${lefts[0]} ${lefts[1]} ${lefts[0]}`)
    expect(text.indexOf(rights[0]!)).toBeGreaterThan(text.lastIndexOf(lefts[1]!))
  })

  it('are columns beside a figure with many short labels', () => {
    const labels = Array.from({ length: 30 }, (_, index) => item(`${index}`, 310 + (index % 6) * 30, 220 + index * 3))
    const { text } = read([[...columns(), ...labels]])
    expect(text.indexOf(rights[0]!)).toBeGreaterThan(text.lastIndexOf(lefts[1]!))
  })

  it('are looked for where other pages have them, though what a program printed reaches into the gutter', () => {
    const wide = item('18.0569 271.3629', 233, 240, { right: 301 })
    const { text } = read([columns(), columns(), columns(), [...columns(), wide]])
    const last = text.slice(text.lastIndexOf(lefts[0]!))
    expect(last.indexOf(rights[0]!)).toBeGreaterThan(last.indexOf(lefts[1]!))
  })

  it('are looked for below a figure whose labels stand anywhere, where other pages have them', () => {
    const labels = Array.from({ length: 60 }, (_, index) =>
      item(`${index * 10}`, 286 + ((index * 7) % 12), 60 + index * 2, { size: 6 }),
    )
    const { text } = read([columns(), columns(), columns(), [...labels, ...columns(200)]])
    const last = text.slice(text.lastIndexOf('590'))
    expect(last).toContain(`${lefts[0]} ${lefts[1]}`)
  })

  it('are none of a table as wide as the page above them, whatever of it reaches over the gutter', () => {
    const names = [
      'Strong shocks and narrow features of a blast',
      'A short one',
      'Waves of a fluid that moves, with a third',
    ]
    const rows = Array.from({ length: 6 }, (_, row) => [
      item(`Code ${row}`, 80, 100 + row * 12),
      item(`v${row}`, 200, 100 + row * 12),
      item(names[row % 3]!, 236, 100 + row * 12),
    ])
    const { text } = read([columns(), columns(), columns(), [...rows.flat(), ...columns(200)]])
    const table = text.slice(text.indexOf('Code 0'), text.lastIndexOf(lefts[0]!))
    for (let row = 0; row < 6; row++) expect(table).toContain(`Code ${row} | v${row} | ${names[row % 3]}`)
  })

  it('are told in a scan whose words stand as far apart as columns may', () => {
    const words = (text: string, left: number, baseline: number): Item[] => {
      const parts = text.split(' ')
      const step = 220 / parts.length
      return parts.map((word, index) =>
        item(word, left + index * step, baseline, { right: left + (index + 1) * step - 9 }),
      )
    }
    const page = Array.from({ length: 10 }, (_, line) => [
      ...words(lefts[line % 2]!, 72, 100 + line * 12),
      ...words(rights[line % 2]!, 312, 100 + line * 12),
    ])
    expect(read([page.flat()]).text).toContain(`${lefts[0]} ${lefts[1]} ${lefts[0]}`)
  })

  it('are none where short cells stand side by side', () => {
    const rows = Array.from({ length: 8 }, (_, row) => [
      item(`tank ${row}`, 72, 100 + row * 12),
      item(`${row} litres`, 302, 100 + row * 12, { right: 522 }),
    ])
    expect(read([rows.flat()]).text).toContain('tank 3 | 3 litres')
  })
})

it('reads a full line with a wide gap as text where no cell stands above or below the gap', () => {
  const line = (text: string, baseline: number): Item => item(text, 72, baseline, { right: 292 })
  const lines = [
    line('gave a self-tuning improvement to the least', 100),
    item('recently used algorithm.', 72, 112, { right: 180 }),
    item('Its improvement is called', 195, 112, { right: 290 }),
    line('LRU/k and advocates giving priority to pages', 124),
    line('that were read most recently of them all.', 136),
  ]
  expect(read([lines]).text).toContain('recently used algorithm. Its improvement is called LRU/k')
  const cells = [112, 124, 136].map((baseline, row) => [
    item(`column ${row} of the table`, 72, baseline, { right: 180 }),
    item('what it has there', 195, baseline, { right: 262 }),
  ])
  expect(read([[lines[0]!, ...cells.flat()]]).text).toContain('column 1 of the table | what it has there')
})

it('goes on below an abbreviation that a number follows', () => {
  const lines = [
    item('A line as wide as the column is, which all of the others of this page are measured by, is here.', 72, 100, {
      right: 522,
    }),
    item('All of the results can be shown with a plot (Fig.', 72, 112, { right: 380 }),
    item('1), whose scale is the same.', 72, 124, { right: 200 }),
  ]
  expect(read([lines]).text).toContain('with a plot (Fig. 1), whose scale')
})

describe('the caption of a figure', () => {
  const full = (text: string, baseline: number): Item => item(text, 72, baseline, { right: 522 })

  it('is a block of its own between lines of one distance', () => {
    const lines = [
      full('The loss of the tank was measured over a day and a night, and it fell as the water cooled down.', 100),
      item('Figure 3: Heat loss of the tank', 72, 112, { right: 230 }),
      item('over a day.', 72, 124, { right: 130 }),
      full('Below it stands what was found out about the tank in the years that followed after it was built.', 136),
    ]
    expect(read([lines]).text.split('\n\n')).toEqual([
      lines[0]!.text,
      'Figure 3: Heat loss of the tank over a day.',
      lines[3]!.text,
    ])
  })

  it('begins no block where a line of running text breaks before a reference', () => {
    const lines = [
      full(
        'The loss of the tank was measured over a day and a night, as one can see very well in the lower part of',
        100,
      ),
      full(
        'Figure 3. The tank cools down as long as nobody heats it, and it is heated again in the early morning.',
        112,
      ),
    ]
    expect(read([lines]).text).toBe(`${lines[0]!.text} ${lines[1]!.text}`)
  })

  it('goes on in no other column, and nothing goes on in it', () => {
    const caption = '图 3 热损失随时间的变化关系'
    const page = [...columns(), item(caption, 72, 210, { right: 292 })]
    expect(read([page]).text.split('\n\n')).toEqual([
      expect.stringMatching(/^the left .* until the$/),
      caption,
      expect.stringMatching(/^and the right /),
    ])
  })

  it('is no heading, though it is bold', () => {
    const { text, headings } = read([
      [
        full('The loss of the tank was measured over a day and a night, and it fell as the water cooled down.', 100),
        item('Figure 3 Heat loss of the tank', 72, 130, { font: 'bold' }),
        full('Below it stands what was found out about the tank in the years that followed after it was built.', 150),
      ],
    ])
    expect(headings).toEqual([])
    expect(text.split('\n\n')).toContain('Figure 3 Heat loss of the tank')
  })
})

describe('entries of a list that explains its terms', () => {
  const term = (text: string, baseline: number, right = 72 + text.length * 5): Item =>
    item(text, 72, baseline, { font: 'mono', right })
  const beside = (text: string, baseline: number, right = 500): Item => item(text, 120, baseline, { right })
  const list = [
    item('The shell knows these variables, each of which has a value that it sets by itself at its start:', 72, 100, {
      right: 500,
    }),
    term('HOME', 120),
    beside('The home directory of the user; the default for the builtin command', 120),
    beside('that changes the directory.', 132, 260),
    term('HISTFILESIZE', 150),
    beside('The maximum number of lines that the history file is to hold at its end.', 162),
    term('MAIL', 180),
    beside('The file that is looked at for mail.', 180, 300),
    term('PATH', 198),
    beside('Where commands are looked for: a list of directories, with colons', 198),
    beside('between them.', 210, 200),
  ]

  it('are their term and all of its text, not rows of two cells', () => {
    expect(read([list]).text.split('\n\n')).toEqual([
      list[0]!.text,
      'HOME: The home directory of the user; the default for the builtin command that changes the directory.',
      'HISTFILESIZE: The maximum number of lines that the history file is to hold at its end.',
      'MAIL: The file that is looked at for mail.',
      'PATH: Where commands are looked for: a list of directories, with colons between them.',
    ])
  })

  it('are told by the letters of their terms where all are too long for a text beside them', () => {
    const alone = [
      ...['sys.frame', 'sys.function', 'sys.parent', 'sys.window'].flatMap((name, at) => [
        item(name, 72, 120 + at * 40, { font: 'mono', pitch: 0.525 }),
        beside(`It is what the shell says of itself by that name, in ${at + 4} letters`, 132 + at * 40),
        beside('or in more of them.', 144 + at * 40, 260),
      ]),
    ]
    const { text, headings } = read([[list[0]!, ...alone]])
    expect(text).toContain(
      '\n\nsys.function: It is what the shell says of itself by that name, in 5 letters or in more',
    )
    expect(headings).toEqual([])
  })

  it('are none where a single line falls so, or where programs and running text do', () => {
    const prose = (text: string, baseline: number): Item => item(text, 72, baseline, { right: 500 })
    const single = [
      prose(
        'The command is told what to do by what stands in the file that it reads as it starts, and by nothing else.',
        100,
      ),
      item('Use the', 72, 112, { right: 104 }),
      item('file', 110, 112, { font: 'mono', right: 130 }),
      item('of the same name for it, which is looked for in the home directory as well.', 133, 112, { right: 500 }),
      item('another line that begins where a word of the line above it does', 110, 124, { right: 400 }),
    ]
    expect(read([single]).text).not.toMatch(/^Use the: /m)
    const program = [
      prose(
        'A random number is had by the function that follows, whose argument says which of its states is set anew:',
        100,
      ),
      ...['rand(0)', 'rand(1)'].flatMap((call, at) => [
        item(call, 72, 120 + at * 24, { font: 'mono', pitch: 0.525 }),
        item('gives a number of those between', 150, 120 + at * 24, { font: 'mono', pitch: 0.525 }),
        item('nought and one.', 150, 132 + at * 24, { font: 'mono', pitch: 0.525 }),
      ]),
      prose(
        'What it gives back is described in the next part of this paper, and is a list of the values that it found.',
        180,
      ),
    ]
    expect(read([program]).text).not.toContain('rand(0):')
  })
})

describe('programs', () => {
  const code = (text: string, left: number, baseline: number): Item =>
    item(text, left, baseline, { font: 'mono', pitch: 0.525 })
  const prose = (text: string, baseline: number): Item => item(text, 72, baseline, { right: 500 })
  const lines = [
    prose('The package is called with a formula, whose form is explained by the example that follows, as here:', 100),
    code('fit <- model(time ~ age,', 72, 116),
    code('data = women,', 72 + 13 * 5.25, 128),
    code('warmup = 1000,', 72 + 13 * 5.25, 140),
    code('chains = 4)', 72 + 13 * 5.25, 152),
    prose(
      'What it gives back is described in the next part of this paper, and is a list of the values that it found.',
      160,
    ),
  ]

  it('keep their lines and their spaces', () => {
    expect(read([lines]).text).toContain(
      '\n\nfit <- model(time ~ age,\n             data = women,\n             warmup = 1000,\n             chains = 4)\n\n',
    )
  })

  it('are none in a typescript, which is set so throughout', () => {
    const typescript = Array.from({ length: 6 }, (_, line) =>
      code(`all lines; of this, ${line} make one`, 72, 100 + line * 12),
    )
    expect(read([typescript]).text).not.toContain('\n')
  })
})

describe('raised digits', () => {
  const sentence = (before: string, raised: string, after: string): string => {
    const first = item(before, 72, 100)
    const mark = item(raised, first.right, 96, { size: 7 })
    return read([
      [first, mark, item(after, mark.right, 100), item('More of the same text stands on this line.', 72, 112)],
    ]).text
  }

  it('are left out as the mark of a footnote', () => {
    expect(sentence('a total of 4000 posterior samples', '8', '.')).toContain('posterior samples.')
  })

  it('are left out where the footnote itself begins', () => {
    const mark = item('8', 72, 96, { size: 7 })
    const note = item('To save time, chains may also run in parallel.', mark.right + 1, 100)
    expect(read([[mark, note]]).text).toBe('To save time, chains may also run in parallel.')
  })

  it('are written raised as an exponent', () => {
    expect(sentence('It leaks at most 10', '−3', ' litres.')).toContain('10⁻³ litres')
    expect(sentence('It has 12 m', '2', ' of glass.')).toContain('12 m² of glass')
  })
})

describe('headings', () => {
  const body = 'A line of the running text of this page, as wide as all the others that stand beside it here.'
  const page = (number: number, extra: readonly Item[] = []): Item[] => [
    item(`${number} Section of the page`, 72, 80, { size: 14, font: 'bold' }),
    ...Array.from({ length: 6 }, (_, line) => item(body, 72, 110 + line * 12, { right: 500 })),
    ...extra,
  ]

  it('are set as those with a number, so that a figure’s label and a formula are none', () => {
    const label = item('Death D3', 300, 300, { size: 16, font: 'figure' })
    const formula = item('Vk = Dk ⊗ Ak', 200, 330, { size: 12, font: 'bold' })
    const { headings } = read([page(1), page(2, [label, formula]), page(3)])
    expect(headings).toEqual(['1 1 Section of the page', '1 2 Section of the page', '1 3 Section of the page'])
  })

  it('are below those whose number they begin with, however large they are set', () => {
    const below = item('2.1 What is inside', 72, 200, { size: 14, font: 'bold' })
    const more = item(body, 72, 214, { right: 500 })
    expect(read([page(1), page(2, [below, more]), page(3)]).headings).toContain('2 2.1 What is inside')
  })

  it('of a level that few sections have are those that a style of their own sets, and what else it sets is none', () => {
    const named = (text: string, top: number) => [
      item(text, 72, top, { size: 10, font: 'bold at 10' }),
      item(body, 72, top + 12, { right: 500 }),
      item(body, 72, top + 24, { right: 500 }),
    ]
    const failures = [
      page(1, [...named('Worker Failure', 200), ...named('Master Failure', 250)]),
      page(2, named('Semantics', 200)),
    ]
    expect(read([...failures, page(3)]).headings.filter((one) => one.startsWith('2'))).toEqual([
      '2 Worker Failure',
      '2 Master Failure',
      '2 Semantics',
    ])
    const labels = ['North', 'South', 'East', 'West'].map((label, at) =>
      item(label, 300, 300 + 40 * at, { size: 10, font: 'bold at 10' }),
    )
    const mixed = read([failures[0]!, [...failures[1]!, ...labels], page(3)]).headings
    expect(mixed.filter((one) => one.startsWith('2'))).toEqual([])
  })
})

it('reads letters that a file of TeX’s calls dingbats', () => {
  const line = (str: string) => ({
    str,
    dir: 'ltr',
    width: 90,
    height: 10,
    fontName: 'f',
    hasEOL: false,
    transform: [10, 0, 0, 10, 72, 700],
  })
  const textsOf = (...lines: string[]): string[] =>
    itemsOf({ items: lines.map(line), styles: {}, lang: null } as unknown as TextContent, [0, 0, 595, 842])[0].map(
      ({ text }) => text,
    )
  expect(textsOf('❲❡ ❝♦♥s✐❞❡r ❧✐♥❡❛r ♠✐①❡❞ ♠♦❞❡❧s', '❡✛❡❝ts')).toEqual(['We consider linear mixed models', 'effects'])
  expect(textsOf('✓ done', '✓ done too, and all in letters')).toEqual(['✓ done', '✓ done too, and all in letters'])
})

it('reads what TeX has where text has control characters', () => {
  const content = {
    items: [
      {
        str: 'e\u001ecient \u001cgures \u0010so\u0011',
        dir: 'ltr',
        width: 90,
        height: 10,
        fontName: 'f',
        hasEOL: false,
        transform: [10, 0, 0, 10, 72, 700],
      },
    ],
    styles: {},
    lang: null,
  } as unknown as TextContent
  expect(itemsOf(content, [0, 0, 595, 842])[0][0]?.text).toBe('efficient figures “so”')
  // A word that every object has is a word.
  const word = { ...content.items[0], str: 'constructor' }
  expect(itemsOf({ ...content, items: [word] } as TextContent, [0, 0, 595, 842])[0][0]?.text).toBe('constructor')
  const symbols = ['\u000f', 'one more than', '\u000f'].map((str) => ({ ...content.items[0], str }))
  expect(itemsOf({ ...content, items: symbols } as TextContent, [0, 0, 595, 842])[0].map(({ text }) => text)).toEqual([
    '•',
    'one more than',
    'ε',
  ])
})
