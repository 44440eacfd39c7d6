import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReaderPool, figuresAt } from '../../../main/knowledge/reading'
import { chart, figuresPdf, type PageWithFigures, prose, tankPages } from '../../fixtures/figures-pdf'
import { type Opened, opened } from './opened'

const pool = createReaderPool({
  workersDir: fileURLToPath(new URL('../../../out/workers', import.meta.url)),
  places: 1,
})
const folder = mkdtempSync(join(tmpdir(), 'quarry-figures-'))
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

async function readPages(name: string, pages: readonly PageWithFigures[]): Promise<Opened> {
  const path = join(folder, name)
  writeFileSync(path, figuresPdf(pages))
  return opened(await pool.read({ path }))
}

/** The figures of the sentence that begins so. */
function figuresOf(read: Opened, beginning: string) {
  const start = read.text.indexOf(beginning)
  expect(start).toBeGreaterThanOrEqual(0)
  const end = read.text.slice(start).search(/[.。\n]\s|\n|$/) + start
  return figuresAt(read.text, read.layout, start, end)
}

describe('the figures of a PDF', () => {
  let read: Opened
  beforeAll(async () => {
    read = await readPages('tanks.pdf', tankPages)
  })

  it('have their captions as blocks of their own, and every passage is where it says', () => {
    const blocks = read.text.split('\n')
    expect(blocks).toContain('Figure 1. Heat loss of the tank in the attic, in watts, on four days of March.')
    expect(blocks).toContain(
      'Figure 2: Heat loss of the tank in the cellar, before and after its pipes were insulated.',
    )
    expect(blocks).toContain('图 3 水箱夜间的热损失')
    expect(blocks).toContain('Figure 4: Heat loss of both tanks over a year.')
    for (const passage of read.passages) expect(read.text.slice(passage.start, passage.end)).toBe(passage.text)
  })

  it('are found where a passage names them, above their captions up to the text before', () => {
    const [figure, ...others] = figuresOf(read, 'Figure 2 shows that')
    expect(others).toEqual([])
    expect(figure).toMatchObject({
      label: 'Figure 2',
      caption: 'Figure 2: Heat loss of the tank in the cellar, before and after its pipes were insulated.',
      page: 2,
    })
    const [area] = figure!.areas
    expect(area).toMatchObject({ page: 2, widthPoints: 595, heightPoints: 842, x: 0, width: 595 })
    expect(area!.y).toBeGreaterThan(110)
    expect(area!.y).toBeLessThan(130)
    expect(area!.y + area!.height).toBeGreaterThan(330)
    expect(area!.y + area!.height).toBeLessThan(345)
  })

  it('are found where a passage is their caption', () => {
    expect(figuresOf(read, 'Heat loss of the tank in the attic').map(({ label }) => label)).toEqual(['Figure 1'])
  })

  it('are found by their Chinese names', () => {
    const [figure] = figuresOf(read, '图 3 显示')
    expect(figure).toMatchObject({ label: '图 3', caption: '图 3 水箱夜间的热损失', page: 2 })
    expect(figure!.areas[0]!.y).toBeGreaterThan(400)
  })

  it('are none where no caption has the number', () => {
    expect(figuresOf(read, 'What Figure 99 would')).toEqual([])
  })

  it('may be at the end of the page before, where a caption begins its page', () => {
    const [figure] = figuresOf(read, 'Figure 4: Heat loss')
    expect(figure!.page).toBe(4)
    expect(figure!.areas.at(-1)).toMatchObject({ page: 3, x: 0, width: 595 })
  })
})

it('are as wide as their column', async () => {
  const lines = (x: number, y: number, count: number) =>
    Array.from({ length: count }, (_, line) => ({
      text: ['the column goes on without any end of its', 'sentence over all of its lines until here'][line % 2]!,
      x,
      y: y + line * 12,
    }))
  const { lines: labels, bars } = chart(250, 330)
  const read = await readPages('columns.pdf', [
    {
      lines: [
        ...lines(72, 100, 50),
        ...lines(320, 100, 10),
        ...labels.map((label) => ({ ...label, x: 320 + (label.x - 330) * 0.7 })),
        { text: 'Figure 1: Heat loss of the tank.', x: 320, y: 440 },
        ...lines(320, 470, 18),
      ],
      bars: bars.map((bar) => ({ ...bar, x: 320 + (bar.x - 330) * 0.7, width: 25 })),
    },
  ])
  const [figure] = figuresOf(read, 'Figure 1: Heat loss')
  const [area] = figure!.areas
  expect(area!.x).toBeGreaterThan(200)
  expect(area!.x).toBeLessThan(320)
  expect(area!.y).toBeGreaterThan(200)
  expect(area!.y + area!.height).toBeLessThan(440)
})

describe('hostile pages', () => {
  it('with very many captions, of one number or many, show a few figures', async () => {
    const captions = Array.from({ length: 200 }, (_, index) => ({
      text: `Figure ${index % 100}: A caption`,
      x: 72 + (index % 4) * 120,
      y: 60 + Math.floor(index / 4) * 15,
      size: 7,
    }))
    const read = await readPages('captions.pdf', [{ lines: prose(60) }, { lines: captions }])
    expect(figuresAt(read.text, read.layout, 0, read.text.length).length).toBe(4)
  })

  it('with a caption without end show its beginning', () => {
    const text = `Figure 1: ${'word '.repeat(100_000)}`
    const layout = { version: 1, pages: [{ start: 0, width: 595, height: 842, spans: '0,500000,720,4000,4000,100,0' }] }
    const [figure] = figuresAt(text, layout, 0, 10)
    expect(figure!.caption.length).toBeLessThan(700)
    expect(figure!.caption.endsWith('…')).toBe(true)
  })

  it('with a caption beyond their edges, or as small as a dot, have areas within them', () => {
    const beyond = [
      '0,18,720,-50000,4000,100,0',
      '0,18,720,90000,4000,100,0',
      '0,18,-9000,4000,1,1,0',
      '0,18,2000,4000,1,1,0',
    ]
    for (const spans of beyond) {
      const layout = { version: 1, pages: [{ start: 0, width: 595, height: 842, spans }] }
      const [figure] = figuresAt('Figure 1: A tank.', layout, 0, 18)
      for (const { x, y, width, height } of figure!.areas) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(Math.min(width, height)).toBeGreaterThan(30)
        expect(x + width).toBeLessThanOrEqual(595)
        expect(y + height).toBeLessThanOrEqual(842)
      }
    }
  })

  it('with captions without end are looked at no further than to some', () => {
    const text = 'Figure 1: A tank.\n'.repeat(500_000)
    const layout = { version: 1, pages: [{ start: 0, width: 595, height: 842, spans: '0,17,720,4000,4000,100,0' }] }
    expect(figuresAt(text, layout, 0, 17)).toHaveLength(1)
    expect(figuresAt(text, layout, text.length - 18, text.length - 1)[0]!.start).toBeLessThan(5000 * 18)
  })

  it('without a layout show none', () => {
    expect(figuresAt('Figure 1: A tank', null, 0, 10)).toEqual([])
    expect(figuresAt('Figure 1: A tank', { version: 1, pages: [] }, 0, 10)).toEqual([])
  })
})
