import type { PdfLayout } from '../../../contract/library/extract'
import type { PageArea } from '../../../contract/library/source'
import { figureOfCaption } from '../../../contract/report/figures'
import { spansOn } from './page-boxes'

type LayoutPage = PdfLayout['pages'][number]

/** Edges of a block of text on its page, in points from the top left. */
interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Shares of a page's height: what running heads stand in, and the smallest figure. */
const margin = 0.07
const smallestFigure = 0.04
/** Points by which boxes of neighbouring lines may overlap. */
const tolerance = 3
/** Words and Chinese characters that a block of running text has at least, with the end of a sentence and without: legends have none. */
const fewestWords = { ended: 8, open: 25 }
const fewestHan = { ended: 12, open: 40 }

/**
 * Where the figure of a caption (a line of the text, on the page `at`) may be: above it, below it, at the end of the page before,
 * each up to the next running text or caption. The whole page where the caption runs another way.
 */
export function figureAreas(
  caption: { readonly start: number; readonly end: number },
  text: string,
  pages: readonly LayoutPage[],
  at: number,
): PageArea[] {
  const page = pages[at]!
  const blocks = blocksOn(text, page, pages[at + 1]?.start ?? text.length)
  const own = blocks.find(({ start }) => start === caption.start)
  if (own === undefined) return []
  if (own.isTurned) return [areaOf(at, page, { left: 0, top: 0, right: page.width, bottom: page.height })]
  const others = blocks.filter((block) => block !== own && block.isRunning)
  const inColumn = others.filter((block) => overlap(block.left, block.right, own.left, own.right))
  const above = inColumn.filter(({ bottom }) => bottom <= own.top + tolerance).map(({ bottom }) => bottom)
  const below = inColumn.filter(({ top }) => top >= own.bottom - tolerance).map(({ top }) => top)
  const head = page.height * margin
  const foot = page.height * (1 - margin)
  const candidates = [
    areaOf(at, page, between(own, others, page, Math.max(head, ...above), own.top)),
    areaOf(at, page, between(own, others, page, own.bottom, Math.min(foot, ...below))),
    ...(above.length === 0 && at > 0 ? [endOf(text, pages, at - 1)] : []),
  ]
  return candidates.filter(
    ({ width, height, heightPoints }) => Math.min(width, height) >= heightPoints * smallestFigure,
  )
}

/** A stretch of the caption's page from one height to the other, as wide as no running text stands beside it. */
function between(own: Edges, others: readonly Edges[], page: LayoutPage, top: number, bottom: number): Edges {
  const beside = others.filter((block) => overlap(block.top, block.bottom, top + tolerance, bottom - tolerance))
  const left = beside.filter(({ right }) => right <= own.left + tolerance).map(({ right }) => right)
  const right = beside.filter((block) => block.left >= own.right - tolerance).map((block) => block.left)
  return { left: Math.max(0, ...left), right: Math.min(page.width, ...right), top, bottom }
}

function endOf(text: string, pages: readonly LayoutPage[], at: number): PageArea {
  const page = pages[at]!
  const running = blocksOn(text, page, pages[at + 1]!.start).filter(({ isRunning }) => isRunning)
  const top = Math.max(page.height * margin, ...running.map(({ bottom }) => bottom))
  return areaOf(at, page, { left: 0, top, right: page.width, bottom: page.height * (1 - margin) })
}

interface Block extends Edges {
  readonly start: number
  /** A sentence or more, or a caption. */
  readonly isRunning: boolean
  /** True where its first letters do not run to the right. */
  readonly isTurned: boolean
}

/**
 * The lines of the extract (its paragraphs and rows) that stand on a page, each with its edges; one that goes on in the next column
 * is two.
 */
function blocksOn(text: string, page: LayoutPage, end: number): Block[] {
  const blocks: Block[] = []
  let line = { end: 0, start: 0, isRunning: false }
  let lastTop = 0
  for (const { start, box, direction } of spansOn(page.spans, page.start)) {
    const { x, y, width, height } = box
    const edges = { left: x, top: y, right: x + width, bottom: y + height }
    const last = blocks.at(-1)
    const isSameLine = last !== undefined && start < line.end
    if (!isSameLine) line = lineAt(text, start, end)
    if (isSameLine && y > lastTop - height) blocks[blocks.length - 1] = { ...last, ...around(last, edges) }
    else blocks.push({ ...edges, start: line.start, isRunning: line.isRunning, isTurned: direction !== 0 })
    lastTop = y
  }
  return blocks
}

function lineAt(text: string, at: number, pageEnd: number): { start: number; end: number; isRunning: boolean } {
  const start = text.lastIndexOf('\n', at) + 1
  const next = text.indexOf('\n', at)
  const end = Math.min(next === -1 ? text.length : next, pageEnd)
  return { start, end, isRunning: isRunning(text.slice(start, end)) }
}

const around = (one: Edges, other: Edges): Edges => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
})

function isRunning(block: string): boolean {
  const beginning = block.slice(0, 500)
  if (figureOfCaption(beginning) !== null) return true
  if (beginning.includes(' | ')) return false
  const kind = /[.!?](?:\s|$)|[。！？]/u.test(beginning) ? 'ended' : 'open'
  const words = beginning.match(/\p{Script=Latin}{2,}/gu) ?? []
  const han = beginning.match(/\p{Script=Han}/gu) ?? []
  return words.length >= fewestWords[kind] || han.length >= fewestHan[kind]
}

const overlap = (from: number, to: number, otherFrom: number, otherTo: number): boolean =>
  Math.min(to, otherTo) > Math.max(from, otherFrom)

/** Within the page, whatever stands beyond its edges. */
function areaOf(at: number, { width, height }: LayoutPage, edges: Edges): PageArea {
  const [x, y] = [Math.max(0, edges.left), Math.max(0, edges.top)]
  const right = Math.min(width, edges.right)
  const bottom = Math.min(height, edges.bottom)
  const size = { width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
  return { page: at + 1, widthPoints: width, heightPoints: height, x, y, ...size }
}
