import { languageByExtension, mediaTypeByExtension } from './file-extensions'
import type { MediaType } from './source'

/** What a file seems to be, by its first bytes and its name. */
export interface Detection {
  /** Null where no reader reads it; `kind` then says what it is. */
  readonly mediaType: MediaType | null
  /** The programming language where it is code. */
  readonly language: string | null
  /** What it is in a person's words, e.g. "a PNG image". */
  readonly kind: string
  /** Whether content, and not the name alone, says so. */
  readonly byContent: boolean
}

/** As many bytes as detection looks at. */
export const detectionBytes = 4096

const namedFiles: Readonly<Record<string, string>> = {
  makefile: 'makefile',
  dockerfile: 'dockerfile',
  rakefile: 'ruby',
}

/** Signatures at offset 0 of what a person drops; what no reader reads is named for the message. */
const signatures: readonly (readonly [string, string])[] = [
  ['GIF8', 'a GIF image'],
  ['BM', 'a bitmap image'],
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a Windows program'],
  ['\xca\xfe\xba\xbe', 'a program'],
  ['\xcf\xfa\xed\xfe', 'a program'],
  ['\x1f\x8b', 'a gzip archive'],
  ['BZh', 'a bzip2 archive'],
  ['\xfd7zXZ\0', 'an xz archive'],
  ['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
  ['\x28\xb5\x2f\xfd', 'a Zstandard archive'],
  ['SQLite format 3\0', 'an SQLite database'],
  ['ID3', 'an audio file'],
  ['OggS', 'an audio file'],
  ['fLaC', 'an audio file'],
  ['\x1aE\xdf\xa3', 'a video'],
  ['wOFF', 'a font'],
  ['wOF2', 'a font'],
  ['\0\x01\0\0', 'a font'],
  ['OTTO', 'a font'],
  ['\0asm', 'a WebAssembly module'],
  ['PAR1', 'a Parquet table'],
  ['GGUF', 'a language model'],
  ['%!PS', 'a PostScript document'],
]

/**
 * Says what a file is from its first bytes (at most `detectionBytes`) and its name: content wins where it is plain,
 * the name decides between kinds of text. Pure and bounded, so that it may run where a window waits.
 */
export function detectMediaType(head: Uint8Array, name: string): Detection {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase()
  const extension = base.includes('.') ? base.slice(base.lastIndexOf('.') + 1) : ''
  const ascii = latin1(head, 1024)
  if (head.length === 0) return byName(base, extension) ?? known('text', 'an empty file', false)

  const pdfAt = ascii.indexOf('%PDF-')
  if (pdfAt !== -1 && (pdfAt === 0 || extension === 'pdf' || !looksLikeText(head.subarray(0, pdfAt)))) {
    return known('pdf', 'a PDF document', true)
  }
  if (ascii.startsWith('PK\x03\x04')) return ofArchive(latin1(head, detectionBytes), extension)
  if (ascii.startsWith('\xd0\xcf\x11\xe0')) return ofCompound(extension)
  if (ascii.startsWith('\x89PNG')) return known('image', 'a PNG image', true)
  if (ascii.startsWith('\xff\xd8\xff')) return known('image', 'a JPEG image', true)
  if (ascii.startsWith('RIFF')) {
    return ascii.slice(8, 12) === 'WEBP' ? known('image', 'a WebP image', true) : unread('an audio or video file')
  }
  if (ascii.slice(4, 8) === 'ftyp') return unread(/heic|mif1|avif/.test(ascii.slice(8, 24)) ? 'an image' : 'a video')
  for (const [signature, kind] of signatures) {
    // "BM" and "MZ" are also how a text may begin.
    if (ascii.startsWith(signature) && (signature.length > 2 || !looksLikeText(head))) return unread(kind)
  }
  if (!looksLikeText(head)) return unread(extension === 'pdf' ? 'not a PDF, although named so' : 'a binary file')
  return ofText(head, base, extension)
}

/**
 * Whether bytes are text in some encoding: a byte order mark, UTF-16 by its pattern of zeros, or hardly any control
 * characters. A stray NUL in a log does not make it binary.
 */
export function looksLikeText(head: Uint8Array): boolean {
  if (head.length === 0) return true
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true
  const { even, odd } = zeroShares(head)
  if ((even > 0.3 && odd < 0.05) || (odd > 0.3 && even < 0.05)) return true
  let control = 0
  for (const byte of head) {
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) control++
    else if (byte === 127) control++
  }
  // 2% leaves room for form feeds and stray NULs; compressed and compiled content has a tenth and more.
  return control <= head.length * 0.02 + (head.length < 100 ? 0 : 1)
}

/** Shares of zero bytes at even and odd places: UTF-16 of western text has them on one side only. */
export function zeroShares(head: Uint8Array): { even: number; odd: number } {
  let even = 0
  let odd = 0
  for (let at = 0; at < head.length; at++) {
    if (head[at] !== 0) continue
    if (at % 2 === 0) even++
    else odd++
  }
  const half = Math.max(1, head.length / 2)
  return { even: even / half, odd: odd / half }
}

function ofText(head: Uint8Array, base: string, extension: string): Detection {
  const start = latin1(head, detectionBytes)
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart()
  const named = byName(base, extension)
  const isNamedCode = named?.mediaType === 'code'
  if (!isNamedCode && named?.mediaType !== 'markdown' && named?.mediaType !== 'json') {
    if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype html|html)[\s>]/i.test(start)) {
      return known('html', 'a web page', true)
    }
  }
  if (start.startsWith('{\\rtf')) return known('rtf', kinds.rtf, true)
  if (named === null || named.mediaType === 'text' || named.mediaType === 'email') {
    if (isMail(start)) return known('email', kinds.email, true)
  }
  if (named !== null && named.mediaType !== 'text') return named
  if (named === null) {
    const script = /^#!\s*(?:[^\s/-]*[/-])*(?:env\s+(?:-S\s+)?)?([a-z]+)[\d.]*\s/i.exec(start)
    if (script !== null) {
      const language = shebangLanguages[(script[1] ?? '').toLowerCase()]
      if (language !== undefined) return { mediaType: 'code', language, kind: `${language} code`, byContent: true }
    }
    if (/^(?:\{\s*"|\[\s*[{["\d])/.test(start)) return known('json', 'JSON', true)
  }
  return named ?? known('text', 'plain text', true)
}

const mailField = /^(?:from|to|date|subject|message-id|mime-version|received|return-path|delivered-to|content-type):/i

/** A message begins with its header, of which no text has three fields by chance; a mailbox with a line of its own before it. */
function isMail(start: string): boolean {
  const lines = start.split(/\r?\n/, 60)
  const end = lines.indexOf('')
  const header = end === -1 ? lines : lines.slice(0, end)
  const fields = header
    .filter((line) => mailField.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
  const isField = /^(?:[!-9;-~]{1,80}:|[ \t]|From )/
  return header.every((line) => isField.test(line)) && fields.includes('from') && new Set(fields).size >= 3
}

const shebangLanguages: Readonly<Record<string, string>> = {
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  python: 'python',
  node: 'javascript',
  ruby: 'ruby',
  perl: 'perl',
  lua: 'lua',
}

const kinds: Readonly<Record<MediaType, string>> = {
  markdown: 'Markdown',
  text: 'plain text',
  html: 'a web page',
  pdf: 'a PDF document',
  docx: 'a Word document',
  table: 'a table',
  json: 'JSON',
  code: 'code',
  email: 'e-mail',
  slides: 'a presentation',
  book: 'an EPUB book',
  notebook: 'a notebook',
  rtf: 'an RTF document',
  odt: 'an OpenDocument text',
  workbook: 'a workbook',
  references: 'a list of references',
  image: 'an image',
}

function byName(base: string, extension: string): Detection | null {
  const language = languageByExtension.get(extension) ?? namedFiles[base]
  if (language !== undefined) return { mediaType: 'code', language, kind: `${language} code`, byContent: false }
  const mediaType = mediaTypeByExtension.get(extension)
  return mediaType === undefined ? null : known(mediaType, kinds[mediaType], false)
}

/** Kinds of OpenDocument by what their first entry says. */
const openDocuments = [
  ['text', 'odt'],
  ['spreadsheet', 'workbook'],
  ['presentation', 'slides'],
] as const

/** Documents in archives, by the extension of their names. */
const archives: Readonly<Partial<Record<string, MediaType>>> = {
  docx: 'docx',
  xlsx: 'workbook',
  xlsm: 'workbook',
  pptx: 'slides',
  epub: 'book',
  odt: 'odt',
  ods: 'workbook',
  odp: 'slides',
}

/** ZIP-based documents tell themselves by the names of their first entries; where those come later, the name helps. */
function ofArchive(start: string, extension: string): Detection {
  if (start.includes('word/')) return known('docx', kinds.docx, true)
  if (start.includes('application/epub')) return known('book', kinds.book, true)
  const openDocument = openDocuments.find(([type]) => start.includes(`application/vnd.oasis.opendocument.${type}`))
  if (openDocument !== undefined) return known(openDocument[1], kinds[openDocument[1]], true)
  if (start.includes('application/vnd.oasis')) return unread('an OpenDocument file (save it as PDF to add it)')
  if (start.includes('xl/')) return known('workbook', kinds.workbook, true)
  if (start.includes('ppt/')) return known('slides', kinds.slides, true)
  const named = archives[extension]
  if (named !== undefined) return known(named, kinds[named], false)
  return unread('a ZIP archive (unpack it to add what is inside)')
}

/** OLE compound files: old Office documents, and new ones under a password. */
function ofCompound(extension: string): Detection {
  const named = archives[extension]
  if (named !== undefined && named !== 'book') return known(named, kinds[named], true)
  if (extension === 'doc') return unread('an old Word document (save it as DOCX to add it)')
  return unread('an Office document of a kind that is not read (save it as PDF to add it)')
}

function known(mediaType: MediaType | null, kind: string, byContent: boolean): Detection {
  return { mediaType, language: null, kind, byContent }
}

function unread(kind: string): Detection {
  return { mediaType: null, language: null, kind, byContent: true }
}

function latin1(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length))
}
