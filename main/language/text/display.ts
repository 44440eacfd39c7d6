/**
 * Text of a source as it is shown: whitespace runs become one space and characters that would hide or reorder what is
 * read are made visible or dropped. Checks against the source never use this text, they use the raw one.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g
const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]/gu

export function displayText(raw: string): string {
  return raw
    .replace(control, ' ')
    .replace(bidirectional, '')
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, '$1')
    .trim()
}
