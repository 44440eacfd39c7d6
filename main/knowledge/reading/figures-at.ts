import { pdfLayout } from '../../../contract/library/extract'
import type { SourceFigure } from '../../../contract/library/source'
import { type FigureNumber, figureOfCaption, figuresNamed, resolveFigure } from '../../../contract/report/figures'
import { figureAreas } from './figure-areas'

/** Figures that are shown beside a passage at most. */
const mostFigures = 4
const longestCaption = 600
/** Captions of a document that are looked at. */
const mostCaptions = 5000
/** Characters of a passage that are looked at. */
const longestPassage = 20_000

/** A caption in the extracted text: a whole line of it. */
interface Caption {
  readonly number: FigureNumber
  readonly label: string
  readonly start: number
  readonly end: number
}

/** The figures that a passage of a PDF names or captions, with where on its pages they may be. */
export function figuresAt(text: string, layout: unknown, start: number, end: number): SourceFigure[] {
  const parsed = pdfLayout.safeParse(layout)
  if (!parsed.success) return []
  return captionsAt(text, start, end).flatMap((caption) => {
    const at = parsed.data.pages.findLastIndex((page) => page.start <= caption.start)
    if (at === -1) return []
    const areas = figureAreas(caption, text, parsed.data.pages, at)
    return [{ ...figureOf(caption, text), page: at + 1, areas }]
  })
}

/** The figures that a passage of material without pages names or captions. */
export const figuresWithoutPages = (text: string, start: number, end: number): SourceFigure[] =>
  captionsAt(text, start, end).map((caption) => ({ ...figureOf(caption, text), page: null, areas: [] }))

/** How the caption begins that stands at a place of the text; null where there is none. */
export function captionLabelAt(text: string, start: number): string | null {
  const end = text.indexOf('\n', start)
  return figureOfCaption(text.slice(start, end === -1 ? text.length : end))?.label ?? null
}

/**
 * The captions of the figures that the text from `start` to `end` (UTF-16 code units, end exclusive) names or captions. Of
 * several figures with one number (each chapter may begin anew) it is the one whose caption is nearest.
 */
function captionsAt(text: string, start: number, end: number): Caption[] {
  const to = Math.min(end, start + longestPassage)
  const named = figuresNamed(text.slice(start, to))
  const captions = captionsIn(text)
  const own = captions.filter((caption) => caption.start < to && caption.end > start)
  const numbers = new Set(captions.map(({ number }) => number))
  const others = named.flatMap((one) => {
    const resolved = resolveFigure(one, (number) => numbers.has(number))
    return nearest(
      captions.filter(({ number }) => number === resolved),
      start,
    )
  })
  return [...new Set([...own, ...others])].slice(0, mostFigures)
}

const captionLine = /^(?:figure|fig\.?|abbildung|abb\.|[图圖])\s?[\dA-Z一二三四五六七八九十].*$/gimu
/** A list of figures has their pages behind dots. */
const listed = /(?:…|\. \. \.|\.\.\.)[\s|.]{0,20}[\dxivl]{1,5}$/u

function captionsIn(text: string): Caption[] {
  const captions: Caption[] = []
  for (const { 0: line, index } of text.matchAll(captionLine)) {
    const figure = figureOfCaption(line)
    if (figure === null || listed.test(line.slice(-40))) continue
    captions.push({ ...figure, start: index, end: index + line.length })
    if (captions.length === mostCaptions) break
  }
  return captions
}

/** The caption nearest to a place, as a list; empty where there is none. */
function nearest(captions: readonly Caption[], to: number): Caption[] {
  const distance = ({ start }: Caption): number => Math.abs(start - to)
  return captions.toSorted((one, other) => distance(one) - distance(other)).slice(0, 1)
}

function figureOf({ label, start, end }: Caption, text: string): Omit<SourceFigure, 'page' | 'areas'> {
  const whole = text.slice(start, end)
  const caption = whole.length <= longestCaption ? whole : `${whole.slice(0, longestCaption).trimEnd()}…`
  return { label, caption, start, end }
}
