/** A box on the unrotated page, points from its top left. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How text runs on the unrotated page; a scan or a table set sideways runs down or up. */
export type Direction = 'right' | 'down' | 'up' | 'left'

/**
 * A run of characters as the PDF draws it, in the frame in which its page is read: `left` and `right` along the line,
 * `baseline` down the page, all in points.
 */
export interface Item {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly baseline: number
  readonly size: number
  readonly font: string
  readonly box: Box
  readonly direction: Direction
  readonly isRightToLeft: boolean
}

/** Items side by side; `cells` are those separated by more than words are. */
export interface Line {
  readonly cells: readonly (readonly Item[])[]
  readonly left: number
  readonly right: number
  readonly baseline: number
  /** Of most characters. */
  readonly size: number
  readonly font: string
  readonly text: string
}

export interface Page {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly items: readonly Item[]
}

/** The size and font that most of the text is set in. */
export interface BodyStyle {
  readonly size: number
  readonly font: string
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The value with most weight. */
export function heaviest<Value>(entries: Iterable<readonly [Value, number]>): Value | undefined {
  const weights = new Map<Value, number>()
  for (const [value, weight] of entries) weights.set(value, (weights.get(value) ?? 0) + weight)
  let best: Value | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const [value, weight] of weights) {
    if (weight > most) {
      best = value
      most = weight
    }
  }
  return best
}
