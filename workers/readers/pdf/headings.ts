import { figureOfCaption } from '../../../contract/report/figures'
import { type BodyStyle, heaviest } from './geometry'
import { endsSentence } from './lines'
import type { Paragraph } from './paragraphs'

/** Headings are larger than the body by at least this factor. */
const leastFactor = 1.12
const maxHeadingLength = 220
const maxBoldHeadingLength = 110
const deepest = 4
/** So many headings with a number tell how a document sets them. */
const leastNumbered = 3
/** Share of what a style sets that are headings, where it sets few. */
const leastShare = 0.6
/** Sections that have no number where all others have one. */
const unnumbered =
  /^(?:abstract|contents|table of contents|summary|preface|foreword|acknowledge?ments?|references|bibliography|literature cited|index|glossary|appendix.*|摘要|目录|前言|致谢|参考文献|附录.*)$/iu
/** What formulas have and headings do not. */
const formula = /[=∼~≤≥<>⊗∑∏∫]/u

/** The size and font that most of the text is set in. */
export function bodyStyleOf(lines: Iterable<{ size: number; font: string; text: string }>): BodyStyle {
  const all = [...lines]
  const size = heaviest(all.map((line) => [line.size, line.text.length] as const)) ?? 0
  const ofSize = all.filter((line) => line.size === size)
  return { size, font: heaviest(ofSize.map((line) => [line.font, line.text.length] as const)) ?? '' }
}

/**
 * Levels of the paragraphs that are headings: by size, and below those what is set apart by its font alone. A document that
 * numbers its sections shows how its headings are set: what is set otherwise is a figure's label or a formula.
 */
export function headingLevelsOf(paragraphs: readonly Paragraph[], body: BodyStyle): Map<Paragraph, number> {
  const large = new Set(paragraphs.filter((paragraph) => isLargeHeading(paragraph, body)))
  const marked = new Set(
    paragraphs.filter((paragraph, index) => {
      const next = paragraphs[index + 1]
      return next !== undefined && !large.has(paragraph) && isFontHeading(paragraph, next, body)
    }),
  )
  const numbered = [...large, ...marked].filter((paragraph) => numberOf(paragraph) !== null)
  const fonts = new Set(numbered.map(({ font }) => font))
  const largest = largestOf(numbered)?.size ?? 0
  const title = largestOf([...large].filter(({ page }) => page === 1))
  const pagesOfLarge = pagesByStyle(large)
  const pagesOfMarked = pagesByStyle(marked)
  const rare = rareStyles(paragraphs, marked, pagesOfMarked)
  const isSet = (paragraph: Paragraph): boolean =>
    numbered.length < leastNumbered ||
    fonts.has(paragraph.font) ||
    paragraph === title ||
    unnumbered.test(textOfParagraph(paragraph)) ||
    // Chapters above the sections, and what is below them: TeX has a font of its own for each size.
    (paragraph.size > largest && (pagesOfLarge.get(styleOf(paragraph)) ?? 0) >= 2) ||
    (marked.has(paragraph) && (pagesOfMarked.get(styleOf(paragraph)) ?? 0) >= 3) ||
    (marked.has(paragraph) && rare.has(styleOf(paragraph)))
  const bySize = [...large].filter(isSet)
  const sizes = [...new Set(bySize.map((paragraph) => paragraph.size))].toSorted((one, other) => other - one)
  const levels = new Map<Paragraph, number>()
  for (const paragraph of bySize) levels.set(paragraph, Math.min(deepest, sizes.indexOf(paragraph.size) + 1))
  const below = Math.min(deepest, Math.min(sizes.length, deepest - 1) + 1)
  for (const paragraph of [...marked].filter(isSet)) levels.set(paragraph, below)
  if (numbered.length >= leastNumbered) {
    levelByNumber(numbered, levels)
    const lowest = Math.max(...numbered.map((paragraph) => levels.get(paragraph) ?? 1))
    for (const paragraph of marked) {
      if (rare.has(styleOf(paragraph)) && numberOf(paragraph) === null)
        levels.set(paragraph, Math.min(deepest, lowest + 1))
    }
  }
  return levels
}

/** The parts of a section's number: 3 of `2.3.2 Examples`, 1 of `4 Results` and `A. Proofs`; null where it has none. */
function numberOf(paragraph: Paragraph): number | null {
  const number = /^((?:\d{1,2}|[A-Z](?=\.))(?:\.\d{1,2}){0,4})(?:\.\s+\p{L}|\s+[\p{Lu}\p{Lo}])/u.exec(
    textOfParagraph(paragraph),
  )
  return number === null ? null : number[1]!.split('.').length
}

/** Sections within sections are below them, however large their headings are set. */
function levelByNumber(numbered: readonly Paragraph[], levels: Map<Paragraph, number>): void {
  const placed = numbered.map((paragraph) => ({ paragraph, depth: numberOf(paragraph) ?? 1 }))
  const least = placed.reduce((fewest, { depth }) => Math.min(fewest, depth), Number.POSITIVE_INFINITY)
  const highest = placed.reduce(
    (top, { paragraph, depth }) => (depth === least ? Math.min(top, levels.get(paragraph) ?? 1) : top),
    Number.POSITIVE_INFINITY,
  )
  for (const { paragraph, depth } of placed) levels.set(paragraph, Math.min(deepest, highest + depth - least))
}

function styleOf({ font, size }: Paragraph): string {
  return `${font} ${size}`
}

/** On how many pages each style stands. */
function pagesByStyle(paragraphs: Iterable<Paragraph>): Map<string, number> {
  const pages = new Map<string, Set<number>>()
  for (const paragraph of paragraphs) {
    const style = styleOf(paragraph)
    pages.set(style, (pages.get(style) ?? new Set()).add(paragraph.page))
  }
  return new Map([...pages].map(([style, { size }]) => [style, size]))
}

/**
 * Styles that set headings and little else, on two pages at least: "Worker Failure" and "Master Failure", where few sections are
 * divided that far.
 */
function rareStyles(
  paragraphs: readonly Paragraph[],
  marked: ReadonlySet<Paragraph>,
  pagesOf: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const all = new Map<string, number>()
  for (const paragraph of paragraphs) all.set(styleOf(paragraph), (all.get(styleOf(paragraph)) ?? 0) + 1)
  const found = new Set<string>()
  for (const [style, pages] of pagesOf) {
    const own = [...marked].filter((paragraph) => styleOf(paragraph) === style)
    const texts = new Set(own.map(textOfParagraph)).size
    if (pages >= 2 && texts >= leastNumbered && own.length >= leastShare * (all.get(style) ?? 0)) found.add(style)
  }
  return found
}

function largestOf(paragraphs: readonly Paragraph[]): Paragraph | undefined {
  return paragraphs.reduce<Paragraph | undefined>((most, one) => (one.size > (most?.size ?? 0) ? one : most), undefined)
}

export function textOfParagraph(paragraph: Paragraph): string {
  return paragraph.lines.map((line) => line.text).join(' ')
}

function isLargeHeading(paragraph: Paragraph, body: BodyStyle): boolean {
  const text = textOfParagraph(paragraph)
  return (
    paragraph.size >= body.size * leastFactor &&
    paragraph.lines.length <= 4 &&
    text.length <= maxHeadingLength &&
    /\p{L}{2}/u.test(text) &&
    !formula.test(text) &&
    figureOfCaption(text) === null &&
    isProse(paragraph)
  )
}

function isFontHeading(paragraph: Paragraph, next: Paragraph, body: BodyStyle): boolean {
  if (paragraph.font === body.font || !isProse(paragraph) || paragraph.lines.length > 1) return false
  if (paragraph.size < body.size * 0.97 || next.font !== body.font || !isProse(next)) return false
  const text = textOfParagraph(paragraph)
  return (
    text.length <= maxBoldHeadingLength &&
    !endsSentence.test(text) &&
    /^[\p{Lu}\p{Lo}\d]/u.test(text) &&
    /\p{L}{2}/u.test(text) &&
    !formula.test(text) &&
    figureOfCaption(text) === null
  )
}

function isProse({ kind }: Paragraph): boolean {
  return kind === 'text' || kind === 'item'
}
