import { LoggerManager, load, NullLogger } from '@asciidoctor/core'
import { QuarryError } from '../../contract/errors'
import type { WorkFields } from './bibliography/own-work'
import { type Draft, draftOf, type TextInput } from './draft'
import { parsePage } from './html'
import { addHtmlBlocks, type HtmlNode } from './html-blocks'
import { TextBuilder, tidy } from './text-builder'

/** `secure`: it reads no other file and asks no server, whatever a document includes. */
const options = {
  safe: 'secure',
  // Its own contents list repeats the headings, and characters as icons are no text.
  attributes: { showtitle: true, experimental: true, '!toc': '', '!icons': '', '!sectnums': '' },
} as const

/** Reads AsciiDoc as the page that Asciidoctor makes of it. */
export async function readAsciidoc(input: TextInput): Promise<Draft> {
  // What it cannot resolve stays as it is written.
  LoggerManager.setLogger(NullLogger.create())
  const builder = new TextBuilder(input.maxTextLength)
  const document = await load(input.text, options).catch((cause: unknown) => {
    throw new QuarryError('read.corrupt', 'Its AsciiDoc cannot be read.', { cause })
  })
  const page = parsePage(`<body>${withoutMacros(String(await document.convert()))}</body>`)
  for (const notice of Array.from(page.querySelectorAll('.admonitionblock'))) showNotice(notice)
  addHtmlBlocks(page.body as unknown as HtmlNode, builder, { skipsBoilerplate: false })
  const title = document.getDocumentTitle()
  const authors = document.getAuthors().flatMap((author) => author.getName() ?? [])
  const date = document.getRevisionDate()
  const fields: WorkFields = { ...(authors.length > 0 ? { authors } : {}), ...(date ? { date } : {}) }
  return draftOf(builder, {
    mediaType: 'text',
    reader: 'asciidoc',
    title: typeof title === 'string' ? tidy(parsePage(`<body>${title}</body>`).body.textContent ?? '') : null,
    encoding: input.encoding,
    metadata: { fields },
  })
}

/**
 * Macros that only the publisher's own program knows, and files that stand elsewhere: of what has a text or a name in the
 * middle of a sentence that is told, the rest is left out.
 */
const withoutMacros = (html: string): string =>
  html
    .replace(/link:[^\s[\]<>]{1,300}\[role=include[^\]<>]{0,300}\]/g, '')
    .replace(/<p>[\w-]{1,40}::[^\s[\]<>]{0,300}\[[^\]<>]{0,300}\]\s?<\/p>/g, '')
    .replace(/\b[a-z][a-z-]{2,30}:([\w.$#/-]{1,300})\[([^[\]<>]{0,200})\]/g, (_, target: string, text: string) =>
      text === '' || text.includes('=') ? target : text,
    )

/** A note is set as a table of a word and a text: the text alone is told, with the word where it warns. */
function showNotice(notice: Element): void {
  const content = notice.querySelector('td.content')
  if (content === null) return
  const warns = /\b(?:warning|caution|important)\b/.test(notice.className)
  const first = content.querySelector('p') ?? content
  if (warns) first.prepend('Warning: ')
  const holder = notice.ownerDocument.createElement('div')
  holder.append(...Array.from(content.childNodes))
  notice.replaceWith(holder)
}
