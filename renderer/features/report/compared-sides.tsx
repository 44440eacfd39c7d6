import type { ReactNode } from 'react'
import type { ReportSentence } from '../../../contract/report'
import type { ReportBlock } from '../../../contract/report-blocks'

/** What is said of two things that a question compares, side by side. */
export function ComparedSides({
  block: { sides, rows },
  sentenceOf,
}: {
  block: Extract<ReportBlock, { kind: 'compared' }>
  sentenceOf: (sentence: ReportSentence) => ReactNode
}) {
  return (
    <div className="mb-4 overflow-x-auto rounded-md border border-line">
      <table className="w-full min-w-[26rem] table-fixed text-left text-[15px] leading-normal" data-testid="compared">
        <thead className="bg-sunk font-sans text-sm">
          <tr>
            {sides.map((side) => (
              <th key={side} scope="col" className="px-3 py-1.5 font-semibold wrap-anywhere">
                <bdi>{side}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.flat()[0]?.id} className="border-t border-line align-top">
              {cells.map((sentences, side) => (
                <td key={sides[side]} className="px-3 py-1.5 wrap-anywhere">
                  {sentences.map((sentence) => sentenceOf(sentence))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
