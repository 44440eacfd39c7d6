import { computation } from '../../contract/calls/compute'
import { ownTools } from '../../contract/calls/own-tools'
import { serviceAnswer } from '../../contract/calls/service-answer'
import { databaseAnswer } from '../../contract/databases/database-answer'
import { QuarryError } from '../../contract/errors'
import type { JsonValue } from '../../contract/json'
import { type Chart, chartOf } from '../../contract/report/chart'
import { tableOf } from './compute-tool'
import { described, type Tool } from './tool'

export interface ChartPorts {
  /** What a call of this project answered, as it was recorded; null where none did. */
  answerOf(callId: string): Promise<unknown>
  drawSvg(chart: Chart): string
}

interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly JsonValue[])[]
}

/** Draws rows that are handed in, or those of an earlier call. A report draws what it cites by itself. */
export function createChartTool({ answerOf, drawSvg }: ChartPorts): Tool {
  return {
    ...described('chart'),
    async run(given) {
      const { columns = [], rows = [], result, label, value } = ownTools.chart.input.parse(given)
      if (result !== undefined && rows.length > 0)
        throw new QuarryError('input.invalid', 'Either rows or the result of a call is needed.')
      const table = result === undefined ? { columns, rows } : tableIn(await answerOf(result))
      if (table === null) throw new QuarryError('input.invalid', `No call “${result}” has rows to draw.`)
      if (table.rows.some((row) => row.length !== table.columns.length))
        throw new QuarryError('input.invalid', 'A row needs a cell for each column.')
      const chart = chartIn(table, label, value)
      if (chart === null) {
        throw new QuarryError(
          'input.invalid',
          'These rows make no chart. It needs a column of names or times that differ, a column of numbers that differ, ' +
            'and 3 to 24 rows, or up to 100 over time.',
        )
      }
      return { ...chart, svg: drawSvg(chart) }
    },
  }
}

function tableIn(answer: unknown): Table | null {
  const asked = databaseAnswer.safeParse(answer).data
  if (asked !== undefined) return asked
  const computed = computation.safeParse(answer).data
  if (computed !== undefined) return computed.table
  const value = serviceAnswer.safeParse(answer).data?.value
  return value === undefined ? null : tableOf(value)
}

/** The chart of the columns that are named; where one is not, of the last one that makes a chart. */
function chartIn({ columns, rows }: Table, label: string | undefined, value: string | undefined): Chart | null {
  const unknown = [label, value].find((name) => name !== undefined && !columns.includes(name))
  if (unknown !== undefined)
    throw new QuarryError('input.invalid', `There is no column “${unknown}”: there are ${columns.join(', ')}.`)
  const from = (named: string | undefined): number[] =>
    named === undefined ? columns.map((_, at) => columns.length - 1 - at) : [columns.indexOf(named)]
  for (const number of from(value)) {
    for (const name of from(label)) {
      const picked = name === number ? [] : [name, number]
      const cells = rows.map((row) => picked.map((at) => row[at] ?? null))
      const chart = chartOf(
        picked.map((at) => columns[at]!),
        cells,
      )
      if (chart !== null) return chart
    }
  }
  return null
}
