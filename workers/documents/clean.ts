import { withoutSecrets } from '../secrets/find-secrets'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
const deceiving = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/**
 * Text of a document as one line of at most `maxLength` UTF-16 code units: control characters become spaces, and what
 * reorders or hides text goes. Anything but text or a number becomes empty.
 */
export function cleanText(value: unknown, maxLength: number): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') return ''
  // Cut before it is cleaned, so that a text of megabytes costs as little as a short one.
  const line = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(control, ' ')
    .replace(deceiving, '')
    .replace(/\s+/g, ' ')
    .trim()
  return clip(line, maxLength)
}

/** At most `maxLength` code units, cut between characters and told by an ellipsis. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** Descriptions carry HTML and Markdown: the marks go, the words stay; secrets that somebody left in an example do not. */
export function cleanProse(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return cleanText(value, maxLength)
  const words = value
    .slice(0, maxLength * 4)
    .replace(/<\/?(?:br|p|div|li|ul|ol|tr|t[dh]|h[1-6]|hr|pre|table)\b[^<>]{0,300}>/gi, ' ')
    .replace(/<\/?[a-zA-Z][^<>]{0,300}>/g, '')
    .replace(/!?\[([^\][]{0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/`{1,3}|\*\*|^#{1,6}\s/gm, '')
  return withoutSecrets(cleanText(words, maxLength))
}
