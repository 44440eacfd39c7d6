import type { FixedPitch } from './fixed-pitch'
import { type Line, median } from './geometry'
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

/**
 * Tells the entries of lists that manuals explain options, variables and words in: the term stands at the edge, its text
 * indented beside it and, lower, in lines that begin where the text does (`\item[term]`, Texinfo's tables). Taken for a row
 * of cells, the first line would be cut from its sentence. What ends on its first line is an entry where others of the column
 * are set so.
 */
export function withEntries(lines: readonly Line[], fixedPitch: FixedPitch, likelyFixed: FixedPitch): WithEntries {
  const setIn = (fonts: FixedPitch): ReadonlySet<Line> =>
    new Set(lines.filter(({ cells }) => cells.every((cell) => cell.every(({ font }) => fonts.has(font)))))
  const [programs, fixed] = [setIn(fixedPitch), setIn(likelyFixed)]
  const isName = (line: Line): boolean => fixed.has(line) && name.test(line.text)
  const leading = median(lines.slice(1).flatMap((line, at) => distanceOf(lines[at], line) ?? []))
  const places = new Map<string, Place>()
  lines.forEach((line, at) => {
    const next = lines[at + 1]
    if (
      next === undefined ||
      programs.has(line) ||
      (distanceOf(line, next) ?? Number.POSITIVE_INFINITY) > leading * 1.35
    )
      return
    const place = { left: Math.round(line.left), indent: next.left }
    if (splitAt(line, lines[at - 1], next.left, leading) !== null)
      places.set(`${place.left} ${Math.round(next.left)}`, place)
  })
  const entries = new Map<Line, Entry>()
  const lists = [...places.values()].filter((place) => {
    const { left, indent } = place
    const own = lines.flatMap((line, at): (readonly [Line, Entry])[] => {
      const entry =
        Math.round(line.left) === left && !programs.has(line) ? splitAt(line, lines[at - 1], indent, leading) : null
      return entry === null ? [] : [[line, entry]]
    })
    if (own.length < leastEntries) return false
    for (const [line, entry] of own) entries.set(line, entry)
    return true
  })
  const alone = lines.flatMap((line, at): { readonly line: Line; readonly indent: number }[] => {
    const next = lines[at + 1]
    if (next === undefined || entries.has(line) || line.cells.length > 1 || !isTerm(line)) return []
    const isAbove = distanceOf(line, next) !== undefined && next.left >= line.left + leastIndent * line.size
    return isAbove && !fixed.has(next) ? [{ line, indent: next.left }] : []
  })
  // Names in letters of one width are terms where no text is beside any of them, too: all may be too long for that.
  const isListed = ({ line, indent }: (typeof alone)[number]): boolean =>
    lists.some((list) => isOf(list, line, indent)) ||
    (isName(line) &&
      alone.filter(
        (other) => isName(other.line) && isOf({ left: Math.round(line.left), indent }, other.line, other.indent),
      ).length >= leastEntries)
  return {
    lines: lines.flatMap((line) => entries.get(line) ?? [line]),
    terms: new Set([...[...entries.values()].map(([term]) => term), ...alone.filter(isListed).map(({ line }) => line)]),
  }
}

/** Where the entries of a list stand. */
interface Place {
  readonly left: number
  readonly indent: number
}

const isOf = ({ left, indent }: Place, line: Line, textLeft: number): boolean =>
  Math.round(line.left) === left && Math.abs(textLeft - indent) <= sameIndent * line.size

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
  const [term, text] = [lineOf([items.slice(0, at)]), lineOf([items.slice(at)])]
  return isTerm(term) && !text.text.includes('…') && /\p{L}/u.test(text.text) ? [term, text] : null
}
