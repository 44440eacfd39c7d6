import { type Draft, draftOf, type TextInput } from './draft'
import { joinLines, wordsOf } from './join-lines'
import { linesOf } from './lines'
import { TextBuilder } from './text-builder'

/** A line that begins a list item. */
const bullet = /^\s*(?:[-*•‣◦·–]\s+|\(?\d{1,3}[.)]\s+|\(?[a-z][.)]\s+)/
const timestamp = /^\s*\[?(?:\d{4}-\d\d-\d\d|\d\d:\d\d)/
const underline = /^\s*(={3,}|-{3,}|~{3,}|\^{3,})\s*$/
const numberedHeading =
  /^\s*(?:(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{Lu}|(?:chapter|part|appendix|section)\s+[\dIVXA-Z]+\b)/iu

/** Titles and headings are short: the longest of a thousand titles of papers has about 200 characters. */
const maxTitleLength = 200
const maxHeadingLength = 90

/**
 * Reads plain text: wrapped lines become paragraphs again, list items and lines that stand for themselves keep their
 * line; a title and headings only where the text plainly sets them apart.
 */
export function readPlainText(input: TextInput): Draft {
  const builder = new TextBuilder(input.maxTextLength)
  const groups = paragraphsOf(input.text)
  if (isManualPage(groups)) {
    addManualPage(builder, groups)
    return draftOf(builder, { mediaType: 'text', reader: 'plain-text', title: null, encoding: input.encoding })
  }
  // Each line of a log stands for itself, however alike their lengths are.
  const wrapWidth = /\.log$/i.test(input.name) ? null : wrapWidthOf(groups)
  const title = titleOf(groups)
  for (const [index, lines] of groups.entries()) {
    if (index === 0 && title !== null) {
      builder.heading(1, title)
      continue
    }
    const second = lines[1]
    if (second !== undefined && underline.test(second) && lines[0]!.length <= maxHeadingLength) {
      builder.heading(/=/.test(second) ? 2 : 3, lines[0]!)
      addParagraph(builder, lines.slice(2), wrapWidth)
    } else if (lines.length === 1 && isHeading(lines[0]!, groups[index + 1])) {
      builder.heading(headingLevel(lines[0]!), lines[0]!)
    } else {
      addParagraph(builder, lines, wrapWidth)
    }
  }
  return draftOf(builder, {
    mediaType: 'text',
    reader: 'plain-text',
    title,
    encoding: input.encoding,
  })
}

/** Adds text that has no headings: wrapped lines become paragraphs, list items keep their line. */
export function addParagraphs(builder: TextBuilder, text: string): void {
  const groups = paragraphsOf(text)
  const wrapWidth = wrapWidthOf(groups)
  for (const lines of groups) addParagraph(builder, lines, wrapWidth)
}

/** Adds preformatted text; false, with nothing added, where it is no manual page: its lines stand for themselves then. */
export function addAsManualPage(builder: TextBuilder, text: string): boolean {
  const groups = paragraphsOf(text)
  if (!isManualPage(groups)) return false
  addManualPage(builder, groups)
  return true
}

/** `NAME`, `MAIL QUEUES`: a line of capitals at the margin with text set in below it. */
function isManualHeading([line = '', next = '']: readonly string[]): boolean {
  return /^\p{Lu}{2}/u.test(line) && line.length <= 60 && line === line.toUpperCase() && /^\s{2,}\S/.test(next)
}

/** `NAME`, `SYNOPSIS` and `DESCRIPTION` stand in each. */
const fewestManualHeadings = 3

const isManualPage = (groups: readonly string[][]): boolean =>
  groups.filter(isManualHeading).length >= fewestManualHeadings

/** Words that the page's formatter broke are whole again, and what it wrapped is a paragraph. */
function addManualPage(builder: TextBuilder, groups: readonly string[][]): void {
  const widths = groups.flatMap((lines) => lines.map((line) => line.trimEnd().length)).sort((one, other) => one - other)
  const wrapWidth = widths[Math.floor(widths.length * 0.95)] ?? 0
  const knows = wordsOf(groups.flat())
  for (const lines of groups) {
    if (isManualHeading(lines)) builder.heading(2, lines[0]!)
    addParagraph(builder, isManualHeading(lines) ? lines.slice(1) : lines, wrapWidth, knows)
  }
}

const isLineOrFormFeed = (code: number): boolean => code === 0x0a || code === 0x0c

function paragraphsOf(text: string): string[][] {
  const groups: string[][] = []
  let group: string[] = []
  for (const line of linesOf(text, isLineOrFormFeed)) {
    if (line.trim() !== '') group.push(line)
    else if (group.length > 0) {
      groups.push(group)
      group = []
    }
  }
  if (group.length > 0) groups.push(group)
  return groups
}

/** The column at which an editor wrapped the lines; null where each line stands for itself. */
function wrapWidthOf(groups: readonly string[][]): number | null {
  const inner = groups.flatMap((lines) => lines.slice(0, -1).map((line) => line.trimEnd().length))
  if (inner.length < 2) return null
  const sorted = inner.toSorted((one, other) => one - other)
  const width = sorted[Math.floor(sorted.length * 0.98)]!
  if (width < 40 || width > 130) return null
  const full = inner.filter((length) => length >= width * 0.75).length
  return full >= inner.length * 0.6 ? width : null
}

function addParagraph(
  builder: TextBuilder,
  lines: readonly string[],
  wrapWidth: number | null,
  knows?: (word: string) => boolean,
): void {
  let text = ''
  let isItem = false
  builder.separate()
  const flush = (): void => {
    builder.add(isItem ? 'item' : 'paragraph', text)
    text = ''
  }
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1]
    const isBullet = bullet.test(line)
    const continues = previous !== undefined && !isBullet && (isItem || continuesLine(previous, line, wrapWidth))
    if (continues && (!isItem || continuesLine(previous, line, wrapWidth) || /^\s{2,}/.test(line))) {
      text = joinLines(text, line.trim(), knows)
      continue
    }
    flush()
    isItem = isBullet || (lines.length > 1 && wrapWidth === null)
    text = line
  }
  flush()
}

/** Words that no line of its own ends with. */
const leansOn = /(?<![,;] )\b(?:the|an?|of|that|which|to|with|by|from|into|and|or|are|was|were|be|their|its|these)\s*$/

function continuesLine(previous: string, line: string, wrapWidth: number | null): boolean {
  if (timestamp.test(line)) return false
  if (wrapWidth !== null) {
    const firstWord = /^\S*/.exec(line.trim())?.[0].length ?? 0
    // The editor broke the line because the next word did not fit (or nearly so: ragged edges).
    if (previous.trimEnd().length + 1 + firstWord > wrapWidth * 0.9) return true
  }
  if (previous.length > 30 && leansOn.test(previous) && /^\s*[\p{L}\p{N}`'"“‘(<]/u.test(line)) return true
  const startsSmall = /^\s*\p{Ll}/u.test(line)
  if (startsSmall && /[\p{Ll},;]\s*$/u.test(previous) && previous.length > 30) return true
  return (
    startsSmall && previous.length > leastProse.characters && isProse(previous) && !/[.!?:;{}()]\s*$/.test(previous)
  )
}

/** What a line of running text has, so that a program or a table is none. */
const leastProse = { characters: 50, words: 6, letters: 0.75 } as const

function isProse(line: string): boolean {
  const text = line.trim()
  const letters = text.match(/[\p{L}\s]/gu)?.length ?? 0
  return text.split(/\s+/).length >= leastProse.words && letters / text.length >= leastProse.letters
}

/** The first line, alone before an empty line, short, and with more text after it. Nothing is invented. */
function titleOf(groups: readonly string[][]): string | null {
  const [first, ...rest] = groups
  if (first === undefined || rest.length === 0) return null
  const lines = first.length === 2 && underline.test(first[1]!) ? first.slice(0, 1) : first
  const line = lines.map((part) => part.trim()).join(' ')
  if (lines.length > 2 || line.length > maxTitleLength || bullet.test(line) || !/\p{L}{2}/u.test(line)) return null
  // A sentence is a short paragraph; " ." is how tokenised collections close their titles.
  if (/[.!。！;；:：,，]$/u.test(line) && !/\s\.$/.test(line)) return null
  return line.replace(/\s+/g, ' ')
}

/** Set apart by a number or capitals, or a short line without a full stop above a paragraph. */
function isHeading(line: string, next: readonly string[] | undefined): boolean {
  const text = line.trim()
  if (next === undefined || text.length > maxHeadingLength || /[.!?,;:。！？，；：]$/u.test(text)) return false
  if (numberedHeading.test(text)) return true
  if (/\p{Lu}{3}/u.test(text) && text === text.toUpperCase()) return true
  const isProse = next.join(' ').length > Math.max(120, text.length * 3) && !bullet.test(next[0]!)
  return isProse && text.length <= 60 && /^[\p{Lu}\p{Lo}\d]/u.test(text) && !bullet.test(text)
}

function headingLevel(line: string): number {
  const number = numberedHeading.exec(line.trim())?.[1]
  return number === undefined ? 2 : 1 + number.split('.').length
}
