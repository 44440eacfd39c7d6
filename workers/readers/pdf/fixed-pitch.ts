import { heaviest, type Item, type Page } from './geometry'

/** Text whose mean width says something; East Asian fonts have one width for all their characters. */
const telling = /^[ -~]{4,}$/
/** Letters that only a font of fixed pitch sets as wide as each other. */
const narrow = /[ijlt.,'|!:;]/
const wide = /[mwMWOQ@%]/
/** Different texts of a font that have to be seen before anything is said of it: one alone always has one width. */
const leastTexts = 4
/** Share of a font's characters that may stand in items of another width: spacing was added to them. */
const tolerated = 0.05
/** Widths within this share of each other are one. */
const sameWidth = 0.02

/** A font whose letters are all equally wide, by its name in the document: the width of a letter in ems. */
export type FixedPitch = ReadonlyMap<string, number>

/**
 * The fonts that set programs and what they print. None where most of the text is set so (a typescript): there it says
 * nothing about a line.
 */
export function fixedPitchOf(pages: readonly Page[]): FixedPitch {
  const byFont = new Map<string, Item[]>()
  let all = 0
  for (const item of pages.flatMap((page) => page.items)) {
    all += item.text.length
    if (!telling.test(item.text)) continue
    const items = byFont.get(item.font)
    if (items === undefined) byFont.set(item.font, [item])
    else items.push(item)
  }
  const fixed = new Map<string, number>()
  for (const [font, items] of byFont) {
    const characters = items.reduce((sum, item) => sum + item.text.length, 0)
    const widths = items.map((item) => [Math.round(widthOf(item) * 500) / 500, item.text.length] as const)
    const width = heaviest(widths) ?? 0
    const alike = items.filter((item) => Math.abs(widthOf(item) - width) <= width * sameWidth)
    const ofWidth = alike.reduce((sum, item) => sum + item.text.length, 0)
    const texts = [...new Set(items.map((item) => item.text))]
    const isTold =
      texts.length >= leastTexts && texts.some((text) => narrow.test(text)) && texts.some((text) => wide.test(text))
    if (isTold && ofWidth >= characters * (1 - tolerated)) fixed.set(font, width)
  }
  const set = pages
    .flatMap((page) => page.items)
    .reduce((sum, item) => sum + (fixed.has(item.font) ? item.text.length : 0), 0)
  return set > all / 2 ? new Map() : fixed
}

/** The mean width of an item's letters, in ems. */
function widthOf(item: Item): number {
  return (item.right - item.left) / (item.text.length * item.size)
}
