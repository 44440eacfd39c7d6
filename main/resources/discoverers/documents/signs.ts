import { extname } from 'node:path'
import type { DiscoveryTarget } from '../discoverer'
import { maxDocumentBytes } from './document-reader'

const extensions = new Set(['', '.json', '.jsonc', '.yaml', '.yml', '.txt'])

/** The start of what a target holds, where that has the form of JSON or YAML. */
export interface DocumentStart {
  readonly text: string
  readonly isWhole: boolean
  /** More lies behind it, and not too much to be searched for the key that tells what it is: keys have no order. */
  readonly mayTellLater: boolean
}

/** Null where the target cannot be a description in JSON or YAML: by its name, or how it starts. */
export function documentStart(target: DiscoveryTarget): DocumentStart | null {
  let start: { readonly text: string; readonly isWhole: boolean }
  if (target.kind === 'text') start = { text: target.text.slice(0, 65_536), isWhole: target.text.length <= 65_536 }
  else {
    if (target.isDirectory || !extensions.has(extname(target.path).toLowerCase())) return null
    start = { text: decodedHead(target.head), isWhole: target.sizeBytes <= target.head.length }
  }
  if (!hasForm(start.text)) return null
  const sizeBytes = target.kind === 'text' ? target.text.length : target.sizeBytes
  return { ...start, mayTellLater: !start.isWhole && sizeBytes <= maxDocumentBytes }
}

/** JSON opens with a brace; YAML's first line that says something is a key. Prose and code do neither. */
function hasForm(text: string): boolean {
  const significant = /^(?:\s|\/\/[^\n]*\n|#[^\n]*\n|---[^\n]*\n|%YAML[^\n]*\n)*(?=\S)/.exec(text.slice(0, 20_000))
  const rest = text.slice(significant?.[0].length ?? 0)
  return /^(?:\{|\/\*|["']?[\w.$-]{1,80}["']?\s*:(?:\s|$))/.test(rest)
}

/** Enough of the encodings that editors write to see what it is about; the thread that reads it knows them all. */
function decodedHead(head: Uint8Array): string {
  const [first, second] = head
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(head).replace(/^\ufeff/, '')
}

/**
 * Whether a key stands in the text, as JSON or as YAML writes it, with a value that starts as given. Both are patterns.
 * Only spaces of one line are passed over before a bare key: else a head of line ends alone would take seconds.
 */
export function hasKey(text: string, key: string, value = ''): boolean {
  return new RegExp(`(?:"${key}"|(?:^|[\\n{,])[ \\t]*'?${key}'?)\\s*:\\s*["']?${value}`).test(text)
}
