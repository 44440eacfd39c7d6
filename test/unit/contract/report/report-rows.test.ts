import { expect, it } from 'vitest'
import type { CitationView, ReportSection } from '../../../../contract/report/report'
import { blocksOf } from '../../../../contract/report/report-blocks'
import { textOfRow } from '../../../../contract/report/report-rows'

const columns = ['site', 'avg_cost', 'part', 'sites']
const rows = [
  ['Basel', 430 / 3, 1 / 3, 3],
  ['Chur', 182.5, 0.0000123456, 1],
]

it('a row that holds nothing says so', () => {
  expect(textOfRow(['share', 'losses'], [null, null])).toBe('share: –, losses: –')
  expect(textOfRow(['share', 'losses'], [null, 4])).toBe('losses: 4')
})

it('shows of a number what a person reads, and keeps whole ones and texts', () => {
  expect(textOfRow(columns, rows[0]!)).toBe('site: Basel, avg cost: 143.3333, part: 0.3333, sites: 3')
  expect(textOfRow(columns, rows[1]!)).toBe('site: Chur, avg cost: 182.5, part: 0.00001235, sites: 1')
})

it('knows rows of reports from before by their names and numbers as they are', () => {
  const place = { kind: 'query', resourceId: 'r', statement: 's', hash: 'h', columns, rows, firstRow: 0, totalRows: 2 }
  const citations = rows.map((_, at) => ({ n: at + 1, place: { ...place, row: at } })) as unknown as CitationView[]
  const texts = [
    'site: Basel, avg_cost: 143.33333333333334, part: 0.3333333333333333, sites: 3',
    textOfRow(columns, rows[1]!),
  ]
  const sentences = texts.map((text, at) => ({
    id: `${at}`,
    text,
    citations: [at + 1],
    paragraph: at,
    verdict: 'supported',
  }))
  const [block] = blocksOf({ kind: 'aspect', heading: '', sentences } as unknown as ReportSection, citations)
  expect(block).toMatchObject({
    kind: 'rows',
    rows: [{ cells: ['Basel', 143.3333, 0.3333, 3] }, { cells: ['Chur', 182.5, 0.00001235, 1] }],
  })
})

it('shows what several databases answer with as one table that says which said what', () => {
  const answers = [
    { resourceName: 'sales_2023', columns: ['total amount'], rows: [[30]] },
    { resourceName: 'sales_2024', columns: ['total amount'], rows: [[300]] },
    { resourceName: 'sales_2025', columns: ['total amount'], rows: [[5]] },
    { resourceName: 'stock', columns: ['count'], rows: [[7]] },
    // The same database, asked something else.
    { resourceName: 'stock', columns: ['count'], rows: [[8]] },
  ]
  const citations = answers.map((answer, at) => ({
    n: at + 1,
    place: {
      ...{
        kind: 'query',
        resourceId: answer.resourceName,
        statement: `s${at}`,
        hash: 'h',
        row: 0,
        firstRow: 0,
        totalRows: 1,
      },
      ...answer,
    },
  })) as unknown as CitationView[]
  const sentences = answers.map(({ columns, rows }, at) => ({
    ...{ id: `${at}`, text: textOfRow(columns, rows[0]!), citations: [at + 1], paragraph: at, verdict: 'supported' },
  }))
  const blocks = blocksOf({ kind: 'aspect', heading: '', sentences } as unknown as ReportSection, citations)
  expect(blocks).toMatchObject([
    {
      kind: 'rows',
      columns: ['', 'total amount'],
      all: [
        ['sales_2023', 30],
        ['sales_2024', 300],
        ['sales_2025', 5],
      ],
      rows: [{ cells: ['sales_2023', 30] }, { cells: ['sales_2024', 300] }, { cells: ['sales_2025', 5] }],
    },
    // It says something else.
    { kind: 'paragraph', sentences: [{ text: 'count: 7' }] },
    { kind: 'paragraph', sentences: [{ text: 'count: 8' }] },
  ])
})

it('shows two sides that are rows of one table as its rows, and other sides beside each other', () => {
  const said = [
    ['Gas: R290; Potential: 3; Class: A3', 'Gas: R32; Potential: 675; Class: A2L'],
    ['R290 burns.', 'Gas: R32; Potential: 675; Class: A2L; Use: new'],
  ]
  const place = { kind: 'source', sourceId: 's', lineStart: 1, lineEnd: 1 }
  const sentences = said
    .flat()
    .map((text, at) => ({ id: `${at}`, text, citations: [1], paragraph: at, verdict: 'supported' }))
  const section = { kind: 'summary', heading: '', sentences, compares: { sides: ['R290', 'R32'], rows: 2 } }
  const blocks = blocksOf(section as unknown as ReportSection, [{ n: 1, place }] as unknown as CitationView[])
  expect(blocks).toMatchObject([
    {
      kind: 'rows',
      columns: ['Gas', 'Potential', 'Class'],
      rows: [{ cells: ['R290', '3', 'A3'] }, { cells: ['R32', '675', 'A2L'] }],
    },
    { kind: 'compared', sides: ['R290', 'R32'], rows: [[[{ text: 'R290 burns.' }], [{ text: said[1]?.[1] }]]] },
  ])
})

it('shows what opens the answer above the table of the two sides', () => {
  const sentences = ['They differ.', 'Oak is hard.', 'Fir is soft.', 'Both float.'].map((text, at) => ({
    id: `${at}`,
    text,
    citations: [],
    paragraph: at,
    verdict: 'supported',
  }))
  const section = { kind: 'summary', sentences, compares: { sides: ['Oak', 'Fir'], rows: 1, opening: 1 } }
  expect(blocksOf(section as unknown as ReportSection, [])).toMatchObject([
    { kind: 'paragraph', sentences: [{ text: 'They differ.' }] },
    { kind: 'compared', rows: [[[{ text: 'Oak is hard.' }], [{ text: 'Fir is soft.' }]]] },
    { kind: 'paragraph', sentences: [{ text: 'Both float.' }] },
  ])
})
