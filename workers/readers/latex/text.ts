import { meetsWithoutSpace } from '../join-lines'
import { tidy } from '../text-builder'

/** Text as TeX sets it: quotation marks, dashes, and lines of Chinese joined without a space. */
export const readable = (text: string): string =>
  tidy(joined(text))
    .replaceAll('``', '“')
    .replaceAll("''", '”')
    .replaceAll('`', '‘')
    .replaceAll('---', '—')
    // Of a program's option the dashes are its own.
    .replace(/(?<![\s(]|^)--|--(?!\p{L})/gu, '–')
    .replace(/(\p{L})'(?=\p{L}|$|\s)/gu, '$1’')
    .replace(/ ([,.;:)])/g, '$1')

function joined(text: string): string {
  const parts: string[] = []
  for (const line of text.split('\n')) {
    const part = line.trim()
    const before = parts.at(-1)
    if (before !== undefined) parts.push(meetsWithoutSpace(before, part) ? '' : ' ')
    if (part !== '') parts.push(part)
    else if (before !== undefined) parts.pop()
  }
  return parts.join('')
}

/** @param accent as a character that combines with the letter before it */
export function accented(text: string, accent: string): string {
  const letter = text.replace('ı', 'i').replace('ȷ', 'j')
  return `${letter.slice(0, 1)}${accent}${letter.slice(1)}`.normalize('NFC')
}
