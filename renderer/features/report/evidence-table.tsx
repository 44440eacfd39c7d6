import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourceDate } from '../../../contract/library/source-date'
import { evidenceRowsOf } from '../../../contract/report/evidence-rows'
import type { ReportView } from '../../../contract/report/report'
import { useFormat } from '../../window/use-format'
import { placeOf, useWindowDispatch } from '../../window/window-state'
import { usePlaceText } from '../source/use-place-text'

interface EvidenceTableProps {
  sessionId: string
  /** Of the report. */
  version: number
  report: ReportView
}

/** Which statement rests on which place of which source, and when that is from; folded until someone asks. */
export const EvidenceTable = memo(function EvidenceTable({ sessionId, version, report }: EvidenceTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const placeText = usePlaceText()
  const rows = evidenceRowsOf(report)
  if (rows.length === 0) return null
  const dateText = ({ kind, date, version: edition }: SourceDate): string => {
    const day = date.length === 10 ? format.day(date) : date
    return [
      kind === 'issued' ? day : t('evidenceTable.file', { day }),
      edition && t('evidenceTable.version', { edition }),
    ]
      .filter((part) => part !== undefined)
      .join(t('app.listed'))
  }
  return (
    <details className="drawn-in-view mt-6 border-t border-line pt-3" data-testid="evidence-table">
      <summary className="cursor-pointer text-sm">
        {t('evidenceTable.title', { rows: format.number(rows.length) })}
      </summary>
      <div className="mt-2 overflow-x-auto rounded-md border border-line">
        <table className="w-full min-w-[40rem] table-fixed text-left text-sm">
          <colgroup>
            <col />
            <col className="w-[20%]" />
            <col className="w-[20%]" />
            <col className="w-[7.5rem]" />
          </colgroup>
          <thead className="bg-sunk text-xs text-dim">
            <tr>
              {(['statement', 'source', 'place', 'date'] as const).map((column) => (
                <th key={column} scope="col" className="px-2 py-1 font-medium">
                  {t(`evidenceTable.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ claim, citation, source, date }) => (
              <tr key={`${claim.id}-${citation.n}`} className="border-t border-line align-top">
                <td className="px-2 py-1 font-serif wrap-anywhere" lang={report.language}>
                  <button
                    type="button"
                    className="text-left hover:bg-sunk"
                    onClick={() =>
                      dispatch({
                        type: 'openPlace',
                        place: placeOf(citation.place, { sessionId, version, n: citation.n }),
                      })
                    }
                  >
                    {claim.text}{' '}
                    <span className="font-sans text-xs font-semibold text-accent">{format.number(citation.n)}</span>
                  </button>
                </td>
                <td className="px-2 py-1 wrap-anywhere">
                  <bdi>{source}</bdi>
                </td>
                <td className="px-2 py-1 text-dim wrap-anywhere">{placeText.text(citation.place)}</td>
                <td className="px-2 py-1 text-dim tabular-nums">{date === null ? '' : dateText(date)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
})
