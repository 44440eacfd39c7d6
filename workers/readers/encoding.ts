import { detect as detectEncoding } from 'chardet'
import iconv from 'iconv-lite'
import { QuarryError } from '../../contract/errors'
import { zeroShares } from '../../contract/library/media-type-detection'

export interface DecodedText {
  readonly text: string
  readonly encoding: string
}

/** Bytes that the statistical detection looks at: more changes nothing and costs time. */
const sampleBytes = 65_536

/**
 * Decodes text of an unknown encoding: byte order mark, then UTF-8 if it is valid, then UTF-16 by its pattern of
 * zeros, then statistics over the bytes. Line ends become \n.
 */
export function decodeText(bytes: Uint8Array, declared: string | null = null): DecodedText {
  const encoding = encodingOf(bytes, declared)
  const text = encoding === 'utf-8' ? new TextDecoder().decode(bytes) : iconv.decode(Buffer.from(bytes), encoding)
  return { text: text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), encoding }
}

/** The encoding of `bytes` as iconv-lite names it; `declared` is what the document says of itself. */
export function encodingOf(bytes: Uint8Array, declared: string | null = null): string {
  const marked = markedEncoding(bytes)
  if (marked !== null) return marked
  const { even, odd } = zeroShares(bytes.subarray(0, 4096))
  if (odd > 0.3 && even < 0.05) return 'utf-16le'
  if (even > 0.3 && odd < 0.05) return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  if (declared !== null && !/^utf-?8$/i.test(declared) && iconv.encodingExists(declared)) return declared.toLowerCase()
  const sample = sampleOf(bytes)
  if (isMostlyUtf8(sample)) return 'utf-8'
  const detected = detectEncoding(sample)
  const name = detected === null ? 'windows-1252' : normalName(detected)
  if (!iconv.encodingExists(name)) {
    throw new QuarryError('read.unsupported', `Unknown text encoding: ${detected}.`, {
      remedy: 'saveAsUtf8',
    })
  }
  return name
}

function markedEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be'
  return null
}

/** Supersets read what their subsets write, and are what files called by the subset's name hold. */
function normalName(name: string): string {
  const lower = name.toLowerCase()
  if (lower === 'gb2312' || lower === 'gbk') return 'gb18030'
  if (lower === 'iso-8859-1' || lower === 'ascii') return 'windows-1252'
  if (lower === 'shift_jis') return 'shift_jis'
  return lower
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    // The decoder throws exactly where the bytes are not UTF-8: that is the answer.
    return false
  }
}

/** A UTF-8 file with a few broken bytes (cut in the middle of a character, a stray byte) is still UTF-8. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample)
  let broken = 0
  let wide = 0
  for (const char of text) {
    if (char === '\ufffd') broken++
    else if (char > '\u007f') wide++
  }
  return wide > 0 && broken / wide < 0.05
}

/** The part with the most to say: from the first byte beyond ASCII. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 127)
  const from = Math.max(0, first - 1024)
  return bytes.subarray(from, from + sampleBytes)
}
