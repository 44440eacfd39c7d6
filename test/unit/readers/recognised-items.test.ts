import { describe, expect, it } from 'vitest'
import { recognisedItems, withEvenSizes } from '../../../workers/readers/ocr/recognised-items'
import type { RecognisedLine } from '../../../workers/readers/ocr/recogniser'

/** A line of 20 pixels: words with where they begin and end, and how sure they are. */
function line(...words: (readonly [text: string, x0: number, x1: number, confidence: number])[]): RecognisedLine {
  const box = { y0: 100, y1: 120 }
  return {
    bbox: { x0: words[0]![1], x1: words.at(-1)![2], ...box },
    baseline: { x0: words[0]![1], x1: words.at(-1)![2], y0: 116, y1: 118 },
    rowAttributes: { rowHeight: 20 },
    words: words.map(([text, x0, x1, confidence]) => ({ text, confidence, bbox: { x0, x1, ...box } })),
  }
}
const frame = { pixelsPerPoint: 2, direction: 'right', width: 400, height: 600 } as const

describe('recognised words as items of a page', () => {
  it('leave no gap in a line that is sure, and leave out a line that is not', () => {
    const sure = line(['loses', 0, 50, 95], ['1.9', 60, 80, 10], ['kWh', 90, 120, 96])
    const stain = line(['~;|', 0, 50, 20], ['I/', 60, 80, 31])
    const { items, linesLeftOut, characters, confidences } = recognisedItems([sure, stain], frame)
    expect(items.map(({ text }) => text)).toEqual(['loses ', '1.9 ', 'kWh'])
    expect(linesLeftOut).toBe(1)
    expect(confidences / characters).toBeCloseTo((5 * 95 + 3 * 10 + 3 * 96) / 11)
  })

  it('are joined in Chinese, and apart where cells are', () => {
    const { items } = recognisedItems(
      [line(['损失', 0, 40, 90], ['约', 46, 60, 90], ['1.9', 66, 80, 90], ['千瓦', 180, 220, 90])],
      frame,
    )
    expect(items.map(({ text }) => text).join('')).toBe('损失约1.9千瓦')
    // In points, each up to the next of its cell.
    expect(items.map(({ left, right }) => [left, right])).toEqual([
      [0, 23],
      [23, 33],
      [33, 40],
      [90, 110],
    ])
  })

  it('keep the order of their lines on a skewed page', () => {
    const skewed = (y: number, x1: number) => ({
      ...line(['words', 0, x1, 90]),
      baseline: { x0: 0, x1, y0: y, y1: y + x1 * 0.05 },
    })
    // The short line's middle stands higher than that of the long line before it.
    const { items } = recognisedItems([skewed(100, 1000), skewed(120, 100), skewed(140, 1000)], frame)
    expect(items.map(({ baseline }) => Math.round(baseline))).toEqual([50, 60, 70])
  })

  it.each([
    ['right', { x: 10, y: 50, width: 30, height: 10 }],
    ['up', { x: 50, y: 560, width: 10, height: 30 }],
    ['down', { x: 340, y: 10, width: 10, height: 30 }],
    ['left', { x: 360, y: 540, width: 30, height: 10 }],
  ] as const)('stand on the unrotated page where text runs %s', (direction, box) => {
    expect(recognisedItems([line(['word', 20, 80, 90])], { ...frame, direction }).items[0]!.box).toEqual(box)
  })

  it('have one size where the engine measured lines of one size differently', () => {
    const [body] = recognisedItems([line(['a body of text', 0, 200, 90])], frame).items
    const sized = (size: number) => ({ ...body!, size })
    const [page] = withEvenSizes([[sized(10), sized(10), sized(11.5), sized(9), sized(18)]])
    expect(page!.map(({ size }) => size)).toEqual([10, 10, 10, 10, 18])
  })
})
