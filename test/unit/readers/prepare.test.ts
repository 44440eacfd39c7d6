import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type PassageRow, passagesPerPortion } from '../../../contract/library/extract'
import type { Draft } from '../../../workers/readers/draft'
import { prepareSource } from '../../../workers/readers/prepare'

/** A draft of one paragraph a line. */
function draftOf(lines: readonly string[], change: Partial<Draft> = {}): Draft {
  let start = 0
  const blocks = lines.map((line) => {
    const block = { kind: 'line' as const, start, end: start + line.length }
    start = block.end + 1
    return block
  })
  return {
    mediaType: 'text',
    reader: 'plain-text',
    readerVersion: 1,
    text: lines.join('\n'),
    blocks,
    headings: [],
    title: null,
    language: null,
    encoding: null,
    pageStarts: [],
    layout: null,
    metadata: {},
    ...change,
  }
}

const rowsOf = (portions: readonly string[]): PassageRow[] => JSON.parse(`[${portions.join(',')}]`) as PassageRow[]

it('hands over segmented, hashed and covered passages with what the encoder reads of them', () => {
  const lines = [
    'The wing gives lift to the whole aeroplane. '.repeat(12),
    '机翼产生升力，飞机因此能够飞行。'.repeat(12),
  ]
  const { passages } = prepareSource(draftOf(lines, { title: 'Wings' }), ['Latin'], null)
  const rows = rowsOf(passages.portions)
  expect(rows).toHaveLength(passages.count)
  const [english, chinese] = [rows[0]!, rows.at(-1)!]
  expect(english.search).toBe(`Wings\n${english.text}`)
  expect(chinese.search).toContain('升力 ')
  for (const { hash, text } of rows) expect(hash).toBe(createHash('sha256').update(text).digest('hex'))
  expect([passages.covered[0], passages.covered.at(-1)]).toEqual([1, 0])
  const covered = rows.filter((_, index) => passages.covered[index] === 1)
  let start = 0
  const encoderTexts = Array.from(passages.encoderEnds, (end) => {
    const text = passages.encoderText.slice(start, end)
    start = end
    return text
  })
  expect(encoderTexts).toEqual(covered.map(({ text }) => `Wings\n${text}`))
})

it('keeps nothing that a database cannot, and each offset', () => {
  const text = `A\0B and half a pair \uD83E of a sentence.`
  const prepared = prepareSource(
    draftOf([text], { title: 'T\0', metadata: { author: '\uD83E' }, headings: [{ level: 1, text: '\0', start: 0 }] }),
    [],
    'n\0te',
  )
  const [row] = rowsOf(prepared.passages.portions)
  expect(prepared.text).toBe('A\uFFFDB and half a pair \uFFFD of a sentence.')
  expect(prepared.text.slice(row!.start, row!.end)).toBe(row!.text)
  expect(prepared.title).toBe('T\uFFFD')
  expect(JSON.parse(prepared.metadata)).toEqual({ author: '\uFFFD', note: 'n\uFFFDte' })
  expect(JSON.parse(prepared.headings)).toEqual([{ level: 1, text: '\uFFFD', start: 0 }])
})

it('divides many passages into portions, each for one statement', () => {
  const line = `${'word '.repeat(75)}end.`
  const { passages } = prepareSource(draftOf(Array.from({ length: 1100 }, () => line)), [], null)
  const sizes = passages.portions.map((portion) => rowsOf([portion]).length)
  expect(sizes.slice(0, -1).every((size) => size === passagesPerPortion)).toBe(true)
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(passages.count)
  expect(rowsOf(passages.portions).map(({ ordinal }) => ordinal)).toEqual(
    Array.from({ length: passages.count }, (_, index) => index),
  )
})

it('masks the secrets of a workbook as it does those of a CSV', () => {
  const { text, redactions } = prepareSource(
    draftOf(['user: anna; password: Sommerregen'], { mediaType: 'workbook' }),
    [],
    null,
  )
  expect(text).toBe('user: anna; password: •••••••••••')
  expect(redactions.count).toBe(1)
})
