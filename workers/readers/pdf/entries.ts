import type { FixedPitch } from './fixed-pitch'
import { type Item, type Line, median } from './geometry'
import { endsSentence, lineOf } from './lines'

/** Lines of a column, with those that begin with the term that their entry explains as two, and the lines that are terms. */
interface WithEntries {
  readonly lines: readonly Line[]
  readonly terms: ReadonlySet<Line>
}

type Entry = readonly [term: Line, text: Line]

/** In ems: how far an entry's text is indented beyond its term at least, how near two indents count as one, and a gap no space between words has. */
const leastIndent = 0.8
const sameIndent = 0.3
const leastGap = 0.5
const mostTermLength = 60
/** A mark of a list or of a reference is no term, and after a colon or the end of a sentence the text reads on by itself. */
const noTerm =
  /^[-–—•‣◦▪●○■□*·→⇒➢]?$|^\(?\w{1,3}[.)]$|^\[|^(?:\d{1,3}(?:\.\d{1,3}){0,3}|[IVX]{1,5})$|^\\(?:end\b|\]$)|[.:;,!?(¨´`ˆ˜¸ˇ：。；]$|…/u

/** A name, with what it takes; not a command as it is typed, and no line of a program. */
const name = /^(?![$#>%] )[^\s"';]+(?: (?!=)[^\s"';]+){0,2}$/u

/** Entries of one list that stand in a column at least: a single one may be a line whose words fall so by chance. */
const leastEntries = 2
/** Lists of a column at most, those with most entries: pages that are made to take long have one a line. */
const mostLists = 8

/** Where the entries of a list stand, in points: their terms and their text. */
interface Place {
  readonly left: number
  readonly indent: number
}

/**
 * Tells the entries of lists that manuals explain options, variables and words in: the term stands at the edge, its text
 * indented beside it and, lower, in lines that begin where the text does (`\item[term]`, Texinfo's tables). Taken for a row
 * of cells, the first line would be cut from its sentence. What ends on its first line is an entry where others of the column
 * are set so, and so is a term that is too long for a text beside it.
 */
export function withEntries(lines: readonly Line[], fixedPitch: FixedPitch, likelyFixed: FixedPitch): WithEntries {
  const leading = median(lines.slice(1).flatMap((line, at) => distanceOf(lines[at], line) ?? []))
  const split = (line: Line, at: number, indent: number): Entry | null =>
    isSetIn(fixedPitch, line) ? null : splitAt(line, lines[at - 1], indent, leading)
  const lists = frequent(
    lines.flatMap((line, at): Place[] => {
      const next = lines[at + 1]
      const isBelow = next !== undefined && (distanceOf(line, next) ?? Number.POSITIVE_INFINITY) <= leading * 1.35
      return isBelow && split(line, at, next.left) !== null ? [{ left: line.left, indent: next.left }] : []
    }),
    1,
  )
  const entries = new Map<Line, Entry>()
  const known = lists.filter(({ left, indent }) => {
    const own = lines.flatMap((line, at): (readonly [Line, Entry])[] => {
      const entry = isNear(line.left, left, line) ? split(line, at, indent) : null
      return entry === null ? [] : [[line, entry]]
    })
    if (own.length < leastEntries) return false
    for (const [line, entry] of own) entries.set(line, entry)
    return true
  })
  const alone = lines.flatMap((line, at): { readonly line: Line; readonly place: Place }[] => {
    const next = lines[at + 1]
    if (next === undefined || entries.has(line) || line.cells.length > 1 || !isTerm(line)) return []
    const isAbove = distanceOf(line, next) !== undefined && next.left >= line.left + leastIndent * line.size
    return isAbove && !isSetIn(likelyFixed, next) ? [{ line, place: { left: line.left, indent: next.left } }] : []
  })
  // Names in letters of one width are terms where no text is beside any of them, too: all may be too long for that.
  const named = alone.filter(({ line }) => isSetIn(likelyFixed, line) && name.test(line.text))
  const ofNames = frequent(
    named.map(({ place }) => place),
    leastEntries,
  )
  const isOf = (places: readonly Place[], { line, place }: (typeof alone)[number]): boolean =>
    places.some(({ left, indent }) => isNear(place.left, left, line) && isNear(place.indent, indent, line))
  const terms = [
    ...[...entries.values()].map(([term]) => term),
    ...alone.filter((one) => isOf(known, one)).map(({ line }) => line),
    ...named.filter((one) => isOf(ofNames, one)).map(({ line }) => line),
  ]
  return { lines: lines.flatMap((line) => entries.get(line) ?? [line]), terms: new Set(terms) }
}

const isNear = (one: number, other: number, { size }: Line): boolean => Math.abs(one - other) <= sameIndent * size

const isSetIn = (fonts: FixedPitch, { cells }: Line): boolean =>
  cells.every((cell) => cell.every(({ font }) => fonts.has(font)))

/** The places, to a point, that occur at least so often; the most frequent first, and not more than a column has lists. */
function frequent(places: readonly Place[], least: number): Place[] {
  const found = new Map<string, { readonly place: Place; count: number }>()
  for (const place of places) {
    const key = `${Math.round(place.left)} ${Math.round(place.indent)}`
    const known = found.get(key)
    if (known === undefined) found.set(key, { place, count: 1 })
    else known.count += 1
  }
  const often = [...found.values()].filter(({ count }) => count >= least).sort((one, other) => other.count - one.count)
  return often.slice(0, mostLists).map(({ place }) => place)
}

const isTerm = ({ text }: Line): boolean => text.length <= mostTermLength && !noTerm.test(text)

/** Between two lines one below the other; undefined for a column's or a block's end. */
function distanceOf(above: Line | undefined, line: Line): number | undefined {
  const distance = above === undefined ? 0 : line.baseline - above.baseline
  return distance > 0 && distance < line.size * 2 ? distance : undefined
}

/** A line as a term and the text that begins at `indent`; null where it is none, or nothing sets the two apart. */
function splitAt(line: Line, above: Line | undefined, indent: number, leading: number): Entry | null {
  if (line.cells.length > 2 || indent < line.left + leastIndent * line.size) return null
  // Running text goes on from the line above it.
  const isFirst = (distanceOf(above, line) ?? Number.POSITIVE_INFINITY) > leading * 1.2
  if (above !== undefined && !isFirst && above.left < indent - line.size && !endsSentence.test(above.text)) return null
  const items = line.cells.flat()
  const at = items.findIndex(({ left }) => Math.abs(left - indent) <= sameIndent * line.size)
  const [last, first] = [items[at - 1], items[at]]
  if (last === undefined || first === undefined || items.some(({ isRightToLeft }) => isRightToLeft)) return null
  if (line.cells.length === 2 && line.cells[1]![0] !== first) return null
  // In one cell another font and a gap tell a term from running text that breaks where the next line begins.
  const isApart =
    items.slice(0, at).every(({ font }) => font !== first.font) && first.left - last.right >= leastGap * line.size
  if (line.cells.length === 1 && !isApart) return null
  const part = (own: readonly Item[]): Line => ({ ...lineOf([own]), baseline: line.baseline })
  const [term, text] = [part(items.slice(0, at)), part(items.slice(at))]
  return isTerm(term) && !text.text.includes('…') && /\p{L}/u.test(text.text) ? [term, text] : null
}
