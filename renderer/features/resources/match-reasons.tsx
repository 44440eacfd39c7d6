import { useTranslation } from 'react-i18next'
import type { MatchReasons as Reasons } from '../../../contract/resources/resource-match'
import { Bar } from '../../ui/bar'
import { useFormat } from '../../window/use-format'
import { reasonNames } from './reason-names'

/** Why one was chosen: each component as a bar and a number, and the earlier use that the need resembles. */
export function MatchReasons({ reasons }: { reasons: Reasons }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="text-xs text-dim tabular-nums">
      <dl className="grid gap-x-6 @min-[520px]:grid-cols-2">
        {reasonNames.map((name) => {
          const value = reasons[name]
          return (
            <div key={name} className="my-0.5 grid grid-cols-[104px_1fr_34px] items-center gap-2">
              <dt className="truncate">{t(`resources.match.reason.${name}`)}</dt>
              <dd aria-hidden>
                <Bar share={value ?? 0} className="bg-accent opacity-75" />
              </dd>
              <dd className="text-right">
                {value === null ? (
                  <>
                    <span aria-hidden>–</span>
                    <span className="sr-only">{t('resources.match.unknown')}</span>
                  </>
                ) : (
                  format.score(value)
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      {reasons.history && (
        <p className="mt-1 text-ink">
          {t('resources.match.like', {
            query: reasons.history.query,
            similarity: format.score(reasons.history.similarity),
          })}
        </p>
      )}
    </div>
  )
}
