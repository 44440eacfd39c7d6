import { useTranslation } from 'react-i18next'
import type { RecallReason } from '../../../contract/recall/recall'
import { useFormat } from '../../window/use-format'

/** Why a passage was found: each path's score as a bar and a number, and how a domain lifted it. */
export function Why({ reason }: { reason: RecallReason }) {
  const { t } = useTranslation()
  const format = useFormat()
  // Meaning and words always stand there: that one of them found nothing says as much as what the other found.
  const rows: { label: string; value: number | null }[] = [
    { label: t('why.meaning'), value: reason.dense },
    { label: t('why.words'), value: reason.keyword },
    ...[
      { label: t('why.feedback'), value: reason.feedback },
      { label: t('why.section'), value: reason.section },
      { label: t('why.neighbours'), value: reason.neighbours },
      { label: t('why.named'), value: reason.named },
      { label: t('why.reranked'), value: reason.rerank },
    ].filter(({ value }) => value !== null),
  ]
  return (
    <dl className="text-xs text-dim tabular-nums">
      {rows.map(({ label, value }) => (
        <div key={label} className="my-0.5 grid grid-cols-[76px_1fr_38px] items-center gap-2">
          <dt>{label}</dt>
          <dd aria-hidden className="order-2 h-1.5 overflow-hidden rounded-[3px] bg-sunk">
            <span
              className="block h-full rounded-[3px] bg-accent opacity-75"
              style={{ width: `${Math.max(0, Math.min(1, value ?? 0)) * 100}%` }}
            />
          </dd>
          <dd className="order-3 text-right">
            {value === null ? (
              <>
                <span aria-hidden>–</span>
                <span className="sr-only">{t('why.notFound')}</span>
              </>
            ) : (
              format.score(value)
            )}
          </dd>
        </div>
      ))}
      {reason.rankBefore !== reason.rankAfter && (
        <div className="my-0.5 grid grid-cols-[76px_1fr] gap-2">
          <dt className="sr-only">{t('why.reranked')}</dt>
          <dd className="col-start-2 text-right">
            {t('why.rank', { after: format.number(reason.rankAfter), before: format.number(reason.rankBefore) })}
          </dd>
        </div>
      )}
    </dl>
  )
}
