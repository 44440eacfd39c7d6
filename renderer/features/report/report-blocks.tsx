import type { ReactNode } from 'react'
import { type Chart as ChartOfRows, drawChart } from '../../../contract/report/chart'
import type { ReportSentence } from '../../../contract/report/report'
import type { ReportBlock } from '../../../contract/report/report-blocks'
import { chartOfRows } from '../../../contract/report/report-rows'
import { toldChart } from '../../../wording'
import { useSpeech } from '../../ui/use-speech'
import { AnsweredTable } from '../source/answered-table'
import { cellText } from '../source/cell-text'
import { Picture } from './picture'

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

/** Rows of an answer as a picture, below their table. */
function Chart({ chart }: { chart: ChartOfRows }) {
  const speech = useSpeech()
  const title = `${chart.value} / ${chart.label}`
  return (
    <figure className="mt-3">
      <figcaption className="text-xs text-dim">{title}</figcaption>
      <Picture
        picture={drawChart(chart, speech.format.number)}
        title={title}
        described={toldChart(chart, speech)}
        testid="chart"
      />
    </figure>
  )
}

/** What a source says as a list: with numbers where it has an order. */
export function ReportList({
  block: { start, items },
  sentenceOf,
}: {
  block: Extract<ReportBlock, { kind: 'list' }>
  sentenceOf: (sentence: ReportSentence) => ReactNode
}) {
  const shown = items.map((item) => (
    <li key={item[0]?.id} className="mb-1">
      {item.map((sentence) => sentenceOf(sentence))}
    </li>
  ))
  if (start === null) return <ul className="mb-3 list-disc pl-5">{shown}</ul>
  return (
    <ol start={start} className="mb-3 list-decimal pl-7">
      {shown}
    </ol>
  )
}

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
