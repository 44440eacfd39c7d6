import type { PDFOperatorList, PDFPageProxy, TextContent, TextItem } from 'pdfjs-dist/types/src/display/api'

/**
 * Fonts that TeX drew as pictures name their letters by their codes, and OT1 has ff, fi and fl at those of white space: pdf.js
 * takes them for gaps between words. What a page draws still has the codes.
 */
const ligatureOf: ReadonlyMap<string, string> = new Map([
  ['\u000b', 'ff'],
  ['\u000c', 'fi'],
  ['\r', 'fl'],
])
/** Width of such a ligature in Computer Modern Roman, in ems (cmr10.tfm: 0.583 and 0.556). */
const ligatureEms = 0.57
/** A gap this wide holds a ligature and a space. */
const widestWithoutSpace = 0.75

/** Thousandths of an em by which letters of a word are moved at most; more is a space. */
const mostKern = 150

/** How far apart a page's items and what it draws may come, in characters, before it is left as it is. */
const mostMissed = 40
/** Characters that have to be the same for both to be together again. */
const leastMet = 6

/** Pages with such fonts that are looked through before a document is taken for one that lost nothing. */
const mostCleanPages = 3

/** Restores what got lost on the pages of one document, one after the other. */
export class LostLigatures {
  /** Fonts that were seen to have OT1's ligatures. */
  readonly fonts = new Set<string>()
  readonly #operations: TextOperations
  #cleanPages = 0

  constructor(operations: TextOperations) {
    this.#operations = operations
  }

  async restored(content: TextContent, page: Pick<PDFPageProxy, 'getOperatorList'>): Promise<TextContent> {
    const isLookedAt = this.#cleanPages < mostCleanPages && Object.values(content.styles).some(isPictured)
    if (!isLookedAt) return content
    // What else a page draws may fail: no reason to lose its text.
    const operators = await page.getOperatorList().catch(() => null)
    const drawn = operators === null ? [] : drawnCharactersOf(operators, this.#operations)
    const { items, fonts } = withLostLigatures(
      content.items.filter((item): item is TextItem => 'str' in item),
      drawn,
    )
    if (fonts.size === 0 && this.fonts.size === 0) this.#cleanPages++
    for (const font of fonts) this.fonts.add(font)
    return { ...content, items: [...items] }
  }
}

/** A character as the page draws it. `isJoined`: nothing moved the pen since the one before. */
interface DrawnCharacter {
  readonly text: string
  readonly font: string
  readonly isJoined: boolean
}

/** Whether a font is drawn as pictures: pdf.js knows no height of such a one. */
const isPictured = ({ ascent }: { readonly ascent: number }): boolean => Number.isNaN(ascent)

/** pdf.js's numbers of what sets a font and what draws text. */
interface TextOperations {
  readonly setFont: number
  readonly showText: number
}

/** What a page draws as text, in the order in which it does. */
function drawnCharactersOf({ fnArray, argsArray }: PDFOperatorList, operations: TextOperations): DrawnCharacter[] {
  const drawn: DrawnCharacter[] = []
  let font = ''
  for (const [index, operation] of fnArray.entries()) {
    if (operation === operations.setFont) font = String(argsArray[index][0])
    if (operation !== operations.showText) continue
    let isJoined = false
    for (const glyph of argsArray[index][0] as readonly (number | { readonly unicode: string } | null)[]) {
      if (glyph !== null && typeof glyph === 'object') drawn.push({ text: glyph.unicode, font, isJoined })
      isJoined = typeof glyph === 'object' || Math.abs(glyph) < mostKern
    }
  }
  return drawn
}

interface Lost {
  readonly ligature: string
  readonly font: string
  /** The item and the character of it before which it stands. */
  readonly item: number
  readonly at: number
  readonly isAfterLetter: boolean
  readonly isBeforeLetter: boolean
}

/**
 * The items of a page with the ligatures that got lost, and the fonts that have them; the items themselves where they
 * are not what the page draws.
 */
function withLostLigatures(
  items: readonly TextItem[],
  drawn: readonly DrawnCharacter[],
): { readonly items: readonly TextItem[]; readonly fonts: ReadonlySet<string> } {
  const lost = lostOf(items, drawn) ?? []
  const mended = items.map((item) => ({ ...item }))
  for (const one of lost.toReversed()) restore(mended, one)
  return { items: mended, fonts: new Set(lost.map(({ font }) => font)) }
}

/** Where ligatures got lost, by going through both side by side; null where they are not the same text. */
function lostOf(items: readonly TextItem[], drawn: readonly DrawnCharacter[]): Lost[] | null {
  const shown = items.flatMap(({ str }, item) =>
    [...str.matchAll(/\S/gu)].map((match) => ({ text: match[0], item, at: match.index })),
  )
  const lost: Lost[] = []
  let next = 0
  for (let at = 0; at < drawn.length && next < shown.length; at++) {
    const { text, font, isJoined } = drawn[at]!
    const ligature = ligatureOf.get(text)
    const before = drawn[at - 1]
    const after = drawn[at + 1]
    const isAfterLetter = isJoined && before !== undefined && isLetter(before)
    const isBeforeLetter = after?.isJoined === true && isLetter(after)
    if (ligature !== undefined && (isAfterLetter || isBeforeLetter)) {
      const place = shown[next]!
      lost.push({ ligature, font, item: place.item, at: place.at, isAfterLetter, isBeforeLetter })
      continue
    }
    for (const character of text.normalize('NFKC').replace(/\s/gu, '')) {
      if (shown[next]?.text === character) next++
      else {
        const met = meetAgain(shown, next, drawn, at)
        if (met === null) return null
        next = met
        break
      }
    }
  }
  return lost
}

const isLetter = ({ text }: DrawnCharacter): boolean => /^\p{L}/u.test(text)

/** Where the items go on with what is drawn behind a character that they lack or have otherwise. */
function meetAgain(
  shown: readonly { readonly text: string }[],
  next: number,
  drawn: readonly DrawnCharacter[],
  at: number,
): number | null {
  const coming = drawn.slice(at + 1, at + 1 + leastMet).map(({ text }) => text)
  for (let from = next; from <= next + mostMissed; from++) {
    if (coming.every((text, offset) => shown[from + offset]?.text === text)) return from
  }
  return null
}

/** Puts a ligature to the word that it was drawn with. Later ones of the page are in their places already. */
function restore(items: TextItem[], { ligature, item: index, at, isAfterLetter, isBeforeLetter }: Lost): void {
  const item = items[index]!
  const head = item.str.slice(0, at)
  if (head.trim() !== '') {
    const space = { before: isAfterLetter ? '' : ' ', after: isBeforeLetter ? '' : ' ' }
    item.str = `${head.trimEnd()}${space.before}${ligature}${space.after}${item.str.slice(at)}`
    return
  }
  let above = index - 1
  while (above >= 0 && items[above]!.str.trim() === '') above--
  const before = items[above]
  const size = Math.hypot(item.transform[2], item.transform[3]) || item.height
  const width = ligatureEms * size
  if (before !== undefined && isAfterLetter) {
    const gap = item.transform[4] - (before.transform[4] + before.width)
    before.str = before.str.trimEnd() + ligature
    before.width += gap > 0 && gap < widestWithoutSpace * size && isBesides(before, item) ? gap : width
  } else {
    item.str = ligature + item.str.trimStart()
    item.transform = item.transform.with(4, item.transform[4] - width)
    item.width += width
  }
}

const isBesides = (one: TextItem, other: TextItem): boolean =>
  Math.abs(one.transform[5] - other.transform[5]) < Math.abs(one.transform[3]) * 0.25
