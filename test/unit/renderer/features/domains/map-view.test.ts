import { describe, expect, it } from 'vitest'
import { aliasesOf } from '../../../../../renderer/features/domains/domain-form'
import {
  apart,
  type Circle,
  dotAt,
  hitAt,
  huesOf,
  moved,
  onScreen,
  placeLabels,
  viewOf,
  wholeView,
  zoomed,
} from '../../../../../renderer/features/domains/map-view'

const size = { width: 640, height: 360 }
const circle = (id: string, x: number, y: number, documents: number) => ({
  id,
  name: `${id}, second term, third`,
  x,
  y,
  documents,
  radius: 14 + 7 * Math.sqrt(documents),
})
const circles = [circle('one', 60, 60, 20), circle('two', 180, 70, 9), circle('three', 120, 190, 30)]

const distance = (one: { x: number; y: number }, other: { x: number; y: number }): number =>
  Math.hypot(one.x - other.x, one.y - other.y)

describe('the map of domains', () => {
  it('moves circles apart that grew into each other, on one point, too, the same way each time', () => {
    const grown = [circle('one', 50, 50, 40), circle('two', 50, 50, 12), circle('three', 90, 50, 12)]
    const parted = apart(grown)
    for (const [index, one] of parted.entries())
      for (const other of parted.slice(index + 1))
        expect(distance(one, other)).toBeGreaterThan(one.radius + other.radius)
    expect(apart(grown)).toEqual(parted)
    expect(apart(parted)).toEqual(parted)
  })

  it.each([1, 2, 7, 500])('has %i documents within their circle, none on another', (documents) => {
    const of: Circle = circle('one', 10, 20, documents)
    const dots = Array.from({ length: documents }, (_, ordinal) => dotAt(of, ordinal, documents))
    expect(Math.max(...dots.map((dot) => distance(dot, of)))).toBeLessThan(of.radius)
    const between = dots.flatMap((dot, index) => dots.slice(index + 1).map((other) => distance(dot, other)))
    expect(Math.min(Number.POSITIVE_INFINITY, ...between.slice(0, 50_000))).toBeGreaterThan(6)
  })

  it('shows all of it at first, in windows of any size', () => {
    for (const window of [size, { width: 120, height: 900 }, { width: 0, height: 0 }]) {
      const view = wholeView(circles, window)
      expect(view.scale).toBeGreaterThan(0)
      if (window.width > 0)
        for (const { x, y, radius } of circles.map((one) => onScreen(one, view))) {
          expect(Math.min(x - radius, y - radius)).toBeGreaterThanOrEqual(0)
          expect(x + radius).toBeLessThanOrEqual(window.width)
          expect(y + radius).toBeLessThanOrEqual(window.height)
        }
    }
  })

  it('zooms around the point under the pointer, within limits', () => {
    const whole = wholeView(circles, size)
    const at = { x: 200, y: 100 }
    const near = zoomed(whole, at, 2, whole)
    expect((at.x - near.x) / near.scale).toBeCloseTo((at.x - whole.x) / whole.scale)
    expect((at.y - near.y) / near.scale).toBeCloseTo((at.y - whole.y) / whole.scale)
    expect(zoomed(whole, at, 1e9, whole).scale).toBe(whole.scale * 24)
    expect(zoomed(whole, at, 1e-9, whole).scale).toBe(whole.scale / 2)
  })

  it('is never moved out of its window', () => {
    const whole = wholeView(circles, size)
    expect(moved(whole, { x: 40, y: 0 }, circles, size).x).toBe(whole.x + 40)
    expect(moved(whole, { x: 4000, y: 0 }, circles, size)).toBe(whole)
  })

  it('tells a document from its domain once they are far enough apart', () => {
    const view = viewOf(circles[0]!, size)
    const dot = dotAt(circles[0]!, 3, 20)
    const point = { x: view.x + view.scale * dot.x, y: view.y + view.scale * dot.y }
    expect(hitAt(circles, view, point)).toMatchObject({ circle: { id: 'one' }, ordinal: 3 })
    expect(hitAt(circles, { scale: 0.2, x: 0, y: 0 }, { x: 12, y: 12 })).toMatchObject({ ordinal: null })
    expect(hitAt(circles, view, { x: 1, y: 1 })).toBeNull()
  })

  it('writes names that cover neither each other nor another circle, the first before all others', () => {
    const crowd = Array.from({ length: 30 }, (_, index) =>
      circle(`名称很长的领域 ${index}`, (index % 6) * 160, Math.floor(index / 6) * 90, 9),
    )
    const view = wholeView(crowd, size)
    const labels = placeLabels(crowd, view, size)
    expect(labels.length).toBeGreaterThan(3)
    expect(labels[0]!.id).toBe(crowd[0]!.id)
    for (const [index, one] of labels.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(0)
      expect(one.x + one.width).toBeLessThanOrEqual(size.width)
      for (const other of labels.slice(index + 1))
        expect(
          one.x < other.x + other.width &&
            other.x < one.x + one.width &&
            one.y < other.y + other.height &&
            other.y < one.y + one.height,
        ).toBe(false)
    }
  })

  it('keeps a domain’s hue while the domains are the same', () => {
    expect([...huesOf(['b', 'a', 'c'])].sort()).toEqual([...huesOf(['c', 'b', 'a'])].sort())
    expect(new Set(huesOf(Array.from({ length: 30 }, (_, index) => `${index}`)).values()).size).toBe(30)
  })
})

it('reads aliases between commas of either language, each once, no more than main takes', () => {
  expect(aliasesOf(' heat pump,, 热泵，heat pump、A '.concat('x'.repeat(90)))).toEqual([
    'heat pump',
    '热泵',
    `A ${'x'.repeat(78)}`,
  ])
  expect(aliasesOf(Array.from({ length: 40 }, (_, index) => `a${index}`).join(','))).toHaveLength(20)
  expect(aliasesOf(' , ')).toEqual([])
})
