import { parseHTML } from 'linkedom'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { QuarryError } from '../../../contract/errors'
import { mailHeading } from '../../../contract/library/mail-heading'
import { type Block, type BytesInput, type Draft, draftOf } from '../draft'
import { addHtmlBlocks, type HtmlNode } from '../html-blocks'
import type { Progress } from '../progress'
import { TextBuilder, tidy } from '../text-builder'
import { addMessageText, SaidLines } from './body'
import { isMailbox, messagesOf } from './mailbox'

/** Messages of a mailbox that are read: more are some years of a busy list. */
const maxMessages = 100_000
/** Attachments that are read, of one message and of a whole file; the others are named. */
const maxAttachmentsRead = { ofMessage: 20, ofFile: 1000 }

/** Reads an attachment as the file that it is, its secrets masked; null where it is only to be named. */
export type ReadAttachment = (bytes: Uint8Array, name: string, maxTextLength: number) => Promise<Draft | null>

/**
 * Reads a message or a mailbox: each message is a part with its subject and date as heading, its sender, receivers and date as
 * lines, its text, and its attachments under their names. A message that cannot be read is counted, not the end of the others.
 */
export async function readMail(input: BytesInput, readAttachment: ReadAttachment, progress: Progress): Promise<Draft> {
  const bytes = withoutAppleFrame(input.bytes)
  const messages = isMailbox(bytes) ? messagesOf(bytes) : [bytes]
  if (messages.length > maxMessages) {
    throw new QuarryError('read.tooLarge', `It has more than ${maxMessages} messages.`, { remedy: 'split' })
  }
  const builder = new TextBuilder(input.maxTextLength)
  const said = new SaidLines()
  let attachments = 0
  let unread = 0
  const masked = new Set<string>()
  for (const [index, message] of messages.entries()) {
    progress({ kind: 'messagesRead', values: { done: index + 1, total: messages.length } })
    builder.beginPart()
    const email = await parse(message)
    if (email === null) {
      unread++
      continue
    }
    addHeader(builder, email)
    addBody(builder, email, said)
    for (const [place, attachment] of email.attachments.entries()) {
      const isRead = place < maxAttachmentsRead.ofMessage && attachments++ < maxAttachmentsRead.ofFile
      const draft = await addAttachment(builder, attachment, isRead ? readAttachment : null, input.maxTextLength)
      for (const secret of draft?.masked ?? []) masked.add(secret)
    }
  }
  if (unread === messages.length) throw new QuarryError('read.corrupt', 'None of its messages can be read.')
  return draftOf(builder, {
    mediaType: 'email',
    reader: 'email',
    title: messages.length === 1 ? (builder.headings[0]?.text ?? null) : null,
    pageStarts: builder.endParts(),
    metadata: { messages: messages.length, ...(unread > 0 ? { unread } : {}) },
    masked: [...masked],
  })
}

/** Apple Mail writes a message's length before it, and a property list behind it. */
function withoutAppleFrame(bytes: Uint8Array): Uint8Array {
  const [, digits] = /^(\d{1,10}) {0,20}\n/.exec(Buffer.from(bytes.subarray(0, 40)).toString('latin1')) ?? []
  if (digits === undefined) return bytes
  const start = bytes.indexOf(0x0a) + 1
  return bytes.subarray(start, start + Number(digits))
}

async function parse(message: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(message, { forceRfc822Attachments: true, maxNestingDepth: 50 })
  } catch {
    // Nested too deeply, or headers without end: it is counted as unread.
    return null
  }
}

function addHeader(builder: TextBuilder, email: Email): void {
  const date = tidy(email.headers.find(({ key }) => key === 'date')?.value ?? '')
  builder.heading(1, mailHeading(tidy(email.subject ?? '') || namesOf(email.from ? [email.from] : []), date))
  const lines = [
    ['From', namesOf(email.from ? [email.from] : [])],
    ['To', namesOf(email.to)],
    ['Cc', namesOf(email.cc)],
    ['Date', date],
  ]
  for (const [name, value] of lines) if (value !== '') builder.add('row', `${name}: ${value}`)
}

/** Receivers that are listed of a message. */
const listed = 30

function namesOf(addresses: readonly Address[] = []): string {
  const all = addresses.flatMap((one) => one.group ?? [one])
  const names = all.slice(0, listed).map(({ name, address }) => (name === '' ? address : `${name} <${address}>`))
  return [...names, ...(all.length > listed ? [`+${all.length - listed}`] : [])].join(', ')
}

function addBody(builder: TextBuilder, { text, html }: Email, said: SaidLines): void {
  builder.separate()
  if (text !== undefined && text.trim() !== '') {
    // Mailboxes mark lines of a text that would begin a message.
    addMessageText(builder, text.replace(/\r\n?/g, '\n').replace(/^>(?=>{0,20}From )/gm, ''), said)
  } else if (html !== undefined) {
    const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
    addHtmlBlocks(document.body as unknown as HtmlNode, builder, { skipsBoilerplate: false, under: 1 })
  }
}

async function addAttachment(
  builder: TextBuilder,
  { filename, mimeType, content, related }: Attachment,
  read: ReadAttachment | null,
  maxTextLength: number,
): Promise<Draft | null> {
  const name = tidy(filename ?? '') || (mimeType === 'message/rfc822' ? 'message.eml' : '')
  // Pictures within the text.
  if (name === '' || (related === true && mimeType.startsWith('image/')) || typeof content === 'string') return null
  builder.heading(2, name)
  const draft = (await read?.(new Uint8Array(content), name, maxTextLength - builder.length)) ?? null
  if (draft !== null) addDraft(builder, draft)
  return draft
}

/** A draft under the heading above it; its own headings stand two levels lower. */
function addDraft(builder: TextBuilder, { text, blocks, headings }: Draft): void {
  const levels = new Map(headings.map(({ start, level }) => [start, level]))
  let before: Block | undefined
  for (const block of blocks) {
    const part = text.slice(block.start, block.end)
    if (before !== undefined && text.slice(before.end, block.start).includes('\n\n')) builder.separate()
    const level = levels.get(block.start)
    if (block.kind === 'heading') builder.headingExact((level ?? 1) + 2, part)
    else if (block.kind === 'line') builder.line(part)
    else builder.addExact(block.kind, part)
    before = block
  }
}
