import { linesOf } from '../lines'

/** Empty lines beyond these say nothing more, and a text may consist of them. */
const maxEmptyLines = 3

/** The lines of a document, without white space at their ends; tabs before a line's text reach to every eighth column. */
export function documentLines(text: string): string[] {
  const lines: string[] = []
  let empty = 0
  for (const raw of linesOf(text)) {
    const line = raw.trimEnd()
    empty = line === '' ? empty + 1 : 0
    if (empty <= maxEmptyLines) lines.push(withoutTabs(line))
  }
  return lines
}

function withoutTabs(line: string): string {
  if (!/^ *\t/.test(line)) return line
  let column = 0
  let at = 0
  for (; line[at] === ' ' || line[at] === '\t'; at++) column += line[at] === '\t' ? 8 - (column % 8) : 1
  return ' '.repeat(column) + line.slice(at)
}

/** Columns before a line's text. */
export const indentOf = (line: string): number => line.length - line.trimStart().length

/** Where the empty lines and those set in end that begin at `from`; empty ones at the end are not among them. */
export function endOfIndented(lines: readonly string[], from: number, least = 1): number {
  let end = from
  for (let at = from; at < lines.length; at++) {
    if (lines[at] === '') continue
    if (indentOf(lines[at]!) < least) break
    end = at + 1
  }
  return end
}

/** Lines moved to the left, by what all of them are set in. */
export function dedented(lines: readonly string[]): string[] {
  const left = lines.reduce((least, line) => (line === '' ? least : Math.min(least, indentOf(line))), Infinity)
  return left === Infinity ? [] : lines.map((line) => line.slice(left))
}

/** Without the empty lines at both ends. */
export function trimmed(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => line !== '')
  return from === -1 ? [] : lines.slice(from, lines.findLastIndex((line) => line !== '') + 1)
}

/** Lines of one paragraph end at the first empty one. */
export function endOfParagraph(lines: readonly string[], from: number): number {
  const end = lines.indexOf('', from)
  return end === -1 ? lines.length : end
}
