import { Check, ThumbsDown, ThumbsUp, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MatchHistoryEntry } from '../../../contract/resource'
import { Chip } from '../../ui/chip'
import { useResourceName } from '../../ui/resource-name'
import { useFormat } from '../../window/use-format'
import { useUsedNames } from './used-names'

/** What was asked for, what was offered, what was used, and how that went; newest first. */
export function HistoryList({ entries, label }: { entries: readonly MatchHistoryEntry[]; label: string }) {
  const { t } = useTranslation()
  const resourceName = useResourceName()
  const format = useFormat()
  const names = useUsedNames(entries)
  return (
    <ol aria-label={label} data-testid="match-history">
      {entries.map((entry) => {
        const chosen = entry.matched.find(({ resourceId }) => resourceId === entry.selected)
        const known = entry.selected === null ? undefined : names.get(entry.selected)
        const chosenName =
          (chosen && resourceName(chosen)) ??
          (known === null
            ? t('resources.learned.chosenGone')
            : known && entry.selected
              ? resourceName({ resourceId: entry.selected, name: known })
              : entry.selected)
        return (
          <li key={entry.matchId} className="border-t border-line py-2 text-sm first:border-t-0 first:pt-0">
            <div className="flex items-baseline justify-between gap-3">
              <p className="line-clamp-3 min-w-0 font-medium">{entry.query}</p>
              <time dateTime={entry.at} className="shrink-0 text-xs text-faint tabular-nums">
                {format.when(entry.at)}
              </time>
            </div>
            {entry.matched.length > 0 && (
              <p className="line-clamp-2 text-xs text-faint tabular-nums">
                {t('resources.learned.offered', {
                  names: entry.matched
                    .slice(0, 4)
                    .map((match) => `${resourceName(match)} ${format.score(match.confidence)}`)
                    .join(t('app.listed')),
                })}
              </p>
            )}
            <div className="mt-0.5 flex flex-wrap items-center gap-1.5 text-xs text-dim">
              {chosenName ? t('resources.learned.chosen', { name: chosenName }) : t('resources.learned.notChosen')}
              {entry.success !== null && (
                <Chip tone={entry.success ? 'ok' : 'error'}>
                  {entry.success ? <Check size={11} aria-hidden /> : <X size={11} aria-hidden />}
                  {entry.success ? t('resources.learned.wentWell') : t('resources.learned.failed')}
                </Chip>
              )}
              {entry.feedback && (
                <Chip>
                  {entry.feedback === 'helpful' ? (
                    <ThumbsUp size={11} aria-hidden />
                  ) : (
                    <ThumbsDown size={11} aria-hidden />
                  )}
                  {t(`resources.learned.${entry.feedback}`)}
                </Chip>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
