import { posix } from 'node:path'
import { QuarryError } from '../../contract/errors'
import { type BytesInput, type Draft, draftOf } from './draft'
import { decodeText } from './encoding'
import { pictureInArchive } from './figures/picture-in-archive'
import { hasScheme } from './figures/picture-in-data'
import { parsePage } from './html'
import { addHtmlBlocks, type HtmlNode } from './html-blocks'
import { coreProperties } from './office/office-file'
import { TextBuilder, tidy } from './text-builder'
import { scanXml } from './xml'
import { unpackEntries } from './zip-entries'

type Entries = Readonly<Record<string, Uint8Array>>

/** Reads a book chapter by chapter as its spine orders them; a chapter without a heading has the title of the contents. */
export function readEpub(input: BytesInput): Draft {
  const entries = unpackEntries(input.bytes, (name) => /\.(?:xml|opf|ncx|x?html?)$/i.test(name))
  const packageName = packageOf(entries)
  const opf = packageName === null ? undefined : entries[packageName]
  if (packageName === null || opf === undefined) {
    throw new QuarryError('read.corrupt', 'It is named like an EPUB book but is not one.')
  }
  const { chapters, contents } = spineOf(opf, posix.dirname(packageName))
  const locked = encryptedIn(entries)
  if (chapters.length > 0 && chapters.every((chapter) => locked.has(chapter))) {
    throw new QuarryError('read.encrypted', 'It is protected against copying.')
  }
  const titles = new Map<string, string>()
  for (const name of contents) readContents(entries[name], name, titles)
  const builder = new TextBuilder(input.maxTextLength)
  for (const chapter of chapters) {
    const bytes = entries[chapter]
    if (bytes !== undefined && !contents.includes(chapter) && !locked.has(chapter)) {
      addChapter(builder, bytes, titles.get(chapter), posix.dirname(chapter))
    }
  }
  const { title, ...properties } = coreProperties(opf)
  return draftOf(builder, {
    mediaType: 'book',
    reader: 'epub',
    title: title ?? builder.headings[0]?.text ?? null,
    metadata: { ...properties, chapters: chapters.length },
    withPictures: builder,
    openPicture: pictureInArchive(input.bytes),
  })
}

/** Name of the file that lists the book's others. */
function packageOf(entries: Entries): string | null {
  const container = entries['META-INF/container.xml']
  let name: string | null = null
  if (container !== undefined) {
    scanXml(container, {
      open: (element, attributes) => {
        if (element === 'rootfile') name ??= attributes['full-path'] ?? null
      },
    })
  }
  return name
}

/** Chapters in their order, and the files that hold the table of contents. */
function spineOf(opf: Uint8Array, folder: string): { chapters: string[]; contents: string[] } {
  const items = new Map<string, string>()
  const chapters: string[] = []
  const contents: string[] = []
  scanXml(opf, {
    open: (element, attributes) => {
      if (element === 'item' && attributes.id !== undefined && attributes.href !== undefined) {
        const name = resolved(folder, attributes.href)
        items.set(attributes.id, name)
        const isNav = attributes.properties?.split(' ').includes('nav') === true
        if (isNav || attributes['media-type'] === 'application/x-dtbncx+xml') contents.push(name)
      } else if (element === 'itemref') {
        const name = items.get(attributes.idref ?? '')
        if (name !== undefined) chapters.push(name)
      }
    },
  })
  return { chapters, contents }
}

/** An entry's name, from a reference in an entry of `folder`; without the place in it. */
function resolved(folder: string, reference: string): string {
  const path = reference.split('#', 1)[0]!
  let plain = path
  try {
    plain = decodeURIComponent(path)
  } catch {
    // A stray percent sign stands for itself.
  }
  return posix.resolve('/', folder, plain).slice(1)
}

function encryptedIn(entries: Entries): ReadonlySet<string> {
  const names = new Set<string>()
  const encryption = entries['META-INF/encryption.xml']
  if (encryption !== undefined) {
    scanXml(encryption, {
      open: (element, { URI }) => {
        if (element === 'CipherReference' && URI !== undefined) names.add(resolved('', URI))
      },
    })
  }
  return names
}

/** Titles by chapter, of an EPUB 3 navigation or an NCX: the first that leads to a chapter. */
function readContents(xml: Uint8Array | undefined, name: string, titles: Map<string, string>): void {
  if (xml === undefined) return
  let text = ''
  let target: string | null = null
  const keep = (): void => {
    const title = tidy(text)
    if (target === null || title === '') return
    const chapter = resolved(posix.dirname(name), target)
    if (!titles.has(chapter)) titles.set(chapter, title)
    target = null
  }
  scanXml(xml, {
    open: (element, { href, src }) => {
      if (element === 'a' && href !== undefined) target = href
      if (element === 'content' && src !== undefined) {
        target = src
        keep()
      }
      if (element === 'a' || element === 'navPoint') text = ''
    },
    text: (part) => {
      text += part
    },
    close: (element) => {
      if (element === 'a') keep()
    },
  })
}

/** Elements that XHTML may close where they open, and HTML would leave open. */
const selfClosed = /<(title|script|style|a|p|div|span|i|b|em|td|th)(\s[^<>]*)?\/>/gi

function addChapter(builder: TextBuilder, bytes: Uint8Array, title: string | undefined, folder: string): void {
  const source = decodeText(bytes).text.replace(selfClosed, '<$1$2></$1>')
  const document = parsePage(source)
  const body = document.body as unknown as HtmlNode
  builder.separate()
  const hasHeading = document.querySelector('h1, h2, h3, h4, h5, h6') !== null
  if (!hasHeading && title !== undefined && tidy(body.textContent ?? '') !== '') builder.heading(1, title)
  const picture = (image: HtmlNode): string | null => {
    const source = image.getAttribute?.('src') ?? null
    return source === null || hasScheme(source) ? source : resolved(folder, source)
  }
  addHtmlBlocks(body, builder, { skipsBoilerplate: false, picture })
}
