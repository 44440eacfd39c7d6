import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api'
import { storable } from '../text-builder'
import { type Direction, heaviest, type Item } from './geometry'
import { fromMisnamed, misnamedFontsOf, texText } from './tex-fonts'

/** Where a font does not say (or says nonsense): what Latin text fonts have. */
const usualAscent = 0.8
const usualDescent = -0.2

/**
 * The text items of a page in the frame in which it is read. Text that runs another way than most of the page (a
 * stamp in the margin) is left out: `[items, characters left out]`. `texFonts` are known to be in TeX's encoding.
 */
export function itemsOf(
  content: TextContent,
  view: readonly number[],
  texFonts: ReadonlySet<string> = new Set(),
): readonly [Item[], number] {
  const raw = content.items.filter((item): item is TextItem => 'str' in item && item.str.trim() !== '')
  const direction = heaviest(raw.map((item) => [directionOf(item), item.str.length] as const)) ?? 'right'
  const misnamed = misnamedFontsOf(raw)
  const items: Item[] = []
  let leftOut = 0
  for (const [index, item] of raw.entries()) {
    if (directionOf(item) !== direction) leftOut += item.str.length
    else {
      const meant = misnamed.has(item.fontName) ? fromMisnamed(item.str) : item.str
      const text = textOf(texText(meant, texFonts.has(item.fontName), beginsLine(item, raw[index - 1])))
      if (text !== '') items.push(itemOf(item, text, direction, content, view))
    }
  }
  return [items, leftOut]
}

function directionOf({ transform }: TextItem): Direction {
  const [a, b] = transform as [number, number]
  const angle = Math.round(Math.atan2(b, a) / (Math.PI / 2))
  if (angle === 0) return 'right'
  if (angle === 1) return 'up'
  if (angle === -1) return 'down'
  return 'left'
}

function itemOf(
  item: TextItem,
  text: string,
  direction: Direction,
  content: TextContent,
  view: readonly number[],
): Item {
  const [a, b, c, d, e, f] = item.transform as [number, number, number, number, number, number]
  const [viewLeft = 0, , , viewTop = 0] = view
  const size = Math.hypot(c, d) || Math.hypot(a, b) || 1
  const style = content.styles[item.fontName]
  const ascent = within(style?.ascent, 0.5, 1.1) ?? usualAscent
  const descent = within(style?.descent, -0.5, 0) ?? usualDescent
  const x = e - viewLeft
  const y = viewTop - f
  const thickness = (ascent - descent) * size
  const length = item.width
  const shared = { text, size, font: item.fontName, direction, isRightToLeft: item.dir === 'rtl' }
  switch (direction) {
    case 'right':
      return {
        ...shared,
        left: x,
        right: x + length,
        baseline: y,
        box: { x, y: y - ascent * size, width: length, height: thickness },
      }
    case 'up':
      return {
        ...shared,
        left: -y,
        right: -y + length,
        baseline: x,
        box: { x: x - ascent * size, y: y - length, width: thickness, height: length },
      }
    case 'down':
      return {
        ...shared,
        left: y,
        right: y + length,
        baseline: -x,
        box: { x: x + descent * size, y, width: thickness, height: length },
      }
    case 'left':
      return {
        ...shared,
        left: -x,
        right: -x + length,
        baseline: -y,
        box: { x: x - length, y: y + descent * size, width: length, height: thickness },
      }
  }
}

const beginsLine = (item: TextItem, before: TextItem | undefined): boolean =>
  before === undefined || Math.abs(before.transform[5] - item.transform[5]) > item.height * 0.5

/** Storable text of an item; leaders of a table of contents are one mark. Inner white space is single. */
function textOf(text: string): string {
  return storable(text)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?:\. ?){4,}/g, '… ')
}

function within(value: number | undefined, low: number, high: number): number | undefined {
  return value !== undefined && value >= low && value <= high && value !== 0 ? value : undefined
}
