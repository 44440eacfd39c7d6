import type { ReactNode } from 'react'
import type { ReportSentence } from '../../../contract/report'
import type { ReportBlock } from '../../../contract/report-blocks'

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
