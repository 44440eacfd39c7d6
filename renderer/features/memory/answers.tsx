import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AnswerView } from '../../../contract/library/memory'
import type { SourcePlace } from '../../../contract/report/place'
import { quarry } from '../../bridge'
import { IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { placeOf, useWindowDispatch } from '../../window/window-state'
import { RememberedList } from './remembered-list'
import { SessionLink } from './session-link'

/** What finished sessions and the background learner answered, for later ones. */
export function Answers() {
  return (
    <RememberedList
      kind="answers"
      setting="learns"
      list={async (page) => {
        const { answers, total } = await quarry.memoryAnswers(page)
        return { rows: answers, total }
      }}
      removeAll={() => quarry.memoryRemoveAnswers({ ids: null })}
      keyOf={({ recordId }) => recordId}
      row={(answer, again) => <AnswerRow answer={answer} onRemoved={again} />}
    />
  )
}

function AnswerRow({ answer, onRemoved }: { answer: AnswerView; onRemoved(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const { recordId, question, sentences, confidence, session, places, answeredAt, lastUsedAt, uses, superseded } =
    answer
  const told = [
    ...(session === null ? [t('learner.learned')] : []),
    format.when(answeredAt),
    t('memory.confidence', { confidence: format.percent(confidence) }),
    lastUsedAt === null
      ? t('memory.unused')
      : t('memory.used', { count: uses, uses: format.number(uses), when: format.when(lastUsedAt) }),
  ]
  return (
    <div className="flex items-start gap-2" data-testid="answer-record">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{question}</p>
        <p className="mt-0.5 line-clamp-4 font-serif text-[15px] leading-snug wrap-anywhere">{sentences.join(' ')}</p>
        <p className="mt-1 text-xs text-faint tabular-nums">
          {superseded !== null && (
            <span className="mr-1.5">
              <Chip tone="blocked">{t(`memory.superseded.${superseded}`)}</Chip>
            </span>
          )}
          {told.join(' · ')}
          {session !== null && <SessionLink session={session} />}
        </p>
        {session === null && <Sources places={places} />}
      </div>
      <IconButton
        size="small"
        icon={Trash2}
        label={t('memory.remove')}
        onClick={() =>
          void attempt(() => quarry.memoryRemoveAnswers({ ids: [recordId] })).then((done) => done && onRemoved())
        }
      />
    </div>
  )
}

/** The passages that an answer without a session rests on, each source once. */
function Sources({ places }: { places: readonly SourcePlace[] }) {
  const dispatch = useWindowDispatch()
  const firsts = [...new Map(places.toReversed().map((place) => [place.sourceId, place])).values()].toReversed()
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-faint">
      {firsts.map((place) => (
        <button
          key={place.sourceId}
          type="button"
          className="max-w-full truncate text-left underline decoration-dotted"
          onClick={() => dispatch({ type: 'openPlace', place: placeOf(place) })}
        >
          <bdi>{place.sourceTitle ?? place.sourceName}</bdi>
        </button>
      ))}
    </p>
  )
}
