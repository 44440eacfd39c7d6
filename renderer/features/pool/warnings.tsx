import { CircleStop, Clock, Hourglass, OctagonPause, TriangleAlert, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PoolView } from '../../../contract/pool/pool'
import { Button } from '../../ui/button'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { ageMs } from './age'
import { useRemedy } from './use-remedy'

const shownFirst = 3

const looks = {
  stopped: { icon: CircleStop, color: 'text-blocked' },
  broken: { icon: TriangleAlert, color: 'text-error' },
  memberError: { icon: TriangleAlert, color: 'text-error' },
  missing: { icon: UserRoundX, color: 'text-error' },
  blocked: { icon: OctagonPause, color: 'text-blocked' },
  longWait: { icon: Clock, color: 'text-blocked' },
  bottleneck: { icon: Hourglass, color: 'text-blocked' },
} as const

/** What deserves a look, the gravest first, each with the one thing that helps. */
export function Warnings({ pool, now }: { pool: PoolView; now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const remedyOf = useRemedy(pool)
  const [all, setAll] = useState(false)
  const { warnings } = pool
  if (warnings.length === 0) return null
  const shown = all ? warnings : warnings.slice(0, shownFirst)
  return (
    <section
      aria-labelledby="pool-warnings"
      className="mb-3 rounded-lg border border-edge bg-panel"
      data-testid="pool-warnings"
    >
      <h2 id="pool-warnings" className="sr-only">
        {t('pool.warning.title')}
      </h2>
      <ul className="max-h-60 overflow-auto">
        {shown.map((warning) => {
          const { icon: Icon, color } = looks[warning.kind]
          const remedy = remedyOf(warning.remedy, warning)
          const said = speech.fact(warning.fact)
          return (
            <li
              key={`${warning.kind} ${warning.memberId} ${warning.taskId} ${warning.type}`}
              data-kind={warning.kind}
              className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1.5 text-sm first:border-t-0"
            >
              <Icon size={15} aria-hidden className={`shrink-0 ${color}`} />
              <span className="min-w-40 flex-1">
                {said}{' '}
                <span className="text-xs whitespace-nowrap text-faint tabular-nums">
                  · {t('pool.warning.since', { time: format.duration(ageMs(now, warning.since)) })}
                </span>
              </span>
              {remedy && (
                <Button
                  className="h-7"
                  aria-label={t('app.labelled', { label: t(`pool.remedy.${warning.remedy}`), what: said })}
                  onClick={remedy}
                >
                  {t(`pool.remedy.${warning.remedy}`)}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {warnings.length > shownFirst && !all && (
        <Button tone="quiet" className="mx-1.5 mb-1 pl-[31px]" onClick={() => setAll(true)}>
          {t('pool.warning.more', { count: warnings.length - shownFirst })}
        </Button>
      )}
    </section>
  )
}
