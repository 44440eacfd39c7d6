import type { Line } from '../geometry'

const label = /^(?:table|tableau|tabelle|tabla|tabela|tabella|tab\.|表格?)\s?/iu
const number = /^(?:(?:[A-Z]{1,2}[.-]?)?\d{1,3}(?:[.\-–]\d{1,3}){0,3}[a-z]?|[IVX]{1,5})(?![\p{L}\d])/u
/** What follows the number in a caption: a mark, or a title; a sentence goes on with a verb. */
const captionRest = /^(?:\s?[:：．|–—]|\.(?:\s|$)|\s*$|\s+[\p{Lu}\p{Lo}(])/u
/** Characters that a caption is told by. */
const longestBeginning = 80

/** True where a line begins a table's caption: “Table 3: …”, “表 2：…”. */
export function beginsCaption(text: string): boolean {
  const beginning = text.slice(0, longestBeginning)
  const labelled = label.exec(beginning)?.[0].length
  if (labelled === undefined) return false
  const numbered = number.exec(beginning.slice(labelled))?.[0].length
  return numbered !== undefined && captionRest.test(beginning.slice(labelled + numbered))
}

/** True where a line begins the caption of what is no table. */
export function beginsOtherCaption(text: string): boolean {
  return /^(?:figure|fig\.|abbildung|abb\.|listing|algorithm|example|图|程序)\s?[A-Z]?\d/iu.test(text)
}

/** Lines that a caption above a table has at most, and those that may stand between a table and the caption below it. */
const mostCaptionLines = 8
const mostNotes = 5
/** A caption and its table are no further apart than this (in ems). */
const widestGap = 4

/** The lines `from` to `to` (exclusive) of a caption. */
export interface CaptionRange {
  readonly from: number
  readonly to: number
}

/** The caption that ends right above the line at `from`. */
export function captionAbove(lines: readonly Line[], from: number): CaptionRange | null {
  for (let at = from - 1; at >= Math.max(0, from - mostCaptionLines); at--) {
    if (distance(lines, at, at + 1) > (at + 1 === from ? widestGap : 1.8)) return null
    if (beginsOtherCaption(lines[at]!.text)) return null
    if (beginsCaption(lines[at]!.text)) return { from: at, to: from }
  }
  return null
}

/** The caption that begins below the line at `to - 1`; a few notes may stand between. */
export function captionBelow(lines: readonly Line[], to: number): CaptionRange | null {
  for (let at = to; at < Math.min(lines.length, to + mostNotes + 1); at++) {
    if (distance(lines, at - 1, at) > widestGap) return null
    if (beginsOtherCaption(lines[at]!.text)) return null
    if (!beginsCaption(lines[at]!.text)) continue
    let end = at + 1
    while (end < lines.length && end - at < mostCaptionLines && goesOn(lines, at, end)) end++
    return { from: at, to: end }
  }
  return null
}

/** A caption's next line has its size and leading, and follows a line that is full or ends no sentence. */
function goesOn(lines: readonly Line[], first: number, at: number): boolean {
  const [line, before] = [lines[at]!, lines[at - 1]!]
  const leading = at - first > 1 ? lines[first + 1]!.baseline - lines[first]!.baseline : before.size * 1.5
  return (
    Math.abs(line.size - before.size) < 0.6 &&
    line.baseline - before.baseline <= leading * 1.1 &&
    !beginsCaption(line.text) &&
    !(/[.!?。]$/u.test(before.text) && before.right < line.right - line.size * 4)
  )
}

function distance(lines: readonly Line[], above: number, below: number): number {
  const [one, other] = [lines[above]!, lines[below]!]
  return Math.abs(other.baseline - one.baseline) / Math.max(one.size, other.size, 1)
}
