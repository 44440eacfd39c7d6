import type { JsonValue } from '../json'
import { shownLine } from '../shown-text'

/** Rows with a name or a time and a number each. */
export interface Chart {
  /** Categories are bars, times a line. */
  readonly kind: 'bars' | 'line'
  readonly label: string
  readonly value: string
  readonly points: readonly ChartPoint[]
}
export interface ChartPoint {
  readonly label: string
  readonly value: number
}

const fewest = 3
const most = { bars: 24, line: 100 }

const isTime = (cell: JsonValue | undefined): boolean =>
  /^(?:1\d|20)\d\d(?:-(?:\d\d|Q[1-4])(?:-\d\d)?)?$/.test(String(cell))
/** Numbers that name a row rather than measure it. */
const isKeyName = (name: string): boolean => /(?:^|[_\s])(?:id|nr|no|code)$|(?:Id|ID|No)$|编号$|序号$/.test(name)

/** What of an answer can be seen at a glance; null where that is nothing: a number is missing, or nothing names the rows. */
export function chartOf(columns: readonly string[], rows: readonly (readonly JsonValue[])[]): Chart | null {
  const cellsOf = (at: number): (JsonValue | undefined)[] => rows.map((row) => row[at])
  const isNumber = (at: number): boolean =>
    cellsOf(at).every((cell) => typeof cell === 'number' && Number.isFinite(cell)) && !isKeyName(columns[at]!)
  const isLabel = (at: number): boolean =>
    cellsOf(at).every((cell) => (typeof cell === 'string' && cell.trim() !== '') || isTime(cell))
  const value = columns.findLastIndex((_, at) => at > 0 && isNumber(at) && !cellsOf(at).every(isTime))
  const label = columns.findLastIndex((_, at) => at < value && isLabel(at))
  if (value < 0 || label < 0) return null
  const points = rows.map((row) => ({ label: shownLine(String(row[label])), value: row[value] as number }))
  const kind = cellsOf(label).every(isTime) ? 'line' : 'bars'
  const values = points.map((point) => point.value)
  const spread = Math.max(...values) - Math.min(...values)
  // What differs by less than is drawn differs by nothing.
  const areAlike = !(spread > Math.max(1e-200, ...values.map((one) => Math.abs(one) * 1e-9)))
  const areNamed = new Set(points.map((point) => point.label)).size === points.length
  if (points.length < fewest || points.length > most[kind] || areAlike || !areNamed) return null
  return {
    kind,
    label: shownLine(columns[label]!),
    value: shownLine(columns[value]!),
    points: kind === 'line' ? points.toSorted((a, b) => (a.label < b.label ? -1 : 1)) : points,
  }
}

/** What a chart is drawn of, in units of the picture. */
export type ChartMark =
  | { readonly kind: 'bar'; readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  | { readonly kind: 'rule'; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }
  | { readonly kind: 'line'; readonly points: string }
  | { readonly kind: 'dot'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly anchor: 'start' | 'middle' | 'end'
      readonly text: string
    }

export interface ChartPicture {
  readonly width: number
  readonly height: number
  readonly marks: readonly ChartMark[]
}

const width = 640
/** A letter of a label is about so wide, a capital or an m a third more; one of Chinese twice as much. */
const letter = 6.6
const widthOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + (one > '\u2e80' ? 2 : /[\p{Lu}mw%]/u.test(one) ? 1.35 : 1) * letter, 0)
const round = (value: number): number => Math.round(value * 10) / 10

function cut(text: string, room: number): string {
  if (widthOf(text) <= room) return text
  let shown = [...text]
  while (shown.length > 1 && widthOf(`${shown.join('')}…`) > room) shown = shown.slice(0, -1)
  return `${shown.join('')}…`
}

/** @param written a number as the language writes it */
export const drawChart = (chart: Chart, written: (value: number) => string): ChartPicture =>
  chart.kind === 'bars' ? drawBars(chart.points, written) : drawLine(chart.points, written)

function drawBars(points: readonly ChartPoint[], written: (value: number) => string): ChartPicture {
  const row = 26
  const room = Math.min(240, Math.max(...points.map(({ label }) => widthOf(label))))
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const beside = Math.max(...values.map((value) => widthOf(written(value)))) + 14
  const left = room + 10 + (low < 0 ? beside : 0)
  const scale = (width - left - beside) / (high - low)
  const zero = left - low * scale
  const marks = points.flatMap(({ label, value }, at): ChartMark[] => {
    const middle = at * row + row / 2
    const length = Math.abs(value) * scale
    const isBelow = value < 0
    return [
      { kind: 'text', x: round(room), y: middle + 4, anchor: 'end', text: cut(label, room) },
      { kind: 'bar', x: round(isBelow ? zero - length : zero), y: middle - 8, width: round(length), height: 16 },
      {
        kind: 'text',
        x: round(isBelow ? zero - length - 5 : zero + length + 5),
        y: middle + 4,
        anchor: isBelow ? 'end' : 'start',
        text: written(value),
      },
    ]
  })
  const height = points.length * row
  return { width, height, marks: [...marks, { kind: 'rule', x1: round(zero), y1: 0, x2: round(zero), y2: height }] }
}

function drawLine(points: readonly ChartPoint[], written: (value: number) => string): ChartPicture {
  const [top, bottom] = [12, 208]
  const values = points.map(({ value }) => value)
  const steps = stepsBetween(Math.min(0, ...values), Math.max(0, ...values))
  const [low, high] = [steps[0]!, steps.at(-1)!]
  const left = Math.max(...steps.map((step) => widthOf(written(step)))) + 10
  // Half of the last label stands beyond it, and figures are a little wider than a letter.
  const right = width - widthOf(points.at(-1)!.label) * 0.6 - 2
  const xOf = (at: number): number => round(left + 16 + ((right - left - 16) * at) / (points.length - 1))
  const yOf = (value: number): number => round(bottom - ((value - low) * (bottom - top)) / (high - low))
  const scales = steps.flatMap((step): ChartMark[] => [
    { kind: 'rule', x1: round(left), y1: yOf(step), x2: width, y2: yOf(step) },
    { kind: 'text', x: round(left - 6), y: yOf(step) + 4, anchor: 'end', text: written(step) },
  ])
  const fitting = Math.max(2, Math.floor((width - left) / (widthOf(points[0]!.label) + 24)))
  const every = Math.ceil(points.length / fitting)
  const labels = points.flatMap(({ label }, at): ChartMark[] =>
    at % every === 0 ? [{ kind: 'text', x: xOf(at), y: bottom + 20, anchor: 'middle', text: label }] : [],
  )
  const line: ChartMark = { kind: 'line', points: values.map((value, at) => `${xOf(at)},${yOf(value)}`).join(' ') }
  const dots = values.map((value, at): ChartMark => ({ kind: 'dot', x: xOf(at), y: yOf(value) }))
  return { width, height: bottom + 28, marks: [...scales, ...labels, line, ...dots] }
}

/** Three to six round numbers that hold a stretch. */
function stepsBetween(low: number, high: number): number[] {
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}
