import type { Chart } from '../contract/chart'
import type { Speech } from './words'

/** What a chart shows, in a sentence: for who does not see it. */
export function toldChart({ kind, label, value, points }: Chart, speech: Speech): string {
  const sorted = points.toSorted((left, right) => left.value - right.value)
  const values = { chart: kind, label, value, points: points.length, lowest: sorted[0]!, highest: sorted.at(-1)! }
  return speech.fact({ kind: 'chartDrawn', values })
}
