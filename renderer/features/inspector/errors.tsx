import { useTranslation } from 'react-i18next'
import type { SessionView } from '../../../contract/session/session'
import { quarry, useCall } from '../../bridge'
import { SectionTitle } from '../../ui/field'
import { Failure } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'

/** Errors that ended work of the session, the newest first; nothing where there were none. */
export function Errors({ session: { id, state } }: { session: Pick<SessionView, 'id' | 'state'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const errors = useCall(`${id} ${state}`, () => quarry.sessionErrors({ sessionId: id }))
  if (errors.status === 'failed') return <Failure error={errors.error} />
  if (errors.value === null || errors.value.length === 0) return null
  return (
    <section className="mt-3" data-testid="session-errors">
      <div className="-ml-1.5">
        <SectionTitle>{t('chart.errors')}</SectionTitle>
      </div>
      <ol className="text-sm">
        {errors.value.map(({ at, state: where, error, stack }) => (
          <li key={`${at}${error.code}`} className="border-t border-line py-1">
            <p className="text-error wrap-anywhere">{speech.error(error)}</p>
            <p className="text-xs text-faint">
              {format.dateTime(at)} · {t(`sessionState.${where}`)}
            </p>
            <details className="text-xs">
              <summary className="cursor-pointer text-dim">{t('chart.errorDetails')}</summary>
              {/* Long words scroll, also by keyboard. */}
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
              <pre tabIndex={0} className="mt-0.5 max-h-72 overflow-auto rounded bg-sunk px-2 py-1 whitespace-pre-wrap">
                {[`${error.code}: ${error.message}`, error.context && JSON.stringify(error.context, null, 1), stack]
                  .filter(Boolean)
                  .join('\n')}
              </pre>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}
