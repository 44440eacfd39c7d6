import type { ReactNode } from 'react'
import type { ReportSentence } from '../../../contract/report'
import type { ReportBlock } from '../../../contract/report-blocks'
import { chartOfRows } from '../../../contract/report-rows'
import { AnsweredTable } from '../source/answered-table'
import { cellText } from '../source/cell-text'
import { Chart } from './chart'

/** Rows that a database answered: each is a sentence with its citation. */
export function ReportRows({
  block,
  sentenceOf,
}: {
  block: Extract<ReportBlock, { kind: 'rows' }>
  sentenceOf: (sentence: ReportSentence, text: string) => ReactNode
}) {
  const { columns, rows } = block
  const chart = chartOfRows(block)
  return (
    <div className="mb-3 font-sans">
      <AnsweredTable
        columns={columns}
        rows={rows.map(({ sentence, cells }) => ({
          key: sentence.id,
          cells,
          last: sentenceOf(sentence, cellText(cells.at(-1) ?? null)),
        }))}
      />
      {chart !== null && <Chart chart={chart} />}
    </div>
  )
}
