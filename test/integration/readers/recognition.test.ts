import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createReaderPool, detect, pageBoxes } from '../../../main/knowledge/reading'
import { type ScannedPage, scannedPdf } from '../../fixtures/scanned-pdf'
import { opened } from './opened'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const pool = createReaderPool({ workersDir: at('../../../out/workers'), places: 1 })
const folder = mkdtempSync(join(tmpdir(), 'quarry-recognition-'))
const english = readFileSync(at('../../fixtures/documents/scan-en.png'))
const chinese = readFileSync(at('../../fixtures/documents/scan-zh.png'))
const pdf = (pages: readonly ScannedPage[]): string => {
  const path = join(folder, 'scan.pdf')
  writeFileSync(path, scannedPdf(pages))
  return path
}
const sentence = 'Doubling the thickness saves only another 0.4 kWh, so that its cost is recovered after 17 years.'

afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('scanned PDFs', () => {
  it('say that text recognition can be turned on', async () => {
    await expect(pool.read({ path: pdf([{ png: english }]) })).rejects.toMatchObject({
      code: 'read.noText',
      remedy: { kind: 'runOcr' },
    })
  })

  it('are read with the places of their words and how sure they are', async () => {
    const told: unknown[] = []
    const read = opened(
      await pool.read({
        path: pdf([{ png: english }]),
        recognise: ['en'],
        onProgress: (progress) => told.push(progress),
      }),
    )
    expect(read.text).toContain('On the insulation of domestic hot water tanks\n')
    expect(read.text).toContain(sentence)
    expect(read).toMatchObject({ reader: 'pdf', language: 'en', pageStarts: [0] })
    const { recognition } = JSON.parse(read.metadata) as { recognition: { confidence: number } }
    expect(recognition).toMatchObject({ pages: 1, byPage: { 1: recognition.confidence }, languages: ['en'] })
    expect(recognition.confidence).toBeGreaterThan(85)
    expect(told).toContainEqual({ kind: 'pagesRecognised', values: { done: 0, total: 1 } })
    const start = read.text.indexOf('Measurements')
    const [page] = pageBoxes(read.layout, start, start + 'Measurements'.length)
    // In the picture the word begins 60 pixels from the left at 200 dpi, in the last of its lines.
    expect(page!.boxes).toHaveLength(1)
    expect(page!.boxes[0]!.x).toBeCloseTo((60 * 72) / 200, -1)
    expect(page!.boxes[0]!.y).toBeGreaterThan(page!.heightPoints * 0.7)
    expect(page!.boxes[0]!.width).toBeLessThan(page!.widthPoints * 0.3)
  })

  it('are read in Chinese, without spaces between the letters', async () => {
    const read = opened(await pool.read({ path: pdf([{ png: chinese }]), recognise: ['zh-CN'] }))
    expect(read.text).toContain('家用热水箱的保温')
    expect(read.text).toContain('每户安装两个传感器')
    expect(read.language).toBe('zh')
  })

  it('are read page by page: a page with text keeps it', async () => {
    const text = 'This page was written by a program and has text of its own.'
    const read = opened(await pool.read({ path: pdf([{ text }, { png: english }]), recognise: ['en'] }))
    expect(read.text).toContain(text)
    expect(read.text).toContain(sentence)
    const { recognition } = JSON.parse(read.metadata) as { recognition: { byPage: Record<string, number> } }
    expect(Object.keys(recognition.byPage)).toEqual(['2'])
    expect(read.passages.find((passage) => passage.text.includes('Doubling'))!.page).toBe(2)
  })

  it('are read where letters are a stencil', async () => {
    const read = opened(await pool.read({ path: pdf([{ png: english, isMask: true }]), recognise: ['en'] }))
    expect(read.text).toContain(sentence)
  })

  it.each([
    ['turned by 90°', 90, 0],
    ['turned by 180°', 180, 0],
    ['turned by 90° on a page that turns it back', 90, 270],
  ] as const)('are read %s', async (_name, turned, rotate) => {
    const read = opened(await pool.read({ path: pdf([{ png: english, turned, rotate }]), recognise: ['en'] }))
    expect(read.text).toContain(sentence)
    const start = read.text.indexOf('Measurements')
    const [page] = pageBoxes(read.layout, start, start + 'Measurements'.length)
    const [box] = page!.boxes
    if (turned === 90) {
      // Text runs down the unrotated page, its last line at the left.
      expect(box!.height).toBeGreaterThan(box!.width)
      expect(box!.x).toBeLessThan(page!.widthPoints * 0.3)
    } else expect(box!.x + box!.width).toBeGreaterThan(page!.widthPoints * 0.9)
  })

  it('are read no more once that is cancelled, and the next file is read', async () => {
    const cancelling = new AbortController()
    const reading = pool.read({
      path: pdf([{ png: english }, { png: english }]),
      recognise: ['en'],
      signal: cancelling.signal,
      onProgress: ({ kind }) => kind === 'pagesRecognised' && cancelling.abort(),
    })
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
    expect(opened(await pool.read({ path: pdf([{ png: chinese }]), recognise: ['zh-CN'] })).text).toContain('传感器')
  })

  it('cost themselves alone where they hold nothing, or more than fits', async () => {
    const bomb = { png: english, stated: { width: 60_000, height: 60_000 } }
    const small = { png: english, stated: { width: 8, height: 8 } }
    for (const page of [bomb, small]) {
      await expect(pool.read({ path: pdf([page]), recognise: ['en'] })).rejects.toMatchObject({
        code: 'read.noText',
        remedy: { kind: 'recogniseText' },
      })
    }
    const cut = scannedPdf([{ png: english }])
    writeFileSync(join(folder, 'cut.pdf'), cut.subarray(0, cut.length / 2))
    await expect(pool.read({ path: join(folder, 'cut.pdf'), recognise: ['en'] })).rejects.toMatchObject({
      code: expect.stringMatching(/^read\./) as string,
    })
    expect(opened(await pool.read({ path: pdf([{ png: english }]), recognise: ['en'] })).text).toContain(sentence)
  })
})

describe('images', () => {
  const file = (name: string, content: Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const jpeg = readFileSync(at('../../fixtures/documents/scan-turned.jpg'))
  /** As a camera notes how it was held. */
  const exif = Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100060000' + '00000000',
    'hex',
  )

  it('say that text recognition can be turned on', async () => {
    const path = at('../../fixtures/documents/scan-en.png')
    const expected = { code: 'read.noText', remedy: { kind: 'runOcr' } }
    await expect(pool.read({ path })).rejects.toMatchObject(expected)
    await expect(detect({ path })).rejects.toMatchObject(expected)
    expect(await detect({ path }, ['en'])).toMatchObject({ mediaType: 'image' })
  })

  it('are read as one page, with the places of their words', async () => {
    const read = opened(await pool.read({ path: at('../../fixtures/documents/scan-en.png'), recognise: ['en'] }))
    expect(read).toMatchObject({ mediaType: 'image', reader: 'image', pageStarts: [0], language: 'en' })
    expect(read.text).toContain(sentence)
    expect(read.passages.every(({ page }) => page === 1)).toBe(true)
    const start = read.text.indexOf('Measurements')
    const [page] = pageBoxes(read.layout, start, start + 'Measurements'.length)
    // Of a picture of 1116 × 358 pixels.
    expect(page!.widthPoints / page!.heightPoints).toBeCloseTo(1116 / 358, 2)
    expect((page!.boxes[0]!.x / page!.widthPoints) * 1116).toBeCloseTo(60, -1)
  })

  it('are read as the camera was held, and where that says nothing the way round that has words', async () => {
    const noted = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
    const upright = opened(await pool.read({ path: file('noted.jpg', noted), recognise: ['en'] }))
    expect(upright.text).toContain(sentence)
    expect(upright.layout!.pages[0]!.width).toBeGreaterThan(upright.layout!.pages[0]!.height)
    const sideways = opened(await pool.read({ path: file('sideways.jpg', jpeg), recognise: ['en'] }))
    expect(sideways.text).toContain(sentence)
    expect(sideways.layout!.pages[0]!.width).toBeLessThan(sideways.layout!.pages[0]!.height)
    const start = sideways.text.indexOf('Doubling')
    const [box] = pageBoxes(sideways.layout, start, start + 'Doubling'.length)[0]!.boxes
    expect(box!.height).toBeGreaterThan(box!.width)
  })

  it('cost themselves alone where they are broken, bombs or blank', async () => {
    const bomb = Buffer.from(english)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const liar = Buffer.from(english)
    liar.writeUInt32BE(5000, 16)
    const png = english.subarray(0, 8)
    for (const [code, content] of [
      ['read.tooLarge', bomb],
      ['read.corrupt', liar],
      ['read.corrupt', png],
      ['read.corrupt', english.subarray(0, 3000)],
      ['read.corrupt', jpeg.subarray(0, jpeg.length / 2)],
      ['read.corrupt', Buffer.concat([png, Buffer.alloc(5000, 'noise')])],
      ['read.corrupt', Buffer.from('\xff\xd8\xff\xe0'.repeat(99), 'latin1')],
      ['read.corrupt', Buffer.from('RIFF\x10\0\0\0WEBPVP8X', 'latin1')],
    ] as const) {
      await expect(pool.read({ path: file('broken.png', content), recognise: ['en'] })).rejects.toMatchObject({ code })
    }
  })
})
