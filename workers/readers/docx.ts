import { strToU8, zipSync } from 'fflate'
import { parseHTML } from 'linkedom'
import mammoth from 'mammoth'
import { QuarryError } from '../../contract/errors'
import { type BytesInput, type Draft, draftOf } from './draft'
import { pictureInArchive } from './figures/picture-in-archive'
import { addHtmlBlocks, type HtmlNode } from './html-blocks'
import { coreProperties, refuseCompound } from './office/office-file'
import { TextBuilder, tidy } from './text-builder'
import { unpackEntries } from './zip-entries'

const convertImage = mammoth.images.imgElement(async (image) => ({
  src: Buffer.from(await image.readAsArrayBuffer()).toString(),
}))

/** Styles that mammoth does not map itself; names as Word writes them. */
const styleMap = ["p[style-name='Title'] => h1.title:fresh", "p[style-name='Subtitle'] => p:fresh", 'u => em']

/** Reads a Word document: headings, paragraphs, lists, tables, footnotes; its images are placed and not unpacked. */
export async function readDocx(input: BytesInput): Promise<Draft> {
  refuseCompound(input.bytes)
  const images: string[] = []
  const entries = unpackEntries(input.bytes, (name) => {
    const isText = /\.(?:xml|rels)$/i.test(name)
    if (!isText && name.startsWith('word/')) images.push(name)
    return isText
  })
  if (entries['word/document.xml'] === undefined) {
    throw new QuarryError('read.corrupt', 'It is named like a Word document but is not one.')
  }
  const { html, notes } = await convert(entries, images)
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
    withPictures: builder,
    openPicture: pictureInArchive(input.bytes),
  })
}

async function convert(
  entries: Record<string, Uint8Array>,
  images: readonly string[],
): Promise<{ html: string; notes: string[] }> {
  try {
    // Packed anew without its media, as mammoth unpacks by itself, and without limits: in place of each image is its name.
    const names = Object.fromEntries(images.map((name) => [name, strToU8(name)]))
    const buffer = Buffer.from(zipSync({ ...names, ...entries }, { level: 0 }))
    const { value, messages } = await mammoth.convertToHtml(
      { buffer },
      { styleMap, includeDefaultStyleMap: true, convertImage },
    )
    const errors = messages.filter((message) => message.type === 'error').map((message) => message.message)
    return { html: value, notes: errors.slice(0, 10) }
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new QuarryError('read.corrupt', 'It is damaged: its text cannot be read.', { cause: error })
  }
}
