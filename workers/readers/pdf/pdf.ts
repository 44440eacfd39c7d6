import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { QuarryError } from '../../../contract/errors'
import { readerVersions } from '../../../contract/library/reader-versions'
import type { WorkFields } from '../bibliography/own-work'
import type { Draft, PicturesInput } from '../draft'
import { maxImagePixels } from '../ocr/bitmap'
import { type RecognitionSummary, withoutPictureText } from '../ocr/recognition'
import type { Progress } from '../progress'
import { TextBuilder, tidy } from '../text-builder'
import { composePages } from './compose-pages'
import { LostLigatures } from './drawn-ligatures'
import type { Page } from './geometry'
import { textOfParagraph } from './headings'
import { itemsOf } from './items'
import { illegiblePagesOf } from './legibility'
import type { Paragraph } from './paragraphs'
import { inPoints } from './picture-sizes'
import { recognisePages } from './recognise-pages'

/** A page of text has hundreds of characters: below this mean there are only page numbers or stamps on scans. */
const leastCharactersPerPage = 12

/**
 * Reads a PDF's text in reading order, with page starts and the place of every character on its page. Pages without
 * text are recognised in their pictures where languages for that were chosen.
 */
export async function readPdf(input: PicturesInput, progress: Progress): Promise<Draft> {
  const { pages, info, fields, failedPages, unreadablePages, turnedCharacters, recognised, pagesWithoutText } =
    await readPages(input, progress)
  const characters = pages.reduce((sum, page) => sum + charactersOf(page), 0)
  // A cover or a listing that can be read is no use where the rest cannot.
  if (unreadablePages.length * 2 > pages.length) {
    throw new QuarryError('read.unreadableText', 'Its fonts do not say which letters they draw.', {
      remedy: 'saveAsPictures',
      context: { pages: unreadablePages.length },
    })
  }
  if (characters < leastCharactersPerPage * Math.min(pages.length, 20) && recognised === null) {
    throw withoutPictureText(input.recognise, { pages: pages.length })
  }
  const builder = new TextBuilder(input.maxTextLength)
  const { pageStarts, layout, paragraphs, body, repeatedLines } = composePages(pages, builder)
  const tablePages = paragraphs.flatMap(({ kind, page }) => (kind === 'table' ? [page] : []))
  return {
    mediaType: 'pdf',
    reader: 'pdf',
    readerVersion: readerVersions.pdf,
    text: builder.text,
    blocks: builder.blocks,
    headings: builder.headings,
    title: titleOf(info, paragraphs, body.size),
    language: null,
    encoding: null,
    pageStarts,
    layout,
    metadata: {
      pages: pages.length,
      ...(typeof info.Author === 'string' && info.Author !== '' ? { author: tidy(info.Author) } : {}),
      fields,
      ...(tablePages.length > 0 ? { tablePages } : {}),
      ...(repeatedLines > 0 ? { repeatedLinesLeftOut: repeatedLines } : {}),
      ...(turnedCharacters > 0 ? { turnedCharactersLeftOut: turnedCharacters } : {}),
      ...(failedPages.length > 0 ? { failedPages } : {}),
      ...(unreadablePages.length > 0 ? { unreadablePages } : {}),
      ...(pagesWithoutText > 0 ? { pagesWithoutText } : {}),
      ...(recognised === null ? {} : { recognition: recognised }),
    },
  }
}

const charactersOf = ({ items }: Pick<Page, 'items'>): number => items.reduce((sum, { text }) => sum + text.length, 0)

interface ReadPages {
  readonly pages: Page[]
  readonly info: Readonly<Record<string, unknown>>
  readonly fields: WorkFields
  readonly failedPages: number[]
  /** Pages whose characters are not what they show. */
  readonly unreadablePages: number[]
  readonly turnedCharacters: number
  readonly recognised: RecognitionSummary | null
  /** Pages without a text layer whose text was not recognised either. */
  readonly pagesWithoutText: number
}

async function readPages({ bytes, recognise }: PicturesInput, progress: Progress): Promise<ReadPages> {
  // pdf.js parses in a worker of its own; this is one already, so that it gets its parser in the same thread.
  const [pdfjs, parser] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    // @ts-expect-error: pdf.js has no types for this entry
    import('pdfjs-dist/legacy/build/pdf.worker.mjs') as Promise<unknown>,
  ])
  Object.assign(globalThis, { pdfjsWorker: parser })
  const resources = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const loading = pdfjs.getDocument({
    // pdf.js takes the buffer over.
    data: new Uint8Array(bytes),
    cMapUrl: `${join(resources, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(resources, 'standard_fonts')}/`,
    wasmUrl: `${join(resources, 'wasm')}/`,
    useSystemFonts: false,
    disableFontFace: true,
    isEvalSupported: false,
    enableXfa: false,
    // Unpacked only to recognise text in them.
    isOffscreenCanvasSupported: false,
    maxImageSize: maxImagePixels,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  })
  try {
    const document = await loading.promise
    const pages: Page[] = []
    const failedPages: number[] = []
    const ligatures = new LostLigatures(pdfjs.OPS)
    let turnedCharacters = 0
    let failure: unknown
    for (let number = 1; number <= document.numPages; number++) {
      try {
        const page = await document.getPage(number)
        const content = inPoints(await page.getTextContent())
        const [items, leftOut] = itemsOf(await ligatures.restored(content, page), page.view, ligatures.fonts)
        const [left = 0, bottom = 0, right = 0, top = 0] = page.view
        pages.push({ number, width: right - left, height: top - bottom, items })
        turnedCharacters += leftOut
        page.cleanup()
      } catch (error) {
        failure = error
        failedPages.push(number)
        pages.push({ number, width: 0, height: 0, items: [] })
      }
      progress({ kind: 'pagesRead', values: { done: number, total: document.numPages } })
    }
    if (pages.length === 0 || failedPages.length === pages.length) throw failure ?? new Error('It has no pages.')
    const unreadablePages = illegiblePagesOf(pages)
    for (const number of unreadablePages) pages[number - 1] = { ...pages[number - 1]!, items: [] }
    const { info, metadata } = await document.getMetadata()
    const fields = fieldsOf(info as Record<string, unknown>, (name) => metadata?.get(name))
    const pictured = pages.filter((page) => page.width > 0 && charactersOf(page) < leastCharactersPerPage)
    const recognised =
      recognise.length === 0 || pictured.length === 0
        ? null
        : await recognisePages(document, pictured, recognise, progress)
    return {
      pages: pages.map((page) => recognised?.pages.get(page.number) ?? page),
      info: info as Record<string, unknown>,
      fields,
      failedPages,
      unreadablePages,
      turnedCharacters,
      recognised: recognised?.recognition ?? null,
      pagesWithoutText: pictured.length - (recognised?.pages.size ?? 0),
    }
  } catch (error) {
    throw pdfError(error)
  } finally {
    await loading.destroy()
  }
}

/** What the file says of itself in its XMP, else in its own fields. The day it was made on is none that it came out on. */
function fieldsOf(info: Readonly<Record<string, unknown>>, xmp: (name: string) => unknown): WorkFields {
  const text = (...names: readonly string[]): string | undefined => {
    const found = names.flatMap(xmp).find((value) => typeof value === 'string' && tidy(value) !== '')
    return found === undefined ? undefined : tidy(found as string).slice(0, 2000)
  }
  const creators = [xmp('dc:creator')].flat().filter((name) => typeof name === 'string' && tidy(name) !== '')
  const stated = typeof info.Author === 'string' && tidy(info.Author) !== '' ? [tidy(info.Author)] : []
  const fields = {
    date: text('prism:coverdate', 'prism:publicationdate', 'dc:date'),
    doi: text('prism:doi', 'pdfx:doi', 'pdfx:wps-articledoi', 'dc:identifier'),
    journal: text('prism:publicationname'),
    publisher: text('dc:publisher'),
    volume: text('prism:volume'),
    issue: text('prism:number'),
    firstPage: text('prism:startingpage'),
    lastPage: text('prism:endingpage'),
  }
  return {
    authors: creators.length > 0 ? (creators as string[]).slice(0, 200) : stated,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  }
}

function pdfError(error: unknown): unknown {
  if (error instanceof QuarryError || error instanceof RangeError) return error
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') {
    return new QuarryError('read.encrypted', 'It is protected by a password.', {
      remedy: 'saveWithoutPassword',
      cause: error,
    })
  }
  return new QuarryError('read.corrupt', 'It is damaged or incomplete: not a readable PDF.', { cause: error })
}

/** The title that it states, unless a program put it there; else the largest text of the first page. */
function titleOf(
  info: Readonly<Record<string, unknown>>,
  paragraphs: readonly Paragraph[],
  bodySize: number,
): string | null {
  const stated = typeof info.Title === 'string' ? tidy(info.Title) : ''
  if (
    stated.length > 3 &&
    !/^(?:microsoft word|untitled|document\d*$|unbenannt|slide \d)|\.(?:docx?|tex|dvi|pdf|indd|odt|html?|pptx?)$/i.test(
      stated,
    )
  ) {
    return stated
  }
  const first = paragraphs.filter(
    ({ page, kind }) => page === 1 && kind !== 'row' && kind !== 'code' && kind !== 'table',
  )
  const largest = Math.max(0, ...first.map((paragraph) => paragraph.size))
  if (largest < bodySize * 1.12) return null
  const at = first.findIndex((paragraph) => paragraph.size === largest)
  const [title, below] = first.slice(at, at + 2)
  const line = title === undefined ? '' : textOfParagraph(title)
  const goesOn = line.endsWith(':') && below?.size === largest
  const text = goesOn ? `${line} ${textOfParagraph(below)}` : line
  return text.length >= 3 && text.length <= 300 && /\p{L}{2}/u.test(text) ? text : null
}
