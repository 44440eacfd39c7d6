import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReaderPool, figuresAt, figuresWithoutPages } from '../../../main/knowledge/reading'
import type { PicturesRequest } from '../../../main/knowledge/reading/reader-pool'
import {
  blue,
  captions,
  docx,
  epub,
  png,
  red,
  tankHtml,
  tankParts,
  tankPictures,
} from '../../fixtures/figure-documents'
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
    expect(figuresOf(read, 'Figure 99 would')).toEqual([])
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

describe('the figures of documents without pages', () => {
  const files = {
    'tanks.docx': () => writeFileSync(join(folder, 'tanks.docx'), docx(tankParts, tankPictures)),
    'tanks.epub': () => {
      const pictures = Object.entries(tankPictures).map(([name, bytes]) => [`OEBPS/images/${name}`, bytes])
      const chapter = tankHtml((name) => `../images/${name}`)
      writeFileSync(join(folder, 'tanks.epub'), epub(chapter, Object.fromEntries(pictures)))
    },
    'tanks.html': () => {
      mkdirSync(join(folder, 'pictures of tanks'), { recursive: true })
      for (const [name, bytes] of Object.entries(tankPictures))
        writeFileSync(join(folder, 'pictures of tanks', name), bytes)
      const body = tankHtml((name) => `pictures%20of%20tanks/${name}`)
      writeFileSync(join(folder, 'tanks.html'), `<!doctype html><html><title>Tanks</title><body>${body}</body></html>`)
    },
  }

  /** Asks for the pictures of a caption as the library does. */
  async function picturesOf(name: string, caption: string, changed: Partial<PicturesRequest> = {}) {
    const path = join(folder, name)
    const { prepared, file } = await pool.read({ path })
    const readAtMs = Date.now() + 1000
    const start = prepared.text.indexOf(`\n${caption}`) + 1
    const [figure] = figuresWithoutPages(prepared.text, start, start + 1)
    expect(figure).toMatchObject({ caption, page: null, areas: [] })
    const { mediaType } = prepared
    const { contentHash } = file
    const of = { start, label: figure!.label }
    return pool.pictures({ path, name, mediaType, contentHash, readAtMs, folder, caption: of, ...changed })
  }

  describe.each(Object.entries(files))('%s', (name, write) => {
    beforeAll(write)

    it('are the pictures at their captions', async () => {
      const found = await Promise.all(
        [captions.attic, captions.cellar, captions.chinese].map((caption) => picturesOf(name, caption)),
      )
      expect(found.map(({ unshown }) => unshown)).toEqual([null, null, null])
      const given = found.map(({ pictures }) => pictures.map((one) => Buffer.from(one)))
      expect(given).toEqual([[png(red)], [png(blue)], [png(blue, 100, 60)]])
    })

    it('are none in a format that the window is not given, and it says so', async () => {
      expect(await picturesOf(name, captions.drawn)).toMatchObject({ pictures: [], unshown: 'format' })
    })

    it('are none of a file that is another by now, or has another caption there', async () => {
      const changed = { pictures: [], unshown: 'changed' }
      expect(await picturesOf(name, captions.cellar, { contentHash: 'f'.repeat(64) })).toMatchObject(changed)
      const caption = { start: 10, label: 'Figure 2' }
      expect(await picturesOf(name, captions.cellar, { caption })).toMatchObject(changed)
    })
  })

  it('are none that lie outside the folder of a web page, or changed since it was read', async () => {
    const elsewhere = { pictures: [], unshown: 'elsewhere' }
    const other = join(folder, 'other')
    expect(await picturesOf('tanks.html', captions.cellar, { folder: other })).toMatchObject(elsewhere)
    const later = { pictures: [], unshown: 'changed' }
    expect(await picturesOf('tanks.html', captions.cellar, { readAtMs: 0 })).toMatchObject(later)
  })

  it('are none of a file that is gone', async () => {
    await expect(picturesOf('tanks.docx', captions.cellar, { path: join(folder, 'gone.docx') })).rejects.toMatchObject({
      code: 'read.notFound',
    })
  })

  it('are none that unpack to more than memory is for', async () => {
    const pictures = { ...tankPictures, 'cellar.png': new Uint8Array(64 * 1024 * 1024) }
    writeFileSync(join(folder, 'bomb.docx'), docx(tankParts, pictures))
    expect(await picturesOf('bomb.docx', captions.cellar)).toMatchObject({ pictures: [], unshown: 'tooLarge' })
    expect(await picturesOf('bomb.docx', captions.attic)).toMatchObject({ unshown: null })
  })
})
