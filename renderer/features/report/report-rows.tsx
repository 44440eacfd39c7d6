import type { ReactNode } from 'react'
import type { ReportBlock, ReportSentence } from '../../../contract/report'
import { cellText } from '../source/cell-text'

/** Rows that a database answered, below its columns: each row is a sentence with its citation. */
export function ReportRows({
  block: { columns, rows },
  sentenceOf,
}: {
  block: Extract<ReportBlock, { kind: 'rows' }>
  sentenceOf: (sentence: ReportSentence, text: string) => ReactNode
}) {
  return (
    <div className="mb-3 overflow-x-auto rounded-md border border-line font-sans text-sm">
      <table className="w-full text-left tabular-nums" data-testid="report-rows">
        <thead className="bg-sunk text-xs text-dim">
          <tr>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position; names may repeat
              <th key={index} scope="col" className="px-2 py-1 font-medium whitespace-nowrap">
                <bdi>{column}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sentence, cells }) => (
            <tr key={sentence.id} className="border-t border-line">
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
                <td key={index} className="px-2 py-1 align-top">
                  {index === cells.length - 1 ? (
                    sentenceOf(sentence, cellText(cell))
                  ) : (
                    <bdi className={cell === null ? 'text-faint' : undefined}>{cellText(cell)}</bdi>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
