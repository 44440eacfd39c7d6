import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { Computation } from '../../../contract/calls/compute'
import type { CallPlace } from '../../../contract/report/place'
import { Part, Verbatim } from '../../ui/facts'
import { useFormat } from '../../window/use-format'
import { AnsweredTable } from './answered-table'
import { SaveRows } from './save-rows'

export const codeBox =
  'overflow-x-auto rounded-md bg-sunk px-2.5 py-1.5 font-mono text-xs whitespace-pre-wrap break-words'

/** What was called, with which arguments, and what came of it. */
export function CallParts({ place }: { place: CallPlace }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {place.models !== undefined && (
        <p data-testid="answer-models" className="mt-2 text-sm text-blocked wrap-anywhere">
          {t('answer.models', { models: format.list(place.models) })}
        </p>
      )}
      <Part title={t('answer.operation')}>
        <pre className={codeBox}>{place.operation}</pre>
      </Part>
      <Part title={t('answer.arguments')}>
        <pre className={codeBox}>{JSON.stringify(place.arguments, null, 2)}</pre>
      </Part>
      <Part
        title={t(place.pointer ? 'answer.resultPart' : 'answer.result')}
        end={place.pointer && <Verbatim>{place.pointer}</Verbatim>}
      >
        <pre className={codeBox}>{resultText(place.value)}</pre>
      </Part>
    </>
  )
}

/** Code that was run, what it was handed, and what came of it. */
export function ComputedParts({ place, computed }: { place: CallPlace; computed: Computation }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { code, tables, texts } = place.arguments
  const inline = Object.entries({ tables, texts }).filter(([, given]) => Object.keys(given ?? {}).length > 0)
  return (
    <>
      <Part
        title={t('answer.result')}
        end={
          <span className="flex items-center gap-1 text-xs text-faint">
            {t('answer.took', { time: format.number(Math.ceil(computed.tookMs)) })}
            {computed.table && <SaveRows name={place.resourceName} {...computed.table} />}
          </span>
        }
      >
        <Result of={computed} value={computed.value} />
      </Part>
      <Part title={t('answer.code')}>
        <pre className={codeBox}>{String(code)}</pre>
      </Part>
      <Part title={t('answer.inputs')}>
        <ul className="ml-5 list-disc text-sm">
          {computed.inputs.map(({ name, kind, size, columns }) => (
            <li key={name}>
              <bdi>{name}</bdi> · {t(`answer.${kind}Size`, { count: size, total: format.number(size) })}
              {columns.length > 0 && (
                <>
                  {' · '}
                  <bdi>{columns.join(t('app.listed'))}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
        {inline.length > 0 && (
          <pre className={clsx(codeBox, 'mt-1')}>{JSON.stringify(Object.fromEntries(inline), null, 2)}</pre>
        )}
      </Part>
    </>
  )
}

/** What a call brought, as rows where it is a table. */
export function Result({ of, value }: { of: Computation | null; value: unknown }) {
  const table = of?.table
  return table ? (
    <AnsweredTable columns={table.columns} rows={table.rows.map((cells, at) => ({ key: String(at), cells }))} />
  ) : (
    <pre className={codeBox}>{resultText(of === null ? value : of.value)}</pre>
  )
}

const resultText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
