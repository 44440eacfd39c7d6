import { clsx } from 'clsx'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportView } from '../../../contract/report/report'
import { toldMatrix } from '../../../wording'
import { useSpeech } from '../../ui/use-speech'

const tints = ['', 'bg-accent/10', 'bg-accent/20', 'bg-accent/30', 'bg-accent/40']

/** Which part of the report cites which source how often; folded until someone asks. */
export const SourceMatrix = memo(function SourceMatrix({ report }: { report: ReportView }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const matrix = toldMatrix(report, speech)
  if (matrix === null) return null
  return (
    <details className="drawn-in-view mt-3 border-t border-line pt-3" data-testid="source-matrix">
      <summary className="cursor-pointer text-sm">
        {t('sourceMatrix.title', { sources: speech.format.number(matrix.rows.length) })}
      </summary>
      <div className="mt-2 overflow-x-auto rounded-md border border-line">
        <table className="w-full text-left text-sm">
          <thead className="bg-sunk text-xs text-dim">
            <tr>
              <th scope="col" className="px-2 py-1 font-medium">
                {t('evidenceTable.source')}
              </th>
              {matrix.columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
                <th key={at} scope="col" className="px-2 py-1 text-center min-w-14 font-medium wrap-break-word">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map(({ origin, name, cells }) => (
              <tr key={origin} className="border-t border-line">
                <th scope="row" className="px-2 py-1 font-normal wrap-anywhere">
                  <bdi>{name}</bdi>
                </th>
                {cells.map(({ count, shade }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
                  <td key={at} className={clsx('px-2 py-1 text-center tabular-nums', tints[shade])}>
                    {count === 0 ? '' : speech.format.number(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {matrix.legend.length > 0 && (
        <ol className="mt-2 list-decimal pl-6 text-xs text-dim">
          {matrix.legend.map((heading, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
            <li key={at}>{heading}</li>
          ))}
        </ol>
      )}
    </details>
  )
})
