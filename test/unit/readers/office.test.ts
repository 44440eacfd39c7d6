import { describe, expect, it } from 'vitest'
import { cutPassages } from '../../../workers/readers/chunk/passages'
import type { Draft } from '../../../workers/readers/draft'
import { readEpub } from '../../../workers/readers/epub'
import { readNotebook } from '../../../workers/readers/notebook'
import { readOpenDocument } from '../../../workers/readers/office/open-document'
import { readPptx } from '../../../workers/readers/office/pptx'
import { readXlsx } from '../../../workers/readers/office/xlsx'
import { readRtf } from '../../../workers/readers/rtf'
import { epub, notebook, odp, ods, odt, pptx, rtf, xlsx } from '../../fixtures/formats'

const input = { name: 'x', language: null, maxTextLength: 1e6 }
const headingsOf = (draft: Draft) => draft.headings.map(({ level, text }) => [level, text])
const placesOf = (draft: Draft) => cutPassages(draft).map(({ page, headingPath, text }) => [page, headingPath, text])

it('reads a presentation slide by slide, in the order in which it is shown', () => {
  const draft = readPptx({ ...input, bytes: pptx })
  expect(draft).toMatchObject({ mediaType: 'slides', title: 'Storing heat', metadata: { author: 'Ada' } })
  expect(placesOf(draft)).toEqual([
    [1, [], 'Storing heat'],
    [2, ['Losses & gains'], 'Insulate the tank.\nKeep it closed.\n\nTank: South; Watts: 74'],
    [2, ['Losses & gains', 'Notes'], 'Say that the south tank is new.'],
    [3, [], 'No title stands here.'],
  ])
})

describe('OpenDocument', () => {
  it('reads a text with headings, lists, tables and footnotes, without comments', () => {
    const draft = readOpenDocument({ ...input, bytes: odt })
    expect(draft).toMatchObject({
      mediaType: 'odt',
      title: 'Storing heat',
      pageStarts: [],
      metadata: { author: 'Ada' },
    })
    expect(draft.text).toBe(
      'Storing heat\n\nWater keeps heat well.\n\nAs steel does not.\n\nInsulate the pipes.\nClose the lid.\n\nTank: South; Loss: 74 W',
    )
  })

  it('reads each sheet as a part, its empty cells left out', () => {
    const draft = readOpenDocument({ ...input, bytes: ods })
    expect(draft.mediaType).toBe('workbook')
    expect(placesOf(draft)).toEqual([
      [1, ['Tanks'], 'Name: South; Watts: 74\nName: North; Litres: 91; Watts: 91'],
      [2, [], 'Empty'],
      [3, ['Pipes'], 'Copper'],
    ])
  })

  it('reads each slide as a part, with its notes', () => {
    expect(placesOf(readOpenDocument({ ...input, bytes: odp }))).toEqual([
      [1, ['Storing heat'], 'Water is cheap.'],
      [2, [], 'No title stands here.'],
      [2, ['Notes'], 'Wait here.'],
    ])
  })
})

it('reads a workbook as text: each sheet a part, each row a line with the names of its columns', async () => {
  const draft = await readXlsx({ ...input, bytes: xlsx })
  expect(draft.mediaType).toBe('workbook')
  expect(placesOf(draft)).toEqual([[1, ['S'], 'Tanks of 2024\nName: South; Litres: 500; Watts: 74']])
})

it('reads a book in the order of its spine, with a title of the contents where a chapter has none', () => {
  const draft = readEpub({ ...input, bytes: epub })
  expect(draft).toMatchObject({ mediaType: 'book', title: 'A Book of Heat', metadata: { author: 'Ada' } })
  expect(headingsOf(draft)).toEqual([
    [1, 'Chapter One'],
    [1, 'The second chapter'],
  ])
  expect(draft.text).toBe('Chapter One\n\nHeat rises.\n\nThe second chapter\n\nCold falls.')
})

it('reads a notebook cell by cell: Markdown, code and what it printed', () => {
  const draft = readNotebook({ ...input, text: notebook, encoding: 'utf-8' })
  expect(draft).toMatchObject({ mediaType: 'notebook', title: 'Losses' })
  expect(placesOf(draft)).toEqual([
    [1, ['Losses'], 'The tanks are measured here.'],
    [3, [], 'def loss(tank):\n    return 74\n\nSouth loses 74 W\n\n74\nValueError: no tank'],
  ])
})

it('reads rich text: styles, code pages, Unicode, tables and footnotes', () => {
  const draft = readRtf({ ...input, bytes: Buffer.from(rtf, 'latin1') })
  expect(draft.title).toBe('Storing heat')
  expect(headingsOf(draft)).toEqual([[1, 'Storing heat']])
  expect(draft.text).toBe(
    'Storing heat\n\nWater keeps café heat— well, and bold words.\n\nAs steel does not.\n\nTank: South; Loss: 74 W\n\n热泵',
  )
  const broken = readRtf({ ...input, bytes: Buffer.from("{\\rtf1 One \\'zz two.\\par Three.}", 'latin1') })
  expect(broken.text).toMatch(/^One .*two\.\n\nThree\.$/)
})
