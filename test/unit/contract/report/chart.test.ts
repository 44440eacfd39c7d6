import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartOf, drawChart } from '../../../../contract/report/chart'

const cities = [
  [1, 'Chur', 4.5],
  [2, 'Bern', 12],
  [3, 'Basel', 7],
]
const months = [
  ['2024-02', 5],
  ['2024-01', 9],
  ['2024-03', 0],
]

describe('the chart of rows', () => {
  it('is bars for names, in their order, and a line for times, in theirs', () => {
    expect(chartOf(['id', 'city', 'avg_spf'], cities)).toEqual({
      kind: 'bars',
      label: 'city',
      value: 'avg_spf',
      points: [
        { label: 'Chur', value: 4.5 },
        { label: 'Bern', value: 12 },
        { label: 'Basel', value: 7 },
      ],
    })
    const line = chartOf(['month', 'count'], months)
    expect(line?.kind).toBe('line')
    expect(line?.points.map(({ label }) => label)).toEqual(['2024-01', '2024-02', '2024-03'])
    expect(
      chartOf(
        ['year', 'count'],
        [
          [2022, 3],
          [2023, 4],
          [2024, 9],
        ],
      )?.kind,
    ).toBe('line')
  })

  it.each([
    [
      'two rows',
      ['city', 'count'],
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      'no number',
      ['city', 'mayor'],
      [
        ['a', 'x'],
        ['b', 'y'],
        ['c', 'z'],
      ],
    ],
    [
      'a missing number',
      ['city', 'count'],
      [
        ['a', 1],
        ['b', null],
        ['c', 3],
      ],
    ],
    [
      'keys alone',
      ['city', 'city_id'],
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
    ],
    [
      'names that come twice',
      ['city', 'count'],
      [
        ['a', 1],
        ['a', 2],
        ['c', 3],
      ],
    ],
    [
      'one value again and again',
      ['city', 'count'],
      [
        ['a', 1],
        ['b', 1],
        ['c', 1],
      ],
    ],
    [
      'nothing that names the rows',
      ['price', 'count'],
      [
        [1.5, 1],
        [2.5, 2],
        [3.5, 3],
      ],
    ],
  ])('is none where there are %s', (_, columns, rows) => {
    expect(chartOf(columns, rows)).toBeNull()
  })

  it('stays within its picture, whatever the values and names', () => {
    const cells = fc.record({
      name: fc.string({ maxLength: 60 }),
      value: fc.double({ min: -1e12, max: 1e12, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(cells, { minLength: 3, maxLength: 24 }), fc.boolean(), (rows, isTime) => {
        const labelled = rows.map(({ name, value }, at) => [isTime ? String(1900 + at) : `${at} ${name}`, value])
        const chart = chartOf(['label', 'value'], labelled)
        if (chart === null) return
        const { width, height, marks } = drawChart(chart, (value) => value.toFixed(1))
        for (const mark of marks) {
          const numbers = Object.entries(mark).flatMap(([key, value]) =>
            typeof value === 'number' ? [[key, value] as const] : [],
          )
          for (const [key, value] of numbers) {
            expect(value).toBeGreaterThanOrEqual(key.startsWith('x') || key.startsWith('y') ? -0.1 : 0)
            expect(value).toBeLessThanOrEqual((key.startsWith('x') || key === 'width' ? width : height) + 0.1)
          }
        }
      }),
    )
  })
})
