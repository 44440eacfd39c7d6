import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceMatch } from '../../../contract/resources/resource-match'
import { quarry } from '../../bridge'
import { Bar } from '../../ui/bar'
import { IconButton } from '../../ui/button'
import { ResourceGlyph } from '../../ui/glyphs'
import { useResourceName } from '../../ui/resource-name'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { KindIcon } from './kind-icon'
import { MatchReasons } from './match-reasons'
import { matchedPieces } from './matched-text'
import { useResourceWords } from './resource-words'
import { surenessOf } from './sureness'

interface MatchCardProps {
  matchId: string
  match: ResourceMatch
  rank: number
  onFeedback(): void
}

/** One that answers: how sure, in which words, why; and whether it was the right one. */
export function MatchCard({ matchId, match, rank, onFeedback }: MatchCardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const words = useResourceWords()
  const dispatch = useWindowDispatch()
  const { resourceId } = useWindowState()
  const { attempt, tell } = useNotices()
  const [said, setSaid] = useState<'helpful' | 'unhelpful' | null>(null)
  const { resource, described, confidence, reasons } = match
  const name = useResourceName()(resource)
  const sureness = surenessOf(confidence)
  const say = (feedback: 'helpful' | 'unhelpful'): void =>
    void attempt(() => quarry.resourcesFeedback({ matchId, resourceId: resource.resourceId, feedback })).then(
      (done) => {
        if (!done) return
        setSaid(feedback)
        tell(t('resources.match.thanks'))
        onFeedback()
      },
    )
  return (
    <li data-testid="match" data-resource={resource.resourceId} className="@container border-t border-line py-3">
      <div className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-start gap-x-2">
        <span className="mt-0.5">
          <KindIcon type={resource.type} size={16} />
        </span>
        <div className="min-w-0">
          <h3>
            <span className="sr-only">{t('resources.match.rank', { n: format.number(rank) })}: </span>
            <button
              type="button"
              aria-current={resourceId === resource.resourceId || undefined}
              onClick={() => dispatch({ type: 'openResource', resourceId: resource.resourceId })}
              className="max-w-full truncate text-left font-semibold hover:underline"
            >
              <MatchedText text={name} words={reasons.matchedWords} />
            </button>
          </h3>
          <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-faint tabular-nums">
            {[t(`resources.kind.${resource.type}`), words.facts(resource), words.uses(resource)]
              .filter(Boolean)
              .join(' · ')}
            {resource.status !== 'ready' && (
              <span className="inline-flex items-center gap-1">
                <ResourceGlyph state={resource.status} size={12} />
                {t(`resources.status.${resource.status}`)}
              </span>
            )}
          </p>
        </div>
        <div className="flex">
          <IconButton
            size="small"
            icon={ThumbsUp}
            label={t('resources.match.helpful', { name })}
            aria-pressed={said === 'helpful'}
            onClick={() => say('helpful')}
            className="aria-pressed:bg-accent-bg aria-pressed:text-accent"
          />
          <IconButton
            size="small"
            icon={ThumbsDown}
            label={t('resources.match.unhelpful', { name })}
            aria-pressed={said === 'unhelpful'}
            onClick={() => say('unhelpful')}
            className="aria-pressed:bg-accent-bg aria-pressed:text-accent"
          />
        </div>
        <div className="col-start-2 col-end-4 mt-1 min-w-0">
          <div className="grid max-w-96 grid-cols-[minmax(0,1fr)_auto] items-center gap-2 text-xs tabular-nums">
            <Bar share={confidence} />
            <span>
              <span className="sr-only">{t('resources.match.confidence')}: </span>
              {format.score(confidence)} · {t(`resources.match.sure.${sureness}`)}
            </span>
          </div>
          <p className="mt-1 line-clamp-3 max-w-[72ch] text-sm text-dim">
            <MatchedText
              text={described === null ? resource.description : speech.fact(described)}
              words={reasons.matchedWords}
            />
          </p>
          <details className="mt-1" open={rank === 1}>
            <summary className="w-fit text-xs text-dim">
              {t('resources.match.why')}
              {reasons.matchedWords.length > 0 && (
                <span className="ml-2 text-faint">
                  {t('app.labelled', {
                    label: t('resources.match.matchedWords'),
                    what: reasons.matchedWords.join(t('app.listed')),
                  })}
                </span>
              )}
            </summary>
            <div className="mt-1">
              <MatchReasons reasons={reasons} />
            </div>
          </details>
        </div>
      </div>
    </li>
  )
}

/** A text in which the words that the query shares stand out. */
function MatchedText({ text, words }: { text: string; words: readonly string[] }) {
  return matchedPieces(text, words).map((piece) =>
    piece.matched ? (
      <mark key={piece.at} className="rounded-[2px] bg-mark text-ink">
        {piece.text}
      </mark>
    ) : (
      <span key={piece.at}>{piece.text}</span>
    ),
  )
}
