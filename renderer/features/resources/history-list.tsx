import { Check, ThumbsDown, ThumbsUp, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MatchHistory, MatchHistoryEntry } from '../../../contract/resources/resource-match'
import { quarry, toShape, useCall } from '../../bridge'
import { IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { useResourceName } from '../../ui/resource-name'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'

/** What an update took out of the history, until a person has read it. */
export function RemovedUses({ removed, onDone }: { removed: MatchHistory['removedUses']; onDone(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  if (removed === null) return null
  return (
    <div role="note" className="mb-3 flex items-start gap-3 rounded-lg border border-line bg-bg px-3.5 py-2.5">
      <p className="min-w-0 flex-1 text-sm text-dim">
        {t('resources.learned.removedUses', {
          count: removed.count,
          uses: format.number(removed.count),
          time: format.dateTime(removed.at),
        })}
      </p>
      <IconButton
        size="small"
        icon={X}
        label={t('app.dismiss')}
        onClick={() => void attempt(() => quarry.resourcesDismissRemovedUses()).then(onDone)}
      />
    </div>
  )
}

/** What was asked for, what was offered, what was used, and how that went; newest first. */
export function HistoryList({ entries, label }: { entries: readonly MatchHistoryEntry[]; label: string }) {
  const { t } = useTranslation()
  const resourceName = useResourceName()
  const format = useFormat()
  const speech = useSpeech()
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
              {entry.durationMs !== null && <span className="tabular-nums">{format.duration(entry.durationMs)}</span>}
              {entry.rows !== null && (
                <span className="tabular-nums">
                  {t('resources.learned.rows', { count: entry.rows, rows: format.number(entry.rows) })}
                </span>
              )}
              {entry.error && <span className="text-error">{speech.error(entry.error)}</span>}
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

/** So many names are asked for; beyond it a resource goes by its id. */
const mostAsked = 50

/** The used resources whose names their entries do not tell, as a use that came of no match has nothing that was offered. */
export function unnamedUses(entries: readonly MatchHistoryEntry[]): string[] {
  const used = entries.flatMap(({ selected, matched }) =>
    selected === null || matched.some(({ resourceId }) => resourceId === selected) ? [] : [selected],
  )
  return [...new Set(used)].slice(0, mostAsked)
}

/** Names of the used resources by their ids; null for one that is no longer there, nothing while they are asked for. */
export function useUsedNames(entries: readonly MatchHistoryEntry[]): ReadonlyMap<string, string | null> {
  const ids = unnamedUses(entries)
  const names = useCall(ids.length > 0 ? ids.join(' ') : null, async () =>
    Promise.all(
      ids.map(async (resourceId): Promise<[string, string | null]> => {
        try {
          return [resourceId, (await quarry.resourcesGet({ resourceId })).name]
        } catch (error) {
          if (toShape(error).code === 'resource.notFound') return [resourceId, null]
          throw error
        }
      }),
    ),
  )
  return new Map(names.value ?? [])
}
