import { type BodyStyle, heaviest } from './geometry'
import { endsSentence, type Paragraph } from './paragraphs'

/** Headings are larger than the body by at least this factor. */
const leastFactor = 1.12
const maxHeadingLength = 220
const maxBoldHeadingLength = 110
const deepest = 4

/** The size and font that most of the text is set in. */
export function bodyStyleOf(lines: Iterable<{ size: number; font: string; text: string }>): BodyStyle {
  const all = [...lines]
  const size = heaviest(all.map((line) => [line.size, line.text.length] as const)) ?? 0
  const ofSize = all.filter((line) => line.size === size)
  return { size, font: heaviest(ofSize.map((line) => [line.font, line.text.length] as const)) ?? '' }
}

/** Levels of the paragraphs that are headings: by size, and below those what is set apart by its font alone. */
export function headingLevelsOf(paragraphs: readonly Paragraph[], body: BodyStyle): Map<Paragraph, number> {
  const bySize = paragraphs.filter((paragraph) => isLargeHeading(paragraph, body))
  const sizes = [...new Set(bySize.map((paragraph) => paragraph.size))].toSorted((one, other) => other - one)
  const levels = new Map<Paragraph, number>()
  for (const paragraph of bySize) levels.set(paragraph, Math.min(deepest, sizes.indexOf(paragraph.size) + 1))
  const below = Math.min(deepest, Math.min(sizes.length, deepest - 1) + 1)
  for (const [index, paragraph] of paragraphs.entries()) {
    const next = paragraphs[index + 1]
    if (!levels.has(paragraph) && next !== undefined && isFontHeading(paragraph, next, body))
      levels.set(paragraph, below)
  }
  return levels
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
    !paragraph.isRow
  )
}

function isFontHeading(paragraph: Paragraph, next: Paragraph, body: BodyStyle): boolean {
  if (paragraph.font === body.font || paragraph.isRow || paragraph.lines.length > 1) return false
  if (paragraph.size < body.size * 0.97 || next.font !== body.font || next.isRow) return false
  const text = textOfParagraph(paragraph)
  return (
    text.length <= maxBoldHeadingLength &&
    !endsSentence.test(text) &&
    /^[\p{Lu}\p{Lo}\d]/u.test(text) &&
    /\p{L}{2}/u.test(text)
  )
}
