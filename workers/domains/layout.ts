import { dot } from './ward'

export interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Room between two circles, and from the edge. */
const gap = 12
const rounds = 400

/**
 * Circles for clusters, the area as their documents: like ones near each other (the two main components of their centres,
 * by power iteration), then moved apart until none overlaps. Deterministic.
 * @param groups centres of one kind of vectors each, whose numbers of components differ
 */
export function layOut(groups: readonly (readonly Float32Array[])[], sizes: readonly number[]): Circle[] {
  const circles = sizes.map((size) => ({ x: 0, y: 0, radius: 14 + 7 * Math.sqrt(size) }))
  const spread = 1.2 * Math.sqrt(circles.reduce((sum, { radius }) => sum + (radius + gap) ** 2, 0))
  let first = 0
  for (const [number, centres] of groups.entries()) {
    for (const [index, [x, y]] of planeOf(centres).entries()) {
      const circle = circles[first + index]!
      // A turn of the golden angle keeps those apart that fall on one point.
      const angle = (first + index) * 2.399963
      circle.x = (x + 1.6 * number) * spread + Math.cos(angle)
      circle.y = y * spread + Math.sin(angle)
    }
    first += centres.length
  }
  for (let round = 0; round < rounds; round++) {
    let moved = false
    const cx = circles.reduce((sum, { x }) => sum + x, 0) / circles.length
    const cy = circles.reduce((sum, { y }) => sum + y, 0) / circles.length
    for (const circle of circles) {
      circle.x += (cx - circle.x) * (round < rounds / 2 ? 0.01 : 0)
      circle.y += (cy - circle.y) * (round < rounds / 2 ? 0.02 : 0)
    }
    for (const [index, one] of circles.entries()) {
      for (const other of circles.slice(index + 1)) {
        const [dx, dy] = [other.x - one.x, other.y - one.y]
        const distance = Math.hypot(dx, dy) || 1e-6
        const overlap = one.radius + other.radius + gap - distance
        if (overlap <= 0.01) continue
        moved = true
        const [mx, my] = [(dx / distance) * (overlap / 2), (dy / distance) * (overlap / 2)]
        one.x -= mx
        one.y -= my
        other.x += mx
        other.y += my
      }
    }
    if (!moved && round > rounds / 2) break
  }
  const left = Math.min(...circles.map(({ x, radius }) => x - radius))
  const top = Math.min(...circles.map(({ y, radius }) => y - radius))
  return circles.map(({ x, y, radius }) => ({ x: x - left + gap, y: y - top + gap, radius }))
}

/** Where centres are on the plane of their two main components, each in -1..1. */
function planeOf(centres: readonly Float32Array[]): [number, number][] {
  const x = component(centres, null)
  const across = component(centres, x)
  const scale = Math.max(1e-6, ...centres.flatMap((one) => [Math.abs(dot(one, x)), Math.abs(dot(one, across))]))
  return centres.map((one) => [dot(one, x) / scale, dot(one, across) / scale])
}

function component(centres: readonly Float32Array[], without: Float32Array | null): Float32Array {
  const length = centres[0]?.length ?? 0
  let axis: Float32Array = Float32Array.from({ length }, (_, index) => Math.sin(index + 1))
  for (let round = 0; round < 60; round++) {
    const next = new Float32Array(length)
    for (const centre of centres) {
      const weight = dot(centre, axis)
      for (let at = 0; at < length; at++) next[at]! += weight * centre[at]!
    }
    if (without !== null) {
      const share = dot(next, without)
      for (let at = 0; at < length; at++) next[at]! -= share * without[at]!
    }
    const norm = Math.sqrt(dot(next, next))
    if (norm < 1e-9) return axis
    axis = next.map((value) => value / norm)
  }
  return axis
}
