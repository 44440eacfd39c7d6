import fc from 'fast-check'
import { expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import { readAsciidoc } from '../../../workers/readers/asciidoc'
import { cutPassages } from '../../../workers/readers/chunk/passages'
import type { Draft } from '../../../workers/readers/draft'
import { readEpub } from '../../../workers/readers/epub'
import { readLatex } from '../../../workers/readers/latex/latex'
import { readMail } from '../../../workers/readers/mail/mail'
import { readMarkdown } from '../../../workers/readers/markdown'
import { readNotebook } from '../../../workers/readers/notebook'
import { readOpenDocument } from '../../../workers/readers/office/open-document'
import { readPptx } from '../../../workers/readers/office/pptx'
import { readXlsx } from '../../../workers/readers/office/xlsx'
import { readRestructuredText } from '../../../workers/readers/restructured-text/restructured-text'
import { readRtf } from '../../../workers/readers/rtf'
import { files } from '../../fixtures/formats'
import { expectSound } from './sound'

const readers: Readonly<Record<string, (bytes: Uint8Array) => Draft | Promise<Draft>>> = {
  'slides.pptx': (bytes) => readPptx({ ...input, bytes }),
  'text.odt': (bytes) => readOpenDocument({ ...input, bytes }),
  'sheets.ods': (bytes) => readOpenDocument({ ...input, bytes }),
  'slides.odp': (bytes) => readOpenDocument({ ...input, bytes }),
  'sheets.xlsx': (bytes) => readXlsx({ ...input, bytes }),
  'book.epub': (bytes) => readEpub({ ...input, bytes }),
  'cells.ipynb': (bytes) => readNotebook({ ...input, text: Buffer.from(bytes).toString(), encoding: null }),
  'paper.tex': (bytes) => readLatex({ ...input, text: Buffer.from(bytes).toString(), encoding: null }),
  'guide.adoc': (bytes) => readAsciidoc({ ...input, text: Buffer.from(bytes).toString(), encoding: null }),
  'guide.rst': (bytes) => readRestructuredText({ ...input, text: Buffer.from(bytes).toString(), encoding: null }),
  'rich.rtf': (bytes) => readRtf({ ...input, bytes }),
  'message.eml': (bytes) => readMail({ ...input, bytes }, readAttachment, () => {}),
  'list.mbox': (bytes) => readMail({ ...input, bytes }, readAttachment, () => {}),
}
const input = { name: 'x', language: null, maxTextLength: 1e6 }
const readAttachment = async (bytes: Uint8Array) =>
  readMarkdown({ ...input, text: Buffer.from(bytes).toString(), encoding: null })

/** A few bytes changed, or the end cut off; now and then neither. */
const changes = fc.record({
  bytes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 40 }),
  cutAt: fc.option(fc.nat()),
})

it.each(Object.keys(readers))(
  '%s, whatever of it was changed: an error, or passages that are where they say',
  async (name) => {
    const original = Buffer.from(files[name]!)
    await fc.assert(
      fc.asyncProperty(changes, async ({ bytes, cutAt }) => {
        const changed = Uint8Array.from(original)
        for (const [at, byte] of bytes) changed[at % changed.length] = byte
        const given = cutAt === null ? changed : changed.subarray(0, 1 + (cutAt % changed.length))
        let draft: Draft
        try {
          draft = await readers[name]!(given)
        } catch (error) {
          if (!(error instanceof QuarryError) && !(error instanceof RangeError)) throw error
          return
        }
        const passages = cutPassages(draft)
        expectSound(draft, passages)
        for (const { page, start } of passages) {
          const { pageStarts } = draft
          expect(page).toBe(
            pageStarts.length === 0 ? null : Math.max(1, pageStarts.findLastIndex((at) => at <= start) + 1),
          )
        }
      }),
      { numRuns: 60 },
    )
  },
)
