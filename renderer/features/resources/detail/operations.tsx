import { useTranslation } from 'react-i18next'
import type { ApiOperation } from '../../../../contract/resources/resource'
import { Breakable } from '../../../ui/breakable'
import { Part } from '../../../ui/facts'
import { useFormat } from '../../../window/use-format'
import { GrowingList } from './growing-list'

/** The operations of an API, each with what it takes and what it signs in with. */
export function Operations({ operations, total }: { operations: readonly ApiOperation[]; total: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Part
      title={t('resources.detail.operations')}
      end={<span className="text-xs text-faint tabular-nums">{format.number(total)}</span>}
    >
      {total > operations.length && (
        <p className="pb-1 text-xs text-dim">
          {t('resources.detail.operationsSome', {
            shown: format.number(operations.length),
            total: format.number(total),
          })}
        </p>
      )}
      <GrowingList
        items={operations}
        keyOf={({ id }) => id}
        wordsOf={({ method, path, summary }) => `${method} ${path} ${summary}`.toLowerCase()}
        findLabel={t('resources.detail.findOperation')}
      >
        {(operation) => (
          <details data-testid="operation">
            <summary className="grid grid-cols-[10px_52px_minmax(0,1fr)] items-baseline gap-x-1.5 py-1.5 text-sm before:text-faint before:content-['▸'] [[open]>&]:before:content-['▾']">
              <span className="font-mono text-2xs font-semibold text-dim uppercase">{operation.method}</span>
              <bdi className="truncate font-mono text-2xs [[open]>summary>&]:whitespace-normal">
                <Breakable name={operation.path} />
              </bdi>
              {operation.summary && <span className="col-start-3 text-xs text-faint">{operation.summary}</span>}
            </summary>
            <div className="pb-2 pl-[74px] text-xs text-dim">
              {operation.parameters.length === 0 ? (
                <p>{t('resources.detail.noParameters')}</p>
              ) : (
                <ul aria-label={t('resources.detail.parameters')} className="space-y-1">
                  {operation.parameters.map((parameter) => (
                    <li key={`${parameter.in} ${parameter.name}`}>
                      <span className="font-medium text-ink">{parameter.name}</span>{' '}
                      <span className="font-mono">{parameter.type}</span> · {t(`resources.detail.in.${parameter.in}`)}
                      {parameter.required && ` · ${t('resources.detail.required')}`}
                      {parameter.description && <span className="block text-faint">{parameter.description}</span>}
                    </li>
                  ))}
                </ul>
              )}
              {operation.auth.length > 0 && (
                <p className="mt-1">
                  {t('app.labelled', {
                    label: t('resources.detail.auth'),
                    what: operation.auth.join(t('app.listed')),
                  })}
                </p>
              )}
            </div>
          </details>
        )}
      </GrowingList>
    </Part>
  )
}
