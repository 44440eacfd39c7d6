import { describe, expect, it } from 'vitest'
import { chartToSvg } from '../../../main/report'
import { createChartTool } from '../../../main/tools/chart-tool'

const signal = new AbortController().signal
const answers: Readonly<Record<string, unknown>> = {
  computed: {
    table: {
      columns: ['month', 'sold'],
      rows: [
        ['2024-02', 5],
        ['2024-01', 3],
        ['2024-03', 9],
      ],
    },
    value: null,
    inputs: [],
    inputHash: 'x',
    at: '2026-01-01T00:00:00.000Z',
    tookMs: 1,
  },
}
const tool = createChartTool({
  answerOf: async (callId) => answers[callId] ?? null,
  drawSvg: (chart) => chartToSvg(chart, 'en'),
})
const draw = (given: Readonly<Record<string, unknown>>) => tool.run(given, { resourceId: null, signal })
const columns = ['site', 'year', 'factor']
const rows = [
  ['Bern', 2020, 4.1],
  ['Chur', 2021, 4.7],
  ['Genf', 2022, 3.2],
]

describe('the chart tool', () => {
  it('draws the columns that are named, whatever else the rows hold', async () => {
    const points = [
      { label: 'Bern', value: 4.1 },
      { label: 'Chur', value: 4.7 },
      { label: 'Genf', value: 3.2 },
    ]
    expect(await draw({ columns, rows, label: 'site', value: 'factor' })).toMatchObject({ kind: 'bars', points })
    expect(await draw({ columns, rows, label: 'site' })).toMatchObject({ kind: 'bars', value: 'factor' })
    expect(await draw({ columns, rows, label: 'year', value: 'factor' })).toMatchObject({ kind: 'line' })
    expect(await draw({ columns, rows })).toMatchObject({ label: 'year', value: 'factor' })
  })

  it('draws what an earlier call computed, in the order of time, with its words escaped', async () => {
    const drawn = await draw({ result: 'computed' })
    expect(drawn).toMatchObject({ kind: 'line', label: 'month', points: [{ value: 3 }, { value: 5 }, { value: 9 }] })
    const hostile = rows.map(([site, ...rest]) => [`${site}"><script>`, ...rest])
    const { svg } = (await draw({ columns, rows: hostile, label: 'site', value: 'factor' })) as { svg: string }
    expect(svg).not.toContain('<script')
    expect(svg).toContain('Chur&quot;&gt;&lt;script&gt;')
  })

  it.each([
    ['nothing', {}, /make no chart/],
    [
      'a column that is not there',
      { columns, rows, value: 'height' },
      /no column “height”: there are site, year, factor/,
    ],
    ['rows of other lengths', { columns, rows: [...rows, ['Thun']] }, /a cell for each column/],
    [
      'words alone',
      {
        columns: ['a', 'b'],
        rows: [
          ['x', 'y'],
          ['z', 'w'],
          ['q', 'r'],
        ],
      },
      /make no chart/,
    ],
    ['two rows', { columns, rows: rows.slice(1) }, /3 to 24 rows/],
    ['a call that is not there', { result: 'unknown' }, /No call “unknown”/],
    ['both', { columns, rows, result: 'computed' }, /Either/],
  ])('refuses %s, with the reason', async (_, given, message) => {
    await expect(draw(given)).rejects.toMatchObject({ code: 'input.invalid', message: expect.stringMatching(message) })
  })
})
