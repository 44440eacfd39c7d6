import { describe, expect, it } from 'vitest'
import { pageBoxes } from '../../../main/knowledge/reading/page-boxes'
import { composePages } from '../../../workers/readers/pdf/compose-pages'
import type { Item, Page } from '../../../workers/readers/pdf/geometry'
import { TextBuilder } from '../../../workers/readers/text-builder'

interface Style {
  readonly font?: string
  readonly size?: number
  /** Mean width of a letter in ems. */
  readonly pitch?: number
}

const item = (
  text: string,
  left: number,
  baseline: number,
  { font = 'body', size = 10, pitch = 0.42 + (text.length % 5) * 0.02 }: Style = {},
): Item => {
  const right = left + text.length * size * pitch
  const box = { x: left, y: baseline - size, width: right - left, height: size }
  return { text, left, right, baseline, size, font, direction: 'right', isRightToLeft: false, box }
}

/** Cells at these places, a line every 12 points. */
const grid = (lefts: readonly number[], from: number, rows: readonly (readonly string[])[], style?: Style): Item[] =>
  rows.flatMap((row, line) =>
    row.flatMap((text, column) => (text === '' ? [] : [item(text, lefts[column]!, from + line * 12, style)])),
  )

const sentence =
  'What the pumps of the station did in the winter is told by the figures which follow, in the order that'
const prose = (from: number, lines = 3): Item[] =>
  Array.from({ length: lines }, (_, line) =>
    item(sentence.slice(0, sentence.length - (line % 5) * 2 - (line % 3)), 72, from + line * 12),
  )

function read(...pages: readonly Item[][]) {
  const builder = new TextBuilder(1e6)
  const composed = composePages(
    pages.map((items, index): Page => ({ number: index + 1, width: 595, height: 842, items })),
    builder,
  )
  return {
    ...composed,
    text: builder.text,
    tables: composed.paragraphs.filter(({ kind }) => kind === 'table').length,
    boxesOf: (words: string) => {
      const start = builder.text.indexOf(words)
      return pageBoxes(composed.layout, start, start + words.length).flatMap(({ page, boxes }) =>
        boxes.map(({ x, y }) => ({ page, x, y })),
      )
    },
  }
}

const pumps = [
  ['Pump', 'Flow', 'Energy'],
  ['Hydra', '41.5', '6.2'],
  ['Norrflow', '38.0', '4.9'],
  ['Kaivo', '52.3', '9.8'],
]
const lefts = [100, 220, 320]

describe('a table', () => {
  it('is rows with the names of their columns, below its caption wherever that stands', () => {
    const rows = 'Pump: Hydra; Flow: 41.5; Energy: 6.2\nPump: Norrflow; Flow: 38.0; Energy: 4.9\nPump: Kaivo'
    const above = read([...prose(100), item('Table 1: The pumps.', 72, 150), ...grid(lefts, 170, pumps), ...prose(240)])
    expect(above.text).toContain(`Table 1: The pumps.\n\n${rows}`)
    const below = read([...prose(100), ...grid(lefts, 150, pumps), item('Table 1: The pumps.', 72, 206), ...prose(240)])
    expect(below.text).toContain(`Table 1: The pumps.\n\n${rows}`)
    expect(below.text.split('\n\n').at(-1)).toContain('What the pumps')
  })

  it('stays below the entries that explain terms above it', () => {
    const entries = [
      item('HYDRA', 72, 100, { font: 'mono' }),
      item('The pump that stands in the cellar of the station, and which', 140, 100),
      item('was replaced.', 140, 112),
      item('NORRA', 72, 130, { font: 'mono' }),
      item('The pump that stands in the garden.', 140, 130),
    ]
    const { text, tables } = read([...prose(60), ...entries, ...grid([72, 200, 300], 170, pumps)])
    expect(tables).toBe(1)
    expect(text).toContain('NORRA: The pump that stands in the garden.')
    expect(text.indexOf('NORRA: ')).toBeLessThan(text.indexOf('Hydra'))
  })

  it('begins below a heading with a number, which stands apart as a cell does', () => {
    const heading = [item('3', 72, 140, { size: 12 }), item('The Pumps', 100, 140, { size: 12 })]
    const names = item('Table 1: The pumps.', 72, 210)
    const { text } = read([...prose(100), ...heading, ...grid(lefts, 154, pumps), names, ...prose(240)])
    expect(text).toContain('3 The Pumps\n\nTable 1: The pumps.\n\nPump: Hydra; Flow: 41.5; Energy: 6.2')
  })

  it('has one row where all cells go on over several lines that stand closer together than rows', () => {
    const at = [100, 220, 360]
    const rows = [
      [['Problem', 'Technique', 'Advantage']],
      [
        ['High availability', 'Vector clocks with', 'The size of versions'],
        ['for all writes', 'reconciliation at reads', 'is bounded by nodes.'],
      ],
      [
        ['Handling temporary', 'A sloppy quorum and', 'It stays available'],
        ['failures of nodes', 'hinted handoff', 'when some do not answer.'],
      ],
      [
        ['Recovering from', 'Anti-entropy by means', 'Replicas that differ'],
        ['permanent failures', 'of Merkle trees', 'are made the same.'],
      ],
    ]
    const table = rows.flatMap((row, index) =>
      row.flatMap((line, below) => line.map((text, column) => item(text, at[column]!, 170 + index * 30 + below * 10))),
    )
    const { text } = read([...prose(100), item('Table 1: What is done.', 72, 156), ...table, ...prose(300)])
    expect(text).toContain(
      'Problem: Handling temporary failures of nodes; Technique: A sloppy quorum and hinted handoff; Advantage: It stays',
    )
  })

  it('needs no caption where names stand over figures', () => {
    expect(read([...prose(100), ...grid(lefts, 150, pumps), ...prose(240)]).text).toContain('Pump: Kaivo; Flow: 52.3')
  })

  it('places a row where its cells stand, and the names of columns nowhere', () => {
    const { boxesOf, pageStarts, text } = read(prose(100), [...grid(lefts, 80, pumps), ...prose(240)])
    const row = 'Pump: Norrflow; Flow: 38.0; Energy: 4.9'
    expect(boxesOf(row)).toEqual(lefts.map((x) => ({ page: 2, x, y: 94 })))
    expect(pageStarts[1]).toBe(text.indexOf('Pump: Hydra'))
  })

  it('names a column by all that stands over it', () => {
    const rows = [
      ['Scriba', '91.2', '84.7', '3.1', '5.9'],
      ['LinePen', '88.5', '86.0', '4.4', '5.2'],
      ['Monk', '93.8', '79.3', '2.2', '8.8'],
    ]
    const header = [
      item('Accuracy', 235, 150),
      item('Error rate', 355, 150),
      ...grid([100, 220, 280, 340, 400], 162, [['', 'Lund', 'Bruges', 'Lund', 'Bruges']]),
    ]
    const { text } = read([
      item('Table 2. Archives', 72, 130),
      ...header,
      ...grid([100, 220, 280, 340, 400], 174, rows),
      ...prose(240),
    ])
    expect(text).toContain(
      'LinePen; Accuracy Lund: 88.5; Accuracy Bruges: 86.0; Error rate Lund: 4.4; Error rate Bruges: 5.2',
    )
  })

  it('has cells of several lines', () => {
    const rows = [
      ['Name', 'Result'],
      ['ode', 'integrates systems of equations, and as-'],
      ['', 'sumes a full Jacobian'],
      ['rk4', 'integrates by the classical method'],
    ]
    const { text } = read([item('Table 3: Functions', 72, 130), ...grid([100, 180], 150, rows), ...prose(240)])
    expect(text).toContain('Name: ode; Result: integrates systems of equations, and assumes a full Jacobian\nName: rk4')
  })

  it('has names that stand closer together than words of a line do', () => {
    const header = [item('Pump', 100, 162), item('Throughflow Energy', 150, 162, { pitch: 0.583 })]
    const rows = pumps.slice(1).map(([pump, ...figures]) => [pump!, ...figures])
    const { text } = read([
      item('Table 5: Pumps', 72, 140),
      ...header,
      ...grid([100, 150, 220], 174, rows),
      ...prose(260),
    ])
    expect(text).toContain('Pump: Kaivo; Throughflow: 52.3; Energy: 9.8')
  })

  it('has no names where a column of functions is set as their names are from the first line on', () => {
    const functions = (from: number): Item[] =>
      ['qa', 'report', 'trimTails', 'narrow'].map((name, line) =>
        item(name, 100, from + line * 12, { font: 'mono', pitch: 0.525 }),
      )
    const meanings = grid([180], 150, [
      ['collects what is known'],
      ['writes a page'],
      ['cuts the ends'],
      ['cuts both sides'],
    ])
    const code = Array.from({ length: 6 }, (_, line) =>
      item(`fit <- model(time ~ age + ${line}, women)`, 72, 300 + line * 12, { font: 'mono', pitch: 0.525 }),
    )
    const { text } = read([
      item('Table 6: Functions', 72, 130),
      ...functions(150),
      ...meanings,
      ...code,
      ...prose(400, 20),
    ])
    expect(text).toContain('Table 6: Functions\n\nqa: collects what is known\nreport: writes a page\n')
  })

  it('takes what no name stands over with the column before, and keeps headings within it', () => {
    const rows = [
      ['Model', '', 'Error'],
      ['Linear models', '', ''],
      ['least squares', '(Section 2)', '0.31'],
      ['ridge', '(Section 3)', '0.27'],
    ]
    const { text } = read([item('Table 4: Errors', 72, 130), ...grid(lefts, 150, rows), ...prose(240)])
    expect(text).toContain('\n\nLinear models\nModel: least squares (Section 2); Error: 0.31\n')
  })
})

describe('no table', () => {
  const none: Record<string, Item[]> = {
    'two columns of text': Array.from({ length: 12 }, (_, line) => [
      item('the left column goes on without any end of', 72, 100 + line * 12),
      item('and the right column goes on in the same way', 310, 100 + line * 12),
    ]).flat(),
    'a list': grid([72, 100], 150, [
      ['1.', 'Open the valve.'],
      ['2.', 'Start the pump at 40 Hz.'],
      ['3.', 'Wait for 10 minutes.'],
      ['4.', 'Read the meter.'],
    ]),
    'terms and what they mean': grid([72, 180], 150, [
      ['valve', 'what opens and closes the pipe'],
      ['meter', 'what shows how much has flowed'],
      ['flange', 'what joins two pipes of the same width'],
    ]),
    contents: grid([72, 100, 500], 150, [
      ['1', 'Introduction … ', '3'],
      ['2', 'Methods … ', '9'],
      ['3', 'Results … ', '17'],
      ['4', 'Discussion … ', '24'],
    ]),
    'an index': grid([72, 220, 380], 150, [
      ['anchor, 12', 'bolt, 9, 31', 'cable, 4'],
      ['angle, 3', 'brake, 17', 'chain, 40–42'],
      ['arm, 20, 22', 'bridge, 8', 'clamp, 2'],
      ['axle, 14', 'bucket, 6', 'cog, 11'],
    ]),
    'numbered formulas': grid([150, 220, 500], 150, [
      ['y =', 'a + 2x', '(1)'],
      ['z =', 'b + 3x', '(2)'],
      ['w =', 'c + 4x', '(3)'],
    ]),
    'a matrix': grid([150, 190, 230], 150, [
      ['1.2', '0.4', '0.0'],
      ['0.4', '1.7', '0.3'],
      ['0.0', '0.3', '1.1'],
      ['0.1', '0.9', '2.1'],
    ]),
    'what a program printed': grid(
      [72, 150, 230],
      150,
      [
        ['Model', 'Estimate', 'Error'],
        ['(Intercept)', '1.0291', '0.0241'],
        ['sqrt(hosp)', '0.1648', '0.0061'],
        ['Wald(health)', '0.2483', '0.0178'],
        ['numchron|', '0.1466', '0.0046'],
      ],
      { font: 'mono', pitch: 0.525 },
    ),
    'what a program printed where most of the text is set as programs are': grid(
      [72, 150, 230],
      150,
      Array.from({ length: 60 }, (_, line) =>
        line === 0 ? ['Model', 'Estimate', 'Error'] : [`sqrt(Wald${line})|`, `${line}.0291`, `0.0${line}1`],
      ),
      { font: 'mono', pitch: 0.525 },
    ),
    'the authors of a paper': grid([100, 250, 400], 150, [
      ['Ada Berg', 'Ole Lind', 'Mia Sand'],
      ['Dept. 2', 'Dept. 14', 'Dept. 7'],
      ['a@x.example', 'o@x.example', 'm@x.example'],
    ]),
    'the labels of a figure': [
      ...grid([100, 180, 260], 150, [
        ['width', 'height', 'depth'],
        ['0', '5', '10'],
        ['20', '25', '30'],
        ['40', '45', '50'],
      ]),
      item('Figure 3: What the labels say.', 72, 210),
    ],
  }
  for (const [name, items] of Object.entries(none)) {
    it(`is ${name}`, () => {
      expect(read([...items, ...prose(400, 20)]).tables).toBe(0)
    })
  }

  it('is a sentence that tells of one', () => {
    const told = [item('Table 2 shows the pumps of all stations that were built before the war in the north.', 72, 138)]
    const pairs = grid([72, 180], 150, [
      ['valve', 'what opens and closes the pipe'],
      ['meter', 'what shows how much has flowed'],
    ])
    expect(read([...told, ...pairs, ...prose(400, 20)]).tables).toBe(0)
  })
})
