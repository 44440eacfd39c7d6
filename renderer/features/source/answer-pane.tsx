import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { keyOfPlace } from '../../../contract/place'
import type { CitationView } from '../../../contract/report'
import { Fact, Facts, Part, Verbatim } from '../../ui/facts'
import { useFormat } from '../../window/use-format'
import { type OpenAnswer, useWindowDispatch } from '../../window/window-state'
import { StepThroughCitations } from './step-through-citations'

const codeBox = 'overflow-x-auto rounded-md bg-sunk px-2.5 py-1.5 font-mono text-xs whitespace-pre-wrap break-words'

/** What a query or call answered, as it was kept: what was asked, the rows or the result, when, and its hash. */
export function AnswerPane({
  open,
  citation,
  citations,
}: {
  open: OpenAnswer
  citation: CitationView | null
  citations: readonly CitationView[]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const { place } = open
  return (
    <div className="h-full overflow-auto px-5 py-3" data-testid="answer-view" key={keyOfPlace(place)}>
      <div className="flex items-start gap-1">
        <h2 className="line-clamp-3 min-w-0 flex-1 font-semibold">
          <bdi>{place.resourceName}</bdi>
        </h2>
        <StepThroughCitations open={open} citations={citations} />
      </div>
      <p className="text-xs text-faint tabular-nums">
        {t(`answer.${place.kind}`)} · <time dateTime={place.at}>{format.dateTime(place.at)}</time>
      </p>
      {citation && citation.state !== 'present' && (
        <p role="status" className="mt-1 text-xs text-blocked">
          {citation.state === 'deleted' ? t('answer.deleted') : t('answer.altered')}
        </p>
      )}
      {citation && (
        <blockquote className="mt-3 rounded-md border border-line bg-bg px-4 py-3 font-serif leading-relaxed">
          {citation.citedText}
        </blockquote>
      )}
      {place.kind === 'query' ? <QueryParts place={place} /> : <CallParts place={place} />}
      <Part title={t('answer.proof')}>
        <Facts>
          <Fact name={t('answer.hash')}>
            <Verbatim>{place.hash}</Verbatim>
          </Fact>
        </Facts>
      </Part>
      {citation?.state !== 'deleted' && (
        <button
          type="button"
          className="mt-3 text-sm text-accent hover:underline"
          onClick={() => dispatch({ type: 'openResource', resourceId: place.resourceId })}
        >
          {t('answer.openResource', { name: place.resourceName })}
        </button>
      )}
    </div>
  )
}

function QueryParts({ place }: { place: Extract<OpenAnswer['place'], { kind: 'query' }> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { columns, rows, firstRow, totalRows, row } = place
  const shown = {
    from: format.number(firstRow + 1),
    to: format.number(firstRow + rows.length),
    total: format.number(totalRows),
  }
  return (
    <>
      <Part title={t('answer.statement')}>
        <pre className={codeBox}>{place.statement}</pre>
      </Part>
      {place.parameters.length > 0 && (
        <Part title={t('answer.parameters')}>
          <ol className="ml-5 list-decimal font-mono text-xs">
            {place.parameters.map((parameter, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is its position
              <li key={index}>{cellText(parameter)}</li>
            ))}
          </ol>
        </Part>
      )}
      <Part
        title={
          rows.length < totalRows
            ? t('answer.someRows', shown)
            : t('answer.rows', { count: totalRows, total: shown.total })
        }
      >
        {columns.length > 0 && (
          <div className="overflow-x-auto rounded-md border border-line">
            <table className="w-full text-left text-sm tabular-nums">
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
                {rows.map((cells, at) => {
                  const isMeant = row === firstRow + at
                  return (
                    <tr
                      // biome-ignore lint/suspicious/noArrayIndexKey: a row is its position
                      key={at}
                      aria-current={isMeant || undefined}
                      className={clsx('border-t border-line', isMeant && 'bg-mark text-ink')}
                    >
                      {cells.map((cell, index) => (
                        <td
                          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
                          key={index}
                          className={clsx(
                            'px-2 py-1 align-top',
                            typeof cell === 'number' && 'text-right whitespace-nowrap',
                          )}
                        >
                          {cell === null ? <span className="text-faint">–</span> : <bdi>{cellText(cell)}</bdi>}
                        </td>
                      ))}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        )}
      </Part>
    </>
  )
}

function CallParts({ place }: { place: Extract<OpenAnswer['place'], { kind: 'call' }> }) {
  const { t } = useTranslation()
  return (
    <>
      <Part title={t('answer.operation')}>
        <pre className={codeBox}>{place.operation}</pre>
      </Part>
      <Part title={t('answer.arguments')}>
        <pre className={codeBox}>{JSON.stringify(place.arguments, null, 2)}</pre>
      </Part>
      <Part title={place.pointer ? t('answer.resultPart', { pointer: place.pointer }) : t('answer.result')}>
        <pre className={codeBox}>
          {typeof place.value === 'string' ? place.value : JSON.stringify(place.value, null, 2)}
        </pre>
      </Part>
    </>
  )
}

function cellText(cell: unknown): string {
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}
