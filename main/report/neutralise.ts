/**
 * Text of sources inside an exported file: control characters become spaces, and characters that reorder or hide what
 * is read are dropped, so that the file shows what it holds.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
const deceiving = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

export function neutralise(text: string): string {
  return text.replace(control, ' ').replace(deceiving, '').trim()
}
