import type { Passage } from '../../../contract/library/extract'
import { splitSentences } from '../../../contract/report/sentences'
import type { Block, Draft, DraftHeading } from '../draft'
import { languageOf } from './language'
import { lengthWithin, maxTokens, maxWords, sizeOf, type TextSize, targetTokens, targetWords } from './size'

/** The smallest thing that is not cut: a sentence, a row, a line, or a part of an overlong one. */
interface Unit extends TextSize {
  readonly start: number
  readonly end: number
  /** True where a block ends with it: a better place to cut than inside a paragraph. */
  readonly endsBlock: boolean
}

/** Below this a last passage is taken into the one before it where that fits: it would say too little alone. */
const smallWords = 20

/**
 * Cuts a draft's text into passages of about 80 words that hold whole sentences, stay under one heading and do not
 * overlap; together they cover all blocks. A heading is in a passage only where no text stands under it.
 */
export function cutPassages(draft: Draft): Passage[] {
  const passages: Passage[] = []
  const lines = new LineCounter(draft.text)
  const pages = new PageCounter(draft.pageStarts)
  for (const section of sectionsOf(draft)) {
    const units = section.blocks.flatMap((block) => unitsOf(draft.text, block))
    for (const group of groupUnits(units, (at) => pages.pageAt(at))) {
      const start = group[0]!.start
      const end = group.at(-1)!.end
      const text = draft.text.slice(start, end)
      passages.push({
        ordinal: passages.length,
        start,
        end,
        page: pages.pageAt(start),
        lineStart: lines.lineAt(start),
        lineEnd: lines.lineAt(end - 1),
        headingPath: [...section.headingPath],
        text,
        words: sizeOf(text).words,
        language: draft.mediaType === 'code' ? draft.language : languageOf(text),
      })
    }
  }
  return passages
}

interface Section {
  readonly headingPath: readonly string[]
  readonly blocks: readonly Block[]
}

/**
 * Headings above which a text is not cut at them: a list of values, each with a name, would be a passage for each of its
 * lines.
 */
const maxHeadings = 20_000

/** Blocks by the heading that they stand under, in order. */
function sectionsOf(draft: Draft): Section[] {
  if (draft.headings.length > maxHeadings && draft.pageStarts.length === 0)
    return [{ headingPath: [], blocks: draft.blocks }]
  const sections: Section[] = []
  const path: DraftHeading[] = []
  let blocks: Block[] = []
  let headingBlocks: Block[] = []
  let nextBlock = 0
  const close = (follower: DraftHeading | null): void => {
    const headingPath = path.filter(({ level }) => level > 0).map((heading) => heading.text)
    if (blocks.length > 0) sections.push({ headingPath, blocks })
    // A heading with nothing under it, not even a smaller heading, would be found by no search.
    else if (headingBlocks.length > 0 && (follower === null || follower.level <= (path.at(-1)?.level ?? 0))) {
      sections.push({ headingPath: headingPath.slice(0, -1), blocks: headingBlocks })
    }
    blocks = []
    headingBlocks = []
  }
  const take = (until: number): void => {
    for (; nextBlock < draft.blocks.length; nextBlock++) {
      const block = draft.blocks[nextBlock]!
      if (block.start >= until) return
      if (block.kind === 'heading') headingBlocks.push(block)
      else blocks.push(block)
    }
  }
  for (const heading of headingsOf(draft)) {
    take(heading.start)
    close(heading)
    while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop()
    path.push(heading)
  }
  take(Number.POSITIVE_INFINITY)
  close(null)
  return sections
}

/**
 * The headings of a draft. A part that begins without one (a slide, a message) begins with a heading above all others that
 * has no text: it doesn't stand under those of the part before, as a page does.
 */
function headingsOf({ mediaType, headings, pageStarts }: Draft): readonly DraftHeading[] {
  if (mediaType === 'pdf' || mediaType === 'image' || pageStarts.length === 0) return headings
  const begun = pageStarts.map((start) => ({ level: 0, text: '', start }))
  return [...begun, ...headings].sort((one, other) => one.start - other.start || one.level - other.level)
}

function unitsOf(text: string, block: Block): Unit[] {
  const ranges =
    block.kind === 'paragraph' || block.kind === 'item'
      ? splitSentences(text.slice(block.start, block.end)).map(({ start, end }) => ({
          start: start + block.start,
          end: end + block.start,
        }))
      : [{ start: block.start, end: block.end }]
  const units: Unit[] = []
  for (const [index, { start, end }] of ranges.entries()) {
    const size = sizeOf(text.slice(start, end))
    const endsBlock = index === ranges.length - 1
    if (fits(size)) units.push({ start, end, ...size, endsBlock })
    else cutLongUnit(text, start, end, endsBlock, units)
  }
  return units
}

/** Weakest last: where a sentence too long for a passage is cut. */
const cuts = [/[;；:：。！？]\s*/gu, /[,，、]\s*|\s[–—]\s/gu, /\s+/gu]

function cutLongUnit(text: string, start: number, end: number, endsBlock: boolean, units: Unit[]): void {
  let from = start
  while (from < end) {
    const to = cutPoint(text, from, end)
    let last = to
    while (last > from && /\s/u.test(text.charAt(last - 1))) last--
    if (last > from) {
      const size = sizeOf(text.slice(from, last))
      units.push({ start: from, end: last, ...size, endsBlock: endsBlock && to >= end })
    }
    from = to
    while (from < end && /\s/u.test(text.charAt(from))) from++
  }
}

/** Longest text in code units that is looked at for one passage: more would be over every limit. */
const windowLength = 1200

/** The end of the piece that begins at `from`: as long as fits, cut after the strongest mark in its second half. */
function cutPoint(text: string, from: number, end: number): number {
  const window = text.slice(from, Math.min(end, from + windowLength))
  const fits = longestFit(window)
  if (from + fits >= end) return end
  for (const cut of cuts) {
    let best = -1
    for (const match of window.slice(0, fits).matchAll(cut)) {
      const after = match.index + match[0].length
      if (after > fits / 2 && after < fits) best = after
    }
    if (best > 0) return from + best
  }
  // Never between the halves of a surrogate pair.
  return from + (/[\udc00-\udfff]/.test(window.charAt(fits)) ? fits - 1 : fits)
}

function longestFit(window: string): number {
  return Math.max(2, lengthWithin(window, { words: targetWords, tokens: maxTokens }))
}

/** Packs a section's units into passages of even size near the target. */
function groupUnits(units: readonly Unit[], pageAt: (offset: number) => number | null): Unit[][] {
  let left = sumOf(units)
  const groups: Unit[][] = []
  let group: Unit[] = []
  let size: TextSize = { words: 0, tokens: 0 }
  let aim = evenShare(left)
  const close = (): void => {
    if (group.length > 0) groups.push(group)
    group = []
    size = { words: 0, tokens: 0 }
    aim = evenShare(left)
  }
  for (const unit of units) {
    const previous = group.at(-1)
    if (previous !== undefined) {
      const isNewPage = pageAt(unit.start) !== pageAt(previous.end - 1)
      // Cutting before the unit that passes the aim, unless less is over with it than is missing without it.
      const isFull = fillOf(size) + fillOf(unit) / 2 > aim
      const isFullAtEnd = previous.endsBlock && fillOf(size) + fillOf(unit) > aim * 1.1
      if (!fits(sumOf([size, unit])) || isNewPage || isFull || isFullAtEnd) close()
    }
    group.push(unit)
    size = sumOf([size, unit])
    left = { words: left.words - unit.words, tokens: left.tokens - unit.tokens }
  }
  const before = groups.at(-1)
  if (before !== undefined && group.length > 0 && size.words < smallWords && fits(sumOf([...before, ...group]))) {
    if (pageAt(before.at(-1)!.end - 1) === pageAt(group[0]!.start)) {
      before.push(...group)
      return groups
    }
  }
  close()
  return groups
}

function fits(size: TextSize): boolean {
  return size.words <= maxWords && size.tokens <= maxTokens
}

function sumOf(sizes: readonly TextSize[]): TextSize {
  let words = 0
  let tokens = 0
  for (const size of sizes) {
    words += size.words
    tokens += size.tokens
  }
  return { words, tokens }
}

/** How much of a passage a size fills: 1 is a whole one, by words or by tokens, whichever is reached first. */
function fillOf(size: TextSize): number {
  return Math.max(size.words / targetWords, size.tokens / targetTokens)
}

/** The fill of each passage when a text is cut into equal ones. */
function evenShare(size: TextSize): number {
  const fill = fillOf(size)
  const least = Math.ceil(Math.max(size.words / maxWords, size.tokens / maxTokens))
  return fill / Math.max(1, least, Math.round(fill))
}

/** Line numbers of rising offsets, without a table of all lines. */
class LineCounter {
  readonly #text: string
  #line = 1
  /** Offset of the next line end, kept: a line may be megabytes long. */
  #next: number

  constructor(text: string) {
    this.#text = text
    this.#next = this.#endFrom(0)
  }

  lineAt(offset: number): number {
    while (this.#next < offset) {
      this.#line++
      this.#next = this.#endFrom(this.#next + 1)
    }
    return this.#line
  }

  #endFrom(offset: number): number {
    const end = this.#text.indexOf('\n', offset)
    return end === -1 ? Number.POSITIVE_INFINITY : end
  }
}

class PageCounter {
  readonly #starts: readonly number[]

  constructor(starts: readonly number[]) {
    this.#starts = starts
  }

  /** 1-based page of an offset; null where there are no pages. */
  pageAt(offset: number): number | null {
    if (this.#starts.length === 0) return null
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
