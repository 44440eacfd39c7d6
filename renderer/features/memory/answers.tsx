import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AnswerView } from '../../../contract/memory'
import { quarry } from '../../bridge'
import { IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { RememberedList } from './remembered-list'
import { SessionLink } from './session-link'

/** What finished sessions answered, for later ones. */
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
  const { recordId, question, sentences, confidence, session, answeredAt, lastUsedAt, uses, superseded } = answer
  const told = [
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
          <SessionLink session={session} />
        </p>
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
