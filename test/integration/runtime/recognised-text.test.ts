import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { reportToMarkdown } from '../../../main/report'
import { openQuarry } from '../../fixtures/runtime'
import { scannedPdf } from '../../fixtures/scanned-pdf'

const patience = { timeout: 60_000, interval: 150 }
const picture = fileURLToPath(new URL('../../fixtures/documents/scan-en.png', import.meta.url))

it('a failed scan is read once recognition is turned on, and its hits, citations and exports say how sure it is', async () => {
  const { work, call } = await openQuarry('recognised')
  await writeFile(join(work, 'tanks.pdf'), scannedPdf([{ png: await readFile(picture) }]))
  const text = 'The cellar was measured by hand, and its walls are a metre thick.'
  await writeFile(join(work, 'mixed.pdf'), scannedPdf([{ text }, { png: await readFile(picture) }]))
  await call('library.add', { paths: [join(work, 'tanks.pdf'), join(work, 'mixed.pdf')] })
  const named = async (name: string) =>
    (await call('library.list', { offset: 0, limit: 5 })).sources.find((one) => one.name === name)!
  const source = () => named('tanks.pdf')
  await vi.waitUntil(async () => (await named('mixed.pdf')).state === 'indexed', patience)
  expect((await named('mixed.pdf')).recognition).toBeUndefined()
  await vi.waitUntil(async () => (await source()).state === 'failed', patience)
  expect((await source()).error).toMatchObject({ code: 'read.noText', remedy: { kind: 'runOcr' } })

  await call('settings.set', { ocrLanguages: ['en'] })
  await vi.waitUntil(async () => (await source()).state === 'indexed', patience)
  // Its page without text is read, too.
  await vi.waitUntil(async () => (await named('mixed.pdf')).recognition?.pages === 1, patience)
  const { recognition } = await source()
  expect(recognition).toEqual({ pages: 1, confidence: expect.any(Number) as number })
  const sure = recognition!.confidence
  expect(sure).toBeGreaterThan(85)

  const settings = { clarify: false, autoAccept: true }
  const question = 'After how many years is the cost of a thicker insulation recovered?'
  const { sessionId } = await call('session.start', { question, mode: 'quick', settings })
  const view = () => call('session.view', { sessionId })
  await vi.waitUntil(async () => ['done', 'failed'].includes((await view()).state), patience)
  const { report } = await view()
  expect(report!.citations.map(({ place }) => place)).toContainEqual(
    expect.objectContaining({ kind: 'source', sourceName: 'tanks.pdf', page: 1, recognised: sure }),
  )
  expect(reportToMarkdown(report!, 'en')).toContain(`page 1, recognised text, ${sure}% sure`)
  expect(reportToMarkdown(report!, 'zh-CN')).toContain(`识别文本，可信度 ${sure}%`)
}, 120_000)
