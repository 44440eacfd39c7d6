import { zipSync } from 'fflate'
import { parseHTML } from 'linkedom'
import mammoth from 'mammoth'
import { QuarryError } from '../../contract/errors'
import { type BytesInput, type Draft, draftOf } from './draft'
import { addHtmlBlocks, type HtmlNode } from './html-blocks'
import { coreProperties, refuseCompound } from './office/office-file'
import { TextBuilder, tidy } from './text-builder'
import { unpackEntries } from './zip-entries'

/** Styles that mammoth does not map itself; names as Word writes them. */
const styleMap = ["p[style-name='Title'] => h1.title:fresh", "p[style-name='Subtitle'] => p:fresh", 'u => em']

/** Reads a Word document: headings, paragraphs, lists, tables, footnotes; its images are not unpacked. */
export async function readDocx(input: BytesInput): Promise<Draft> {
  refuseCompound(input.bytes)
  const entries = unpackEntries(input.bytes, (name) => /\.(?:xml|rels)$/i.test(name))
  if (entries['word/document.xml'] === undefined) {
    throw new QuarryError('read.corrupt', 'It is named like a Word document but is not one.')
  }
  const { html, notes } = await convert(entries)
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  for (const backLink of document.querySelectorAll('a[href^="#footnote-ref"], a[href^="#endnote-ref"]'))
    backLink.remove()
  for (const mark of document.querySelectorAll('sup')) {
    if (mark.querySelector('a[href^="#footnote-"], a[href^="#endnote-"]') !== null) mark.remove()
  }
  const builder = new TextBuilder(input.maxTextLength)
  addHtmlBlocks(document.body as unknown as HtmlNode, builder, { skipsBoilerplate: false })
  const properties = coreProperties(entries['docProps/core.xml'])
  const ownTitle = tidy(document.querySelector('h1.title')?.textContent ?? '')
  const firstTop = builder.headings.find((heading) => heading.level === 1)?.text
  return draftOf(builder, {
    mediaType: 'docx',
    reader: 'docx',
    title: [ownTitle, properties.title ?? '', firstTop ?? ''].find((title) => title !== '') ?? null,
    metadata: { ...properties, ...(notes.length > 0 ? { notes } : {}) },
  })
}

async function convert(entries: Record<string, Uint8Array>): Promise<{ html: string; notes: string[] }> {
  try {
    // Packed anew without its media: mammoth unpacks by itself, and without limits.
    const buffer = Buffer.from(zipSync(entries, { level: 0 }))
    const { value, messages } = await mammoth.convertToHtml({ buffer }, { styleMap, includeDefaultStyleMap: true })
    const errors = messages.filter((message) => message.type === 'error').map((message) => message.message)
    return { html: value, notes: errors.slice(0, 10) }
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new QuarryError('read.corrupt', 'It is damaged: its text cannot be read.', { cause: error })
  }
}
