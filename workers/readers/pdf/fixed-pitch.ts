import { heaviest, type Item, type Page } from './geometry'

/** Text whose mean width says something; East Asian fonts have one width for all their characters. */
const measurable = /^[ -~]{4,}$/
/** Letters that only a font of fixed pitch sets as wide as each other. */
const narrow = /[ijlt.,'|!:;]/
const wide = /[mwMWOQ@%]/
/** Different texts of a font that have to be seen before anything is said of it: one alone always has one width. */
const leastTexts = 4
/** Share of a font's characters that may stand in items of another width: spacing was added to them. */
const tolerated = 0.05
/** Share of them that already makes it likely: runs of spaces are read as one, so that an item seems wider. */
const likelyShare = 0.6
/** Widths within this share of each other are one. */
const sameWidth = 0.02

/** A font whose letters are all equally wide, by its name in the document: the width of a letter in ems. */
export type FixedPitch = ReadonlyMap<string, number>

interface MeasuredFont {
  /** The width that most of its characters have, in ems. */
  readonly width: number
  /** The share of its characters that stand in items of that mean width. */
  readonly share: number
}

/**
 * The fonts that set programs and what they print. None where most of the text is set so (a typescript): there it says
 * nothing about a line.
 */
export function fixedPitchOf(pages: readonly Page[], measured = measuredFontsOf(pages)): FixedPitch {
  const fixed = new Map<string, number>()
  for (const [font, { width, share }] of measured) if (share >= 1 - tolerated) fixed.set(font, width)
  let all = 0
  let set = 0
  for (const { items } of pages) {
    for (const item of items) {
      all += item.text.length
      if (fixed.has(item.font)) set += item.text.length
    }
  }
  return set > all / 2 ? new Map() : fixed
}

/** Fonts that are most likely of fixed pitch, however much of the text they set: what programs print is in columns, too. */
export function likelyFixedOf(measured: ReadonlyMap<string, MeasuredFont>): FixedPitch {
  return new Map([...measured].flatMap(([font, { width, share }]) => (share >= likelyShare ? [[font, width]] : [])))
}

/** Fonts with narrow and wide letters in several texts, by their name in the document. */
export function measuredFontsOf(pages: readonly Page[]): Map<string, MeasuredFont> {
  const byFont = new Map<string, Item[]>()
  for (const item of pages.flatMap((page) => page.items)) {
    if (!measurable.test(item.text)) continue
    const items = byFont.get(item.font)
    if (items === undefined) byFont.set(item.font, [item])
    else items.push(item)
  }
  const measured = new Map<string, MeasuredFont>()
  for (const [font, items] of byFont) {
    const characters = items.reduce((sum, item) => sum + item.text.length, 0)
    const widths = items.map((item) => [Math.round(widthOf(item) * 500) / 500, item.text.length] as const)
    const width = heaviest(widths) ?? 0
    const alike = items.filter((item) => Math.abs(widthOf(item) - width) <= width * sameWidth)
    const ofWidth = alike.reduce((sum, item) => sum + item.text.length, 0)
    const texts = [...new Set(items.map((item) => item.text))]
    const isTold =
      texts.length >= leastTexts && texts.some((text) => narrow.test(text)) && texts.some((text) => wide.test(text))
    if (isTold) measured.set(font, { width, share: ofWidth / characters })
  }
  return measured
}

/** The mean width of an item's letters, in ems. */
function widthOf(item: Item): number {
  return (item.right - item.left) / (item.text.length * item.size)
}
