import type { PdfLayout } from '../../../contract/library/extract'
import { figureOfCaption } from '../../../contract/report/figures'
import { wordsOf } from '../join-lines'
import type { TextBuilder } from '../text-builder'
import type { FixedPitch } from './fixed-pitch'
import type { BodyStyle, Direction, Item, Line, Page } from './geometry'
import { headingLevelsOf } from './headings'
import { endsSentence, glue } from './lines'
import type { Paragraph } from './paragraphs'
import { joinRuns, type Run, trimRuns } from './runs'
import { rowRuns } from './tables/row-runs'

/** Ems that a letter of most fonts of fixed pitch has, and spaces beyond which a gap tells no more. */
const usualPitch = 0.6
const mostSpaces = 40

interface PlacedRun {
  readonly start: number
  readonly length: number
  readonly item: Item
  /** Share of the item's characters that the run has: a hyphen may have gone. */
  readonly share: number
}

/**
 * Writes paragraphs into the builder, words that a line's end broke as one, paragraphs that a column's or page's end
 * broke as one, and answers where each page starts and where the characters stand.
 */
export function compose(
  paragraphs: readonly Paragraph[],
  pages: readonly Page[],
  body: BodyStyle,
  builder: TextBuilder,
  fixedPitch: FixedPitch = new Map(),
): { pageStarts: number[]; layout: PdfLayout } {
  const levels = headingLevelsOf(paragraphs, body)
  const knows = wordsOf(paragraphs.flatMap(({ lines }) => lines.map(({ text }) => text)))
  const placed = new Map<number, PlacedRun[]>()
  /** Where the first row of a page's tables starts: names of columns stand before what the page has. */
  const firstRows = new Map<number, number>()
  let runs: Run[] = []
  let open: Paragraph | null = null
  const flush = (): void => {
    if (open === null) return
    const trimmed = trimRuns(runs)
    const text = trimmed.map((run) => run.text).join('')
    const level = levels.get(open)
    const kind = open.kind === 'row' || open.kind === 'item' ? open.kind : 'paragraph'
    place(trimmed, level === undefined ? builder.addExact(kind, text) : builder.headingExact(level, text), placed)
    runs = []
    open = null
  }
  for (const paragraph of paragraphs) {
    if (paragraph.table !== undefined) {
      flush()
      builder.separate()
      for (const row of paragraph.table.rows) {
        const runs = rowRuns(row, paragraph.table.names, knows, paragraph.page)
        const start = builder.addExact('row', runs.map(({ text }) => text).join(''))
        if (!firstRows.has(paragraph.page)) firstRows.set(paragraph.page, start)
        place(runs, start, placed)
      }
      builder.separate()
      continue
    }
    if (paragraph.kind === 'code') {
      flush()
      builder.separate()
      for (const line of paragraph.lines) {
        const runs = codeRuns(line, paragraph, fixedPitch)
        place(runs, builder.addExact('line', runs.map(({ text }) => text).join('')), placed)
      }
      continue
    }
    const isHeading = levels.has(paragraph)
    const continues = open !== null && !levels.has(open) && !isHeading && isContinued(open, paragraph, body)
    if (!continues) {
      flush()
      open = paragraph
    }
    for (const [index, line] of paragraph.lines.entries()) {
      if (paragraph.isEntry && index === 1) runs.push({ text: ': ', item: null, page: paragraph.page })
      else if (runs.length > 0 || index > 0) joinRuns(runs, line.text, knows, paragraph.page)
      for (const [cellIndex, cell] of line.cells.entries()) {
        const first = runs.at(-1)
        if (cellIndex > 0 && first !== undefined) {
          runs.push({ text: paragraph.kind === 'row' ? ' | ' : ' ', item: null, page: paragraph.page })
        }
        for (const [itemIndex, item] of cell.entries()) {
          const space = glue(cell[itemIndex - 1], item)
          if (space !== '') runs.push({ text: space, item: null, page: paragraph.page })
          runs.push({ text: item.text, item, page: paragraph.page })
        }
      }
    }
  }
  flush()
  return layoutOf(pages, placed, firstRows, builder.length)
}

function place(runs: readonly Run[], start: number, placed: Map<number, PlacedRun[]>): void {
  let at = start
  for (const { text, item, page } of runs) {
    if (item !== null && text !== '') {
      const list = placed.get(page) ?? []
      list.push({ start: at, length: text.length, item, share: Math.min(1, text.length / item.text.length) })
      placed.set(page, list)
    }
    at += text.length
  }
}

/** A line of a program with the spaces that its places on the page show. */
function codeRuns(line: Line, { lines, page }: Paragraph, fixedPitch: FixedPitch): Run[] {
  const edge = Math.min(...lines.map(({ left }) => left))
  const runs: Run[] = []
  let right = edge
  for (const item of line.cells.flat()) {
    const pitch = (fixedPitch.get(item.font) ?? usualPitch) * item.size
    const spaces = Math.min(mostSpaces, Math.max(0, Math.round((item.left - right) / pitch)))
    if (spaces > 0) runs.push({ text: ' '.repeat(spaces), item: null, page })
    runs.push({ text: item.text, item, page })
    right = item.right
  }
  const last = runs.at(-1)
  if (last !== undefined) last.text = last.text.trimEnd()
  return runs
}

/** What a page's or column's end broke goes on without a sentence end before it, in the same size and in lower case. */
function isContinued(before: Paragraph, after: Paragraph, body: BodyStyle): boolean {
  if (before.kind === 'row' || after.kind !== 'text') return false
  if (before.size !== after.size || Math.abs(before.size - body.size) > body.size * 0.12) return false
  const last = before.lines.at(-1)!
  const first = after.lines[0]!
  // Within one column the distance of lines has already told them apart.
  const isBreak = after.page !== before.page || first.baseline < last.baseline
  if (!isBreak || isFigureCaption(before) || isFigureCaption(after)) return false
  if (/\p{L}[-‐]$/u.test(last.text)) return true
  return (
    !endsSentence.test(last.text) && /^[\p{Ll}\p{Lo}(\d“"']/u.test(first.text) && last.right > before.columnRight * 0.8
  )
}

const isFigureCaption = ({ lines }: Paragraph): boolean => figureOfCaption(lines[0]!.text) !== null

/** Words of the document that no line's end broke, to tell a hyphen of the author from one of the typesetter. */
function layoutOf(
  pages: readonly Page[],
  placed: ReadonlyMap<number, readonly PlacedRun[]>,
  firstRows: ReadonlyMap<number, number>,
  length: number,
): { pageStarts: number[]; layout: PdfLayout } {
  const pageStarts: number[] = []
  let next = length
  for (const page of pages.toReversed()) {
    const first = placed.get(page.number)?.[0]?.start ?? next
    next = Math.min(first, firstRows.get(page.number) ?? first)
    pageStarts.unshift(next)
  }
  return {
    pageStarts,
    layout: {
      version: 1,
      pages: pages.map((page, index) => ({
        start: pageStarts[index]!,
        width: round(page.width),
        height: round(page.height),
        spans: spansOf(placed.get(page.number) ?? [], pageStarts[index]!),
      })),
    },
  }
}

const directionCodes: Readonly<Record<Direction, number>> = { right: 0, down: 1, up: 2, left: 3 }

function spansOf(runs: readonly PlacedRun[], pageStart: number): string {
  const numbers: number[] = []
  let at = pageStart
  for (const { start, length, item, share } of runs) {
    const { x, y, width, height } = item.box
    const isAlongX = item.direction === 'right' || item.direction === 'left'
    const tenths = [x, y, isAlongX ? width * share : width, isAlongX ? height : height * share].map((value) =>
      Math.round(value * 10),
    )
    numbers.push(start - at, length, ...tenths, directionCodes[item.direction])
    at = start + length
  }
  return numbers.join(',')
}

function round(points: number): number {
  return Math.round(points * 100) / 100
}
