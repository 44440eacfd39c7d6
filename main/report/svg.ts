import type { Language } from '../../contract/language'
import { type Chart, type ChartPicture, drawChart } from '../../contract/report/chart'
import { shownLine } from '../../contract/shown-text'
import { speechIn, toldChart } from '../../wording'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text within HTML and SVG, on one line. */
export function escapeHtml(text: string): string {
  return shownLine(text)
    .trim()
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

export interface PictureName {
  /** Unique within its document. */
  readonly id: string
  readonly title: string
  /** What it shows, for who does not see it. */
  readonly told: string
}

/** Around it: letters may be wider where it is shown. */
const margin = 12
/** Ink that can be read on light paper and on dark. */
const ownStyle =
  '<style>text{font:12px system-ui,sans-serif;fill:#7a766e}rect,circle{fill:#0f766e}path{stroke:#bdb9b0}polyline{fill:none;stroke:#0f766e;stroke-width:2}</style>'

/** A chart as a file of its own, with what it shows in words. */
export function chartToSvg(chart: Chart, language: Language): string {
  const speech = speechIn(language)
  const picture = drawChart(chart, speech.format.number)
  const name = { id: 'rows', title: `${chart.value} / ${chart.label}`, told: toldChart(chart, speech) }
  return renderPicture(picture, name, { margin, attributes: ' xmlns="http://www.w3.org/2000/svg"', style: ownStyle })
}

/** A picture as part of a page, whose style draws it unless it has its own. */
export function renderPicture(
  { width, height, marks }: ChartPicture,
  { id: of, title, told }: PictureName,
  { margin: beside = 0, attributes = '', style = '' } = {},
): string {
  const drawn = marks.map((mark) => {
    if (mark.kind === 'bar') return `<rect x="${mark.x}" y="${mark.y}" width="${mark.width}" height="${mark.height}"/>`
    if (mark.kind === 'rule') return `<path d="M${mark.x1} ${mark.y1}L${mark.x2} ${mark.y2}"/>`
    if (mark.kind === 'line') return `<polyline points="${mark.points}"/>`
    if (mark.kind === 'dot') return `<circle cx="${mark.x}" cy="${mark.y}" r="3"/>`
    return `<text x="${mark.x}" y="${mark.y}" text-anchor="${mark.anchor}">${escapeHtml(mark.text)}</text>`
  })
  const box = `${-beside} ${-beside} ${width + 2 * beside} ${height + 2 * beside}`
  const id = `chart-${escapeHtml(of)}`
  const named = `<title id="${id}">${escapeHtml(title)}</title><desc id="${id}-told">${escapeHtml(told)}</desc>`
  return `<svg class="chart" role="img" aria-labelledby="${id}" aria-describedby="${id}-told"${attributes} viewBox="${box}">${style}${named}${drawn.join('')}</svg>`
}
