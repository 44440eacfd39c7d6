import type { Line } from './geometry'

/** Lines from each end of a page that may be a running head or foot. */
const edgeLines = 3

/** Distance in points within which two pages have a line at the same height. */
const sameHeight = 8

const pageNumber =
  /^[\s\-–—|·[(]*(?:(?:page|p\.|seite|página|第)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de)\s*\d{1,4})?[\s\-–—|·\])页頁]*$/iu

/**
 * Running heads, running feet and page numbers: lines at the edge of pages that come again on other pages at the same
 * height with at most their digits changed. Answers the lines to leave out.
 */
export function furnitureOf(pages: readonly (readonly Line[])[]): Set<Line> {
  const furniture = new Set<Line>()
  if (pages.length < 2) return furniture
  const edges = pages.map((lines) => lines.toSorted((one, other) => one.baseline - other.baseline))
  for (const isTop of [true, false]) {
    const byKey = new Map<string, { line: Line; page: number }[]>()
    for (const [page, lines] of edges.entries()) {
      for (const line of isTop ? lines.slice(0, edgeLines) : lines.slice(-edgeLines)) {
        const key = keyOf(line)
        byKey.set(key, [...(byKey.get(key) ?? []), { line, page }])
      }
    }
    const repeated = new Set<Line>()
    for (const [key, places] of byKey) {
      // A head may stand on every second page, or change with the chapter.
      const needed = pages.length <= 4 ? 2 : 3
      for (const { line, page } of places) {
        const alike = places.filter((other) => Math.abs(other.line.baseline - line.baseline) <= sameHeight)
        const distinct = new Set(alike.map((other) => other.page))
        if (distinct.size >= needed || (key === '#' && distinct.size >= 2 && distinct.has(page))) repeated.add(line)
      }
    }
    for (const line of numberedAlong(edges, isTop)) repeated.add(line)
    for (const lines of edges) {
      // From the edge inward: what stands inside the first line of content is content.
      for (const line of isTop ? lines : lines.toReversed()) {
        if (!repeated.has(line)) break
        furniture.add(line)
      }
    }
  }
  return furniture
}

/**
 * Heads that change with the chapter still carry the page's number: lines at one height that begin or end with a
 * number which grows by one from page to page.
 */
function numberedAlong(edges: readonly (readonly Line[])[], isTop: boolean): Line[] {
  const byOffset = new Map<string, { line: Line; page: number }[]>()
  for (const [page, lines] of edges.entries()) {
    for (const line of isTop ? lines.slice(0, 1) : lines.slice(-1)) {
      const [, first, last] = /^(\d{1,4})\b|\b(\d{1,4})$/.exec(line.text) ?? []
      const number = first ?? last
      if (number === undefined) continue
      const key = `${Number(number) - page} at ${Math.round(line.baseline / sameHeight)}`
      byOffset.set(key, [...(byOffset.get(key) ?? []), { line, page }])
    }
  }
  const found = [...byOffset.values()].filter((places) => new Set(places.map(({ page }) => page)).size >= 3)
  return found.flat().map(({ line }) => line)
}

function keyOf(line: Line): string {
  if (pageNumber.test(line.text)) return '#'
  return line.text.replace(/\d+/g, '#').replace(/\s+/g, ' ').toLowerCase()
}
