import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { QuarryError } from '../../contract/errors'
import type { ReadFileIdentity, ReadTask } from '../../contract/library/extract'
import { type Detection, detectionBytes, detectMediaType } from '../../contract/library/media-type-detection'
import type { MediaType } from '../../contract/library/source'
import { refuseCredentialName, refuseCredentials } from '../secrets/credential-documents'
import { redactDraft } from '../secrets/redact'
import type { Draft, ReaderInput, TextInput } from './draft'
import { decodeText } from './encoding'
import { streamJsonLines } from './json-lines-file'
import type { ReadAttachment } from './mail/mail'
import { OpenFile } from './open-file'
import type { Progress } from './progress'
import { refuseDescriptions } from './refuse-descriptions'
import { textTooLong } from './text-builder'

/** Bytes read at once: most files are whole with them, the others show what they are. */
const firstBytes = 64 * 1024

/**
 * Characters of markup and white space for each that may be extracted: a text that has more of them is not even cut into
 * lines. What is parsed from a stream (JSON, tables) is counted as it comes.
 */
const charactersOfRaw = { markdown: 2, text: 2, code: 2, table: 8, json: 8, notebook: 8, references: 4 } as const

/**
 * Characters of a table or of JSON that are read as a document: some 10,000 passages, whose vectors take minutes. What has
 * more rows is asked as a database.
 */
const maxDataTextLength = 4_000_000

/** A draft, and what the file was that it was made of. */
export interface ReadDraft {
  readonly draft: Draft
  readonly file: ReadFileIdentity
}

/**
 * Reads a file or a note into a draft by the reader for what it is. Readers are loaded when first used: a library of
 * notes never pays for PDF. Throws QuarryErrors with the codes of reading.
 */
export async function readDraft(task: ReadTask, progress: Progress): Promise<ReadDraft> {
  const { name, maxTextLength } = task
  if (task.source.kind === 'text') {
    if (task.source.text.trim() === '') throw new QuarryError('input.empty', 'It is empty.')
    const text = task.source.text.replace(/\r\n?/g, '\n')
    const input = { name, language: null, maxTextLength, text, encoding: null }
    const bytes = Buffer.from(task.source.text)
    const contentHash = createHash('sha256').update(bytes).digest('hex')
    const file = { contentHash, sizeBytes: bytes.length, modifiedMs: null, changedMeanwhile: false }
    return { draft: withContent(await readTextOf(task.source.mediaType, input), name), file }
  }
  const { path } = task.source
  refuseCredentialName(name)
  const opened = OpenFile.open(path, task.maxFileBytes)
  try {
    const first = opened.head(firstBytes)
    if (first.length === 0) throw new QuarryError('input.empty', 'It is empty.', { context: { path } })
    const head = first.subarray(0, detectionBytes)
    const detection = await identify(head, name)
    const mediaType = detection.mediaType ?? task.mediaTypeHint
    if (detection.mediaType === null || mediaType === null) {
      throw new QuarryError('read.unsupported', `Unsupported file type: ${detection.kind}.`, { context: { path } })
    }
    if (mediaType === 'json' && /\.(?:jsonl|ndjson)$/i.test(name)) {
      const hash = createHash('sha256')
      const limited = { name, language: null, maxTextLength: Math.min(maxTextLength, maxDataTextLength) }
      const draft = await streamJsonLines(opened, head, limited, hash, progress)
      return { draft: withContent(draft, name), file: opened.identity(hash) }
    }
    const bytes = opened.bytes(first)
    // Hashed first: a reader may take the bytes for itself.
    const file = opened.identity(createHash('sha256').update(bytes))
    return {
      draft: withContent(
        await readBytesOf(mediaType, bytes, { ...task, language: detection.language }, progress),
        name,
      ),
      file,
    }
  } finally {
    opened.close()
  }
}

/** Our own rules first, as the window has told them already; file-type names binary kinds that they do not know. */
async function identify(head: Uint8Array, name: string): Promise<Detection> {
  const detection = detectMediaType(head, name)
  if (detection.mediaType !== null || detection.kind !== 'a binary file') return detection
  const type = await fileTypeFromBuffer(head)
  return type === undefined ? detection : { ...detection, kind: `a binary file (${type.mime})` }
}

/** How deep messages are read that are attached to messages. */
const maxMailDepth = 3

async function readBytesOf(
  mediaType: MediaType,
  bytes: Uint8Array,
  input: ReaderInput & Pick<ReadTask, 'notSecrets' | 'recognise'>,
  progress: Progress,
  mailDepth = 0,
): Promise<Draft> {
  switch (mediaType) {
    case 'email': {
      const { readMail } = await import('./mail/mail')
      return readMail({ ...input, bytes }, attachmentReader(input, progress, mailDepth + 1), progress)
    }
    case 'slides':
      if (isOpenDocument(bytes, input.name))
        return (await import('./office/open-document')).readOpenDocument({ ...input, bytes })
      return (await import('./office/pptx')).readPptx({ ...input, bytes })
    case 'workbook': {
      const limited = { ...input, maxTextLength: Math.min(input.maxTextLength, maxDataTextLength), bytes }
      if (isOpenDocument(bytes, input.name)) return (await import('./office/open-document')).readOpenDocument(limited)
      return (await import('./office/xlsx')).readXlsx(limited)
    }
    case 'odt':
      return (await import('./office/open-document')).readOpenDocument({ ...input, bytes })
    case 'book':
      return (await import('./epub')).readEpub({ ...input, bytes })
    case 'rtf':
      return (await import('./rtf')).readRtf({ ...input, bytes })
    case 'pdf':
      return (await import('./pdf/pdf')).readPdf({ ...input, bytes }, progress)
    case 'image':
      return (await import('./ocr/image')).readImage({ ...input, bytes }, progress)
    case 'docx':
      return (await import('./docx')).readDocx({ ...input, bytes })
    case 'html':
      return (await import('./html')).readHtml({ ...input, bytes })
    default: {
      const { text, encoding } = decodeText(bytes)
      refuseCredentials(text, mediaType)
      refuseDescriptions(text, mediaType)
      return readTextOf(mediaType, { ...input, text, encoding })
    }
  }
}

/** OpenDocument says what it is in its first entry, which is not packed as a rule. */
const isOpenDocument = (bytes: Uint8Array, name: string): boolean =>
  /\.od[sp]$/i.test(name) ||
  Buffer.from(bytes.subarray(0, 200)).toString('latin1').includes('application/vnd.oasis.opendocument')

/**
 * Reads what is attached to a message by the reader for what it is; null where none reads it, or where it would be refused as a
 * file. Its message then names it alone.
 */
function attachmentReader(
  { notSecrets, recognise }: Pick<ReadTask, 'notSecrets' | 'recognise'>,
  progress: Progress,
  mailDepth: number,
): ReadAttachment {
  return async (bytes, name, maxTextLength) => {
    try {
      refuseCredentialName(name)
      const { mediaType, language } = await identify(bytes.subarray(0, detectionBytes), name)
      // Logos and signatures for the most part: a message names them alone.
      if (mediaType === null || mediaType === 'image' || (mediaType === 'email' && mailDepth > maxMailDepth))
        return null
      const input = { name, language, maxTextLength, notSecrets, recognise }
      // As a part of the message it is prose, whatever it was: what is a secret in it is known here alone.
      return redactDraft(await readBytesOf(mediaType, bytes, input, progress, mailDepth), notSecrets).draft
    } catch (error) {
      if (error instanceof QuarryError || error instanceof RangeError) return null
      throw error
    }
  }
}

async function readTextOf(
  mediaType: 'markdown' | 'text' | 'table' | 'json' | 'code' | 'notebook' | 'references',
  given: TextInput,
): Promise<Draft> {
  const isData = mediaType === 'table' || mediaType === 'json'
  const input = isData ? { ...given, maxTextLength: Math.min(given.maxTextLength, maxDataTextLength) } : given
  if (input.text.length > input.maxTextLength * charactersOfRaw[mediaType]) throw textTooLong(input.maxTextLength)
  switch (mediaType) {
    case 'markdown':
      return (await import('./markdown')).readMarkdown(input)
    case 'text':
      return readMarkedText(input)
    case 'table':
      return (await import('./table')).readTable(input)
    case 'json':
      return (await import('./json')).readJson(input)
    case 'code':
      return (await import('./source-code')).readSourceCode(input)
    case 'references':
      return (await import('./bibliography/reference-list')).readReferenceList(input)
    case 'notebook':
      return (await import('./notebook')).readNotebook(input)
  }
}

/** Text with marks is known by its name, as people and programs know it. */
async function readMarkedText(input: TextInput): Promise<Draft> {
  if (/\.(?:adoc|asciidoc)$/i.test(input.name)) return (await import('./asciidoc')).readAsciidoc(input)
  if (/\.tex$/i.test(input.name)) return (await import('./latex/latex')).readLatex(input)
  // Sphinx publishes the sources of its pages as `.rst.txt`.
  if (/\.rst(?:\.txt)?$/i.test(input.name)) {
    return (await import('./restructured-text/restructured-text')).readRestructuredText(input)
  }
  return (await import('./plain-text')).readPlainText(input)
}

function withContent(draft: Draft, name: string): Draft {
  if (draft.blocks.length === 0) throw new QuarryError('input.empty', 'It contains no text.', { context: { name } })
  return draft
}
