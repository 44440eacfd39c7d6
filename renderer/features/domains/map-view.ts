/** How the map is looked at: a point of it is on the screen at `x + scale × its x`. */
export interface MapView {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Circle extends Point {
  readonly radius: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

interface Box extends Point, Size {}

export interface Label extends Box {
  readonly id: string
  readonly text: string
}

/** Room around the whole map, in pixels: names stand there, too. */
const margin = 26
/** Of it what the line and the buttons at its foot take. */
const foot = 30
/** Share of a circle's radius within which another's name would be taken for its own. */
const innerShare = 0.75
const goldenAngle = Math.PI * (3 - Math.sqrt(5))
/** Of the font that names are written in. */
const labelHeight = 17
/** Widths of a character, as shares of the font's size; rather too wide than too narrow. */
const [fontSize, narrow, wide] = [12, 0.58, 1.02]
const longestLabel = 190
/** Radius of a circle that a cut name fits into. */
const narrowest = 24

/**
 * Circles that do not overlap, near where they were: what a person merged grew where it is. Deterministic.
 * @param gap room between two
 */
export function apart<Of extends Circle>(circles: readonly Of[], gap = 6): Of[] {
  const moved = circles.map((circle) => ({ ...circle }))
  for (let round = 0; round < 200; round++) {
    let rests = true
    for (const [index, one] of moved.entries()) {
      for (const other of moved.slice(index + 1)) {
        // Two on one point part along a line of their own.
        const [dx, dy] = [other.x - one.x || 1e-3, other.y - one.y]
        const distance = Math.hypot(dx, dy)
        const overlap = one.radius + other.radius + gap - distance
        if (overlap <= 0.01) continue
        rests = false
        const share = overlap / 2 / distance
        Object.assign(one, { x: one.x - dx * share, y: one.y - dy * share })
        Object.assign(other, { x: other.x + dx * share, y: other.y + dy * share })
      }
    }
    if (rests) break
  }
  return moved
}

/**
 * Where the documents of a circle stand: the nearest to the domain's centre innermost, the others around them as the seeds
 * of a sunflower (Vogel, 1979), so that none covers another.
 */
export function dotAt({ x, y, radius }: Circle, ordinal: number, documents: number): Point {
  const distance = (radius - 6) * Math.sqrt((ordinal + 0.5) / documents)
  const angle = ordinal * goldenAngle
  return { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle) }
}

/** Pixels of the map between a dot and the next. */
export const dotDistance = ({ radius }: Circle, documents: number): number =>
  (radius - 6) * Math.sqrt(Math.PI / documents)

/** The whole map in the middle of its window. */
export function wholeView(circles: readonly Circle[], size: Size): MapView {
  if (circles.length === 0) return { scale: 1, x: 0, y: 0 }
  const left = Math.min(...circles.map(({ x, radius }) => x - radius))
  const right = Math.max(...circles.map(({ x, radius }) => x + radius))
  const top = Math.min(...circles.map(({ y, radius }) => y - radius))
  const bottom = Math.max(...circles.map(({ y, radius }) => y + radius))
  const fits = Math.min((size.width - 2 * margin) / (right - left), (size.height - 2 * margin) / (bottom - top))
  const scale = Math.max(0.01, Math.min(3, fits))
  return {
    scale,
    x: size.width / 2 - (scale * (left + right)) / 2,
    y: size.height / 2 - (scale * (top + bottom)) / 2,
  }
}

/** Larger or smaller around a point of the screen that stays where it is; from half of the whole to 24 times as large. */
export function zoomed(view: MapView, at: Point, factor: number, whole: MapView): MapView {
  const scale = Math.max(whole.scale / 2, Math.min(whole.scale * 24, view.scale * factor))
  const share = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share }
}

/** Moved by pixels, but never so that nothing of the map is left in its window. */
export function moved(view: MapView, by: Point, circles: readonly Circle[], size: Size): MapView {
  const next = { ...view, x: view.x + by.x, y: view.y + by.y }
  const isSeen = circles.some((circle) => {
    const { x, y, radius } = onScreen(circle, next)
    return x + radius > 0 && x - radius < size.width && y + radius > 0 && y - radius < size.height
  })
  return isSeen ? next : view
}

/** The view that has a circle in its middle, large enough to tell its documents apart. */
export function viewOf(circle: Circle, size: Size): MapView {
  const scale = Math.min(4, (0.4 * Math.min(size.width, size.height)) / circle.radius)
  return { scale, x: size.width / 2 - scale * circle.x, y: size.height / 2 - scale * circle.y }
}

export const onScreen = ({ x, y, radius }: Circle, view: MapView): Circle => ({
  x: view.x + view.scale * x,
  y: view.y + view.scale * y,
  radius: view.scale * radius,
})

/** Which circle a point of the screen is in, and which of its documents it is on, where they stand far enough apart. */
export function hitAt<Of extends Circle & { readonly documents: number }>(
  circles: readonly Of[],
  view: MapView,
  point: Point,
): { readonly circle: Of; readonly ordinal: number | null } | null {
  const at = { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale }
  const circle = circles.find((one) => Math.hypot(at.x - one.x, at.y - one.y) <= one.radius)
  if (circle === undefined) return null
  const reach = Math.min(9, (dotDistance(circle, circle.documents) * view.scale) / 2)
  if (reach < 4) return { circle, ordinal: null }
  let nearest = { ordinal: -1, distance: Number.POSITIVE_INFINITY }
  for (let ordinal = 0; ordinal < circle.documents; ordinal++) {
    const dot = dotAt(circle, ordinal, circle.documents)
    const distance = Math.hypot(at.x - dot.x, at.y - dot.y) * view.scale
    if (distance < nearest.distance) nearest = { ordinal, distance }
  }
  return { circle, ordinal: nearest.distance <= reach ? nearest.ordinal : null }
}

/**
 * Names beside their circles: under it, over it or in its middle, whole or its first term alone, wherever no other name
 * stands and no other circle would be taken for its own, else cut to fit into it. The first given come first; those for which no room is left have
 * none until one zooms in.
 */
export function placeLabels(
  circles: readonly (Circle & { readonly id: string; readonly name: string })[],
  view: MapView,
  size: Size,
): Label[] {
  const placed: Label[] = []
  const shown = circles.map((circle) => ({ ...onScreen(circle, view), id: circle.id, name: circle.name }))
  for (const circle of shown) {
    const { x, y, radius } = circle
    if (x + radius < 0 || x - radius > size.width || y + radius < 0 || y - radius > size.height) continue
    const most = Math.min(longestLabel, size.width - 8)
    const labelled = (text: string, top: number): Label => {
      const width = widthOf(text)
      // A name at the edge is moved in as far as its circle reaches.
      const left = Math.max(4, Math.min(size.width - width - 4, x - width / 2))
      return { id: circle.id, text, x: left, y: top, width, height: labelHeight }
    }
    const candidates = [circle.name, circle.name.split(/[,、，]/)[0] ?? ''].flatMap((name) => {
      const text = cut(name, most)
      return [labelled(text, y + radius + 2), labelled(text, y - radius - labelHeight - 2)]
    })
    if (radius >= narrowest)
      candidates.push(labelled(cut(circle.name, Math.min(most, 2.2 * radius)), y - labelHeight / 2))
    const free = candidates.find(
      (one) =>
        one.y >= 0 &&
        one.y + one.height <= size.height - foot &&
        !placed.some((other) => overlaps(one, other)) &&
        !shown.some((other) => other !== circle && covers(one, other)),
    )
    if (free !== undefined) placed.push(free)
  }
  return placed
}

/** Whether a name stands in the inner part of a circle. */
function covers(box: Box, { x, y, radius }: Circle): boolean {
  const nearest = {
    x: Math.max(box.x, Math.min(box.x + box.width, x)),
    y: Math.max(box.y, Math.min(box.y + box.height, y)),
  }
  return Math.hypot(nearest.x - x, nearest.y - y) < innerShare * radius
}

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + fontSize * (character > '\u2e7f' ? wide : narrow), 0)

function cut(name: string, width: number): string {
  if (widthOf(name) <= width) return name
  const characters = [...name]
  while (characters.length > 1 && widthOf(`${characters.join('')}…`) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** Tells domains apart: hues a golden angle from each other, in the order of the domains' ids, so that they seldom change. */
export function huesOf(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map(ids.toSorted().map((id, index) => [id, (25 + index * 137.508) % 360]))
}
