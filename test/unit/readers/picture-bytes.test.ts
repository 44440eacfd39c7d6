import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { pictureBeside } from '../../../workers/readers/figures/picture-beside'
import { pictureInArchive } from '../../../workers/readers/figures/picture-in-archive'
import { pictureInData } from '../../../workers/readers/figures/picture-in-data'
import { isIcon, mostPictureBytes, whyUnshown } from '../../../workers/readers/figures/shown-picture'
import { blue, png } from '../../fixtures/figure-documents'

const work = mkdtempSync(join(tmpdir(), 'quarry-pictures-'))
afterAll(() => rmSync(work, { recursive: true }))

describe('a picture beside a web page', () => {
  const folder = join(work, 'site')
  mkdirSync(join(folder, 'pages'), { recursive: true })
  mkdirSync(join(folder, 'a folder'))
  writeFileSync(join(folder, 'a folder', 'tank 1.png'), png(blue))
  writeFileSync(join(folder, 'huge.png'), Buffer.alloc(mostPictureBytes + 1))
  mkdirSync(join(work, 'site-2'))
  for (const name of ['secret.png', 'site-2/secret.png']) writeFileSync(join(work, name), png(blue))
  const page = { path: join(folder, 'pages', 'tanks.html'), folder, readAtMs: Date.now() + 10_000 }

  it('is found by its address, within the folder that was added', () => {
    const opened = pictureBeside('../a%20folder/tank%201.png?v=2#top', page)
    expect(Buffer.from(opened as Uint8Array)).toEqual(png(blue))
  })

  it.each([
    '../../secret.png',
    '..%2f..%2fsecret.png',
    '../../site-2/secret.png',
    '/etc/hostname',
    join(work, 'secret.png'),
    'file:///etc/hostname',
    'https://example.org/tank.png',
    '//example.org/tank.png',
    ' HTTP://example.org/tank.png',
  ])('is not looked for at %s', (reference) => {
    expect(pictureBeside(reference, page)).toBe('elsewhere')
  })

  it('is not opened through a link that leads out', () => {
    symlinkSync(work, join(folder, 'out'))
    symlinkSync(join(work, 'secret.png'), join(folder, 'link.png'))
    expect(pictureBeside('../out/secret.png', page)).toBe('elsewhere')
    expect(pictureBeside('../link.png', page)).toBe('elsewhere')
  })

  it.each(['', '#top', 'none.png', 'tanks.html/none.png', '%00.png', '%', 'x'.repeat(5000)])(
    'is none at %j',
    (reference) => {
      expect(pictureBeside(reference, page)).toBe('absent')
    },
  )

  it('is not opened where it is too large, or no file', () => {
    expect(pictureBeside('../huge.png', page)).toBe('tooLarge')
    expect(() => pictureBeside('../a folder', page)).toThrow('not a regular file')
  })

  it('that changed since the page was read is not shown', () => {
    const { ctimeMs } = statSync(join(folder, 'a folder', 'tank 1.png'))
    expect(pictureBeside('../a folder/tank 1.png', { ...page, readAtMs: ctimeMs - 1 })).toBe('changed')
  })
})

describe('a picture in a reference', () => {
  it('is decoded', () => {
    const encoded = png(blue).toString('base64')
    for (const reference of [
      `data:image/png;base64,${encoded}`,
      ` DATA:image/png; base64 ,${encodeURIComponent(encoded)}`,
    ])
      expect(Buffer.from(pictureInData(reference) as Uint8Array)).toEqual(png(blue))
  })

  it('is nothing else than a picture, and bounded', () => {
    expect(pictureInData('tank.png')).toBeNull()
    expect(pictureInData('data:text/html;base64,PGI+')).toBe('format')
    expect(pictureInData('data:image/svg+xml,<svg/>')).toBe('format')
    expect(pictureInData('data:image/png;base64')).toBe('format')
    expect(pictureInData(`data:image/png;base64,${'A'.repeat(mostPictureBytes * 1.4)}`)).toBe('tooLarge')
  })
})

it('a picture in an archive is unpacked alone, and not where it unpacks to too much', () => {
  const archive = zipSync({ 'a.png': png(blue), 'bomb.png': new Uint8Array(mostPictureBytes + 1) })
  const open = pictureInArchive(archive)
  expect(Buffer.from(open('a.png') as Uint8Array)).toEqual(png(blue))
  expect([open('bomb.png'), open('../a.png'), open('none.png'), open('https://example.org/a.png')]).toEqual([
    'tooLarge',
    'absent',
    'absent',
    'elsewhere',
  ])
})

it('the window is given pictures of four kinds and of a size that it can unpack', () => {
  const huge = png(blue)
  huge.writeUInt32BE(100_000, 16)
  huge.writeUInt32BE(100_000, 20)
  const gif = Buffer.from('GIF89a\x40\x01\xc8\x00\x80\0\0', 'latin1')
  expect([png(blue), huge, gif].map(whyUnshown)).toEqual([null, 'tooLarge', null])
  const others = ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'GIF', '\x01\0\0\0', '', 'II*\0']
  for (const other of others) expect(whyUnshown(Buffer.from(other, 'latin1'))).toBe('format')
  expect([png(blue), png(blue, 20, 300)].map(isIcon)).toEqual([false, true])
})
