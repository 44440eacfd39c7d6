import type { ChartMark, ChartPicture } from './chart'

/** How long a unit of the axis is, in days. */
const units = { year: 365.25, month: 30.44, day: 1 } as const
type Unit = keyof typeof units
const stepsOf: Readonly<Record<Unit, readonly number[]>> = {
  year: [1, 2, 5, 10, 20, 50, 100, 200],
  month: [1, 2, 3, 6],
  day: [1, 2, 5, 10, 20],
}

const width = 640
const margin = 28
/** Between two dots above each other, and how many of them are drawn. */
const rise = 11
const most = 8
/** Dots that are nearer to each other stand above each other. */
const apart = 10
/** Labels of the axis at most. */
const labels = 8

/**
 * A dot for each date along an axis of years, months or days; what falls together is stacked, and told as a number where
 * the stack would be too high.
 * @param dates `2024`, `2024-05` or `2024-05-03`, sorted, at least two different ones
 */
export function drawTimeline(dates: readonly string[]): ChartPicture {
  const unit = unitOf(dates)
  const positions = dates.map((date) => positionOf(date, unit))
  const [first, last] = [Math.floor(positions[0]!), Math.floor(positions.at(-1)!) + 1]
  const scale = (width - 2 * margin) / (last - first)
  const xOf = (position: number): number => Math.round((margin + (position - first) * scale) * 10) / 10
  const stacks: { readonly x: number; count: number }[] = []
  for (const x of positions.map(xOf)) {
    const near = stacks.at(-1)
    if (near !== undefined && x - near.x < apart) near.count += 1
    else stacks.push({ x, count: 1 })
  }
  const highest = Math.min(most, Math.max(...stacks.map(({ count }) => count)))
  const isCut = stacks.some(({ count }) => count > most)
  const axis = highest * rise + (isCut ? 14 : 0) + 4
  const dots = stacks.flatMap(({ x, count }): ChartMark[] => [
    ...Array.from(
      { length: Math.min(count, most) },
      (_, at): ChartMark => ({ kind: 'dot', x, y: axis - 8 - at * rise }),
    ),
    ...(count > most
      ? [{ kind: 'text', x, y: axis - most * rise - 4, anchor: 'middle', text: String(count) } as const]
      : []),
  ])
  const rule: ChartMark = { kind: 'rule', x1: margin, y1: axis, x2: width - margin, y2: axis }
  return { width, height: axis + 24, marks: [rule, ...labelsOf(first, last, unit, xOf, axis), ...dots] }
}

function unitOf(dates: readonly string[]): Unit {
  const [first, last] = [dates[0]!, dates.at(-1)!]
  const days = (positionOf(last, 'year') - positionOf(first, 'year')) * units.year
  if (dates.some((date) => date.length < 7) || days > 2 * units.year) return 'year'
  return dates.some((date) => date.length < 10) || days > 2 * units.month ? 'month' : 'day'
}

/** Where a date is, counted in units; what names only a year or a month stands in its middle. */
function positionOf(date: string, unit: Unit): number {
  const [year = 0, month, day] = date.split('-').map(Number)
  const inMonth = day === undefined ? 0.5 : (day - 0.5) / 31
  if (unit === 'year') return year + (month === undefined ? 0.5 : (month - 1 + inMonth) / 12)
  if (unit === 'month') return year * 12 + (month ?? 1) - 1 + inMonth
  return Date.UTC(year, (month ?? 1) - 1, day ?? 1) / 86_400_000 + 0.5
}

function labelsOf(
  first: number,
  last: number,
  unit: Unit,
  xOf: (position: number) => number,
  axis: number,
): ChartMark[] {
  const step = stepsOf[unit].find((one) => (last - first) / one <= labels) ?? Math.ceil((last - first) / labels)
  const marks: ChartMark[] = []
  for (let at = Math.ceil(first / step) * step; at < last; at += step) {
    const x = xOf(at + 0.5)
    marks.push(
      { kind: 'rule', x1: x, y1: axis, x2: x, y2: axis + 4 },
      { kind: 'text', x, y: axis + 18, anchor: 'middle', text: nameOf(at, unit) },
    )
  }
  return marks
}

function nameOf(at: number, unit: Unit): string {
  if (unit === 'year') return String(at)
  if (unit === 'month') return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  return new Date(at * 86_400_000).toISOString().slice(0, 10)
}
