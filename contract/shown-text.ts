/**
 * Other people's text as it is shown: names of files, titles, cells, what servers answer. A terminal would obey its escape
 * sequences, and characters that reorder or hide what is read make a name look like another.
 */
const escapeSequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u001b\u009b](?:\][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|[[()#;?]*[\d;:?<=>]*[ -/]*[@-~]?)/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]+/g
/** Marks of direction, spaces of no width, and tags. Those that join letters or emoji are needed to write. */
const deceiving = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu
const suspicious =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g
/** Text of several lines. */
export function shownText(text: string): string {
  if (text.search(suspicious) === -1) return text
  return text.replace(/\r\n/g, '\n').replace(escapeSequences, '').replace(control, ' ').replace(deceiving, '')
}

/** Text of one line: a name, a cell, a part of a sentence. */
export const shownLine = (text: string): string => shownText(text).replace(/\s+/g, ' ')

/** JSON that a terminal may show: what `shownText` would take out is escaped, so that programs read what was there. */
export const shownJson = (json: string): string => json.replace(suspicious, escaped)

/** A text in parts of which every second one, from the second on, is escaped: what would mislead the eye is there to be seen. */
export function shownParts(text: string): string[] {
  const parts: string[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(suspicious)) {
    if (index === at && parts.length > 0) parts.push(`${parts.pop()}${escaped(found)}`)
    else parts.push(text.slice(at, index), escaped(found))
    at = index + found.length
  }
  return [...parts, text.slice(at)]
}

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
