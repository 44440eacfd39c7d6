import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReaderPool, detect, pageBoxes } from '../../../main/knowledge/reading'
import { figuresPdf, prose } from '../../fixtures/figures-pdf'
import { files as formats } from '../../fixtures/formats'
import { type Opened, opened } from './opened'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const fixture = (name: string): string => at(`../../fixtures/documents/${name}`)
const pool = createReaderPool({ workersDir: at('../../../out/workers'), places: 1 })
afterAll(() => pool.close())

/** The box of a phrase, which must be on one line. */
function boxOf(read: Opened, phrase: string) {
  const start = read.text.indexOf(phrase)
  expect(start).toBeGreaterThanOrEqual(0)
  const [page] = pageBoxes(read.layout, start, start + phrase.length)
  expect(page!.boxes).toHaveLength(1)
  return { page: page!, box: page!.boxes[0]! }
}

describe('a PDF in two columns', () => {
  let read: Opened
  beforeAll(async () => {
    read = opened(await pool.read({ path: fixture('two-columns.pdf') }))
  })

  it('is read column by column, without its running head and page numbers', () => {
    expect(read.title).toBe('A Two Column Study of Thermal Machines')
    expect(read.headings.map((heading) => heading.text)).toEqual([
      'A Two Column Study of Thermal Machines',
      ...[1, 2, 3, 4, 5, 6].map((number) => `${number}. Section number ${number}`),
    ])
    expect(read.text).not.toMatch(/Journal of Thermal Machines|Page \d/)
    expect(read.text).toContain(
      'Over a long winter the compressors that were instrumented behaved as the manufacturers had described, and they ' +
        'transported heat from low to high temperature, and the consequences for well-known refrigerants such as R-32. ' +
        'The measured performance was 3.0 in the experiment, see Fig. 0 for comparison with the theoretical limit.',
    )
    expect(read.text).not.toMatch(/\n[a-z]/)
  })

  it('knows its pages and the place of each passage', () => {
    expect(read.pageStarts).toHaveLength(2)
    expect(read.pageStarts[0]).toBe(0)
    for (const passage of read.passages) {
      expect(passage.page).toBe(passage.start >= read.pageStarts[1]! ? 2 : 1)
      const boxes = pageBoxes(read.layout, passage.start, passage.end)
      expect(boxes[0]!.page).toBe(passage.page)
      for (const { widthPoints, heightPoints, boxes: parts } of boxes) {
        for (const { x, y, width, height } of parts) {
          expect(Math.min(x, y, width, height)).toBeGreaterThan(0)
          expect(x + width).toBeLessThan(widthPoints)
          expect(y + height).toBeLessThan(heightPoints)
        }
      }
    }
  })

  it('gives the box of a word where it stands', () => {
    const title = boxOf(read, 'A Two Column Study of Thermal Machines')
    expect(title.page).toMatchObject({ page: 1 })
    // Centred on the page, 20 points high.
    expect(title.box.x + title.box.width / 2).toBeCloseTo(title.page.widthPoints / 2, -1)
    expect(title.box.height).toBeGreaterThan(18)
    expect(title.box.height).toBeLessThan(30)
    const whole = boxOf(read, 'Column Study')
    expect(whole.box.x).toBeGreaterThan(title.box.x)
    expect(whole.box.x + whole.box.width).toBeLessThan(title.box.x + title.box.width)
    expect(boxOf(read, '1. Section number 1').box.y).toBeGreaterThan(title.box.y + title.box.height)
  })

  it('answers no boxes for what it has none for', () => {
    expect(pageBoxes(null, 0, 10)).toEqual([])
    expect(pageBoxes(read.layout, 5, 5)).toEqual([])
    expect(pageBoxes(read.layout, read.text.length + 1, read.text.length + 9)).toEqual([])
  })
})

it('reads the tables of a PDF as rows with the names of their columns, each at its place', async () => {
  const read = opened(await pool.read({ path: resolve('test/bench/pdf-tables/report.pdf') }))
  const row = 'Pump: Old Bertha; Flow (l/min): 29.7; Energy (kWh/day): 11.4; Remarks: Worked throughout'
  expect(read.text).toContain(`\n${row}, though the belt slipped in cold mornings and had to be tightened by hand.\n`)
  expect(read.text).toContain('泵站: 东河站; 维护次数: 3; ')
  const start = read.text.indexOf(row)
  const [page, ...others] = pageBoxes(read.layout, start, start + row.length)
  expect(others).toEqual([])
  // Two lines of the label, two figures, the first line of the remarks.
  expect(page).toMatchObject({ page: 2, boxes: { length: 5 } })
})

it('tells which page of how many it has read', async () => {
  const told: unknown[] = []
  await pool.read({ path: fixture('two-columns.pdf'), onProgress: (progress) => told.push(progress) })
  expect(told[0]).toEqual({ kind: 'pagesRead', values: { done: 1, total: 2 } })
})

it('takes a title that goes on behind its colon as one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-title-'))
  const path = join(folder, 'ranking.pdf')
  const title = ['The Citation Ranking:', 'Bringing Order to Tanks'].map((text, line) => ({
    text,
    x: 150,
    y: 80 + 26 * line,
    size: 18,
  }))
  writeFileSync(path, figuresPdf([{ lines: [...title, ...prose(160)] }, { lines: prose(81) }]))
  expect(opened(await pool.read({ path })).title).toBe('The Citation Ranking: Bringing Order to Tanks')
  rmSync(folder, { recursive: true, force: true })
})

describe('other documents', () => {
  it('reads Chinese lines of a PDF without spaces between them', async () => {
    const read = opened(await pool.read({ path: fixture('chinese.pdf') }))
    expect(read.title).toBe('热泵的原理')
    expect(read.language).toBe('zh')
    expect(read.text).toContain('冬天它从室外空气中吸收热量，再把热量送进室内，因此它的效率高于直接用电加热。')
  })

  it('reads a Word document with its headings, lists and tables', async () => {
    const read = opened(await pool.read({ path: fixture('report.docx') }))
    expect(read).toMatchObject({ mediaType: 'docx', title: 'Storing Heat in Water', language: 'en', pageStarts: [] })
    expect(read.headings.map(({ level, text }) => [level, text])).toEqual([
      [1, 'Storing Heat in Water'],
      [2, 'Losses'],
      [2, 'Measured tanks'],
      [2, '储热'],
    ])
    expect(read.text).toContain('Insulate the pipes too.\nKeep the layers apart.')
    expect(read.text).toContain('Tank: South; Litres: 500; Loss in watts: 74')
    expect(read.passages.at(-1)).toMatchObject({ headings: ['Storing Heat in Water', '储热'], language: 'zh' })
  })

  it('says that a PDF is encrypted', async () => {
    await expect(pool.read({ path: fixture('encrypted.pdf') })).rejects.toMatchObject({ code: 'read.encrypted' })
  })

  it('reads the whole sample library', async () => {
    const folder = at('../../../samples')
    for (const name of readdirSync(folder)) {
      const path = `${folder}/${name}`
      const read = opened(await pool.read({ path }))
      expect(read.mediaType).toBe((await detect({ path })).mediaType)
      expect(read.passages.length).toBeGreaterThan(5)
      for (const passage of read.passages) expect(read.text.slice(passage.start, passage.end)).toBe(passage.text)
    }
    const page = opened(await pool.read({ path: `${folder}/history-of-the-heat-pump.html` }))
    expect(page.title).toBe('A short history of the heat pump')
    expect(page.text).not.toMatch(/newsletter|Contact|shared freely/)
  })

  it('reads each format through the pool, as its detection says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-formats-'))
    for (const [name, content] of Object.entries(formats)) {
      const path = join(folder, name)
      writeFileSync(path, content)
      const read = opened(await pool.read({ path }))
      expect([name, read.mediaType]).toEqual([name, (await detect({ path })).mediaType])
      expect(read.passages.length).toBeGreaterThan(0)
      for (const passage of read.passages) expect(read.text.slice(passage.start, passage.end)).toBe(passage.text)
      // A message of its own and a file that its own reader reads, both attached.
      if (name === 'message.eml') {
        expect(read.text).toContain('The north tank loses 91 W.')
        expect(read.text).toContain('A message within a message.')
      }
    }
    // As Sphinx publishes it.
    const published = join(folder, 'guide.rst.txt')
    writeFileSync(published, formats['guide.rst']!)
    expect(opened(await pool.read({ path: published })).text).not.toContain('=====')
    rmSync(folder, { recursive: true })
  })

  it('reads a dropped note', async () => {
    const read = opened(
      await pool.readText({ text: '# Note\n\nHeat moves. It is work.', name: 'Note', mediaType: 'markdown' }),
    )
    expect(read).toMatchObject({
      title: 'Note',
      passages: [{ text: 'Heat moves. It is work.', headings: ['Note'] }],
    })
  })
})
