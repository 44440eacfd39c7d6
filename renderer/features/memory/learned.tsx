import { GraduationCap, Pause, Play, Square, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LearnerQuestion, LearnerView } from '../../../contract/library/learner'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Toggle } from '../../ui/field'
import { Empty, Failure, Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { RemoveAll } from './remove-all'

const pageSize = 100
/** Questions that one press asks: about half a minute. */
const askedAtOnce = 5

/** The background learner: what it does now, what it asked, what it kept, and what it did not and why. */
export function Learned() {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const settings = useTopicValue('settings')
  const view = useTopicValue('learner')
  const [shown, setShown] = useState(pageSize)
  const [round, setRound] = useState(0)
  const again = (): void => setRound((before) => before + 1)
  // Something was asked, or is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the learner moved
  useEffect(again, [view?.kept, view?.dropped, view?.state])
  const found = useCall(`learner ${shown} ${round}`, () => quarry.learnerQuestions({ offset: 0, limit: shown }))
  const { questions = [], total = 0 } = found.value ?? {}
  return (
    <div className="max-w-180 pt-4 pb-10" data-testid="learned">
      <Toggle
        label={t('learner.switch')}
        help={t('learner.switchHelp')}
        checked={settings?.backgroundLearning ?? false}
        onChange={(backgroundLearning) => void attempt(() => quarry.settingsSet({ backgroundLearning }))}
      />
      {settings?.backgroundLearning === true && !settings.learns && (
        <p className="mt-1 text-sm text-blocked">{t('learner.needsLearning')}</p>
      )}
      {view !== null && <LearnerState view={view} />}
      {found.status === 'failed' && <Failure error={found.error} onRetry={again} />}
      {found.status === 'loading' && found.value === null && <Loading />}
      {found.status === 'ready' && total === 0 && <Empty title={t('learner.none')} help={t('learner.noneHelp')} />}
      {total > 0 && (
        <>
          <p className="mt-3 text-xs text-faint tabular-nums">
            {t('learner.count', {
              count: total,
              total: format.number(total),
              kept: format.number(view?.kept ?? 0),
              dropped: format.number(view?.dropped ?? 0),
            })}
          </p>
          <ul className="mt-1" aria-label={t('memory.tabs.learned')}>
            {questions.map((one) => (
              <li key={one.questionId} className="border-t border-line py-2.5">
                <Asked asked={one} onRemoved={again} />
              </li>
            ))}
          </ul>
          {questions.length < total && (
            <Button className="mt-2" onClick={() => setShown(shown + pageSize)}>
              {t('memory.more')}
            </Button>
          )}
          <RemoveAll
            question={t('learner.removeAllSure')}
            removeAll={() => quarry.learnerRemove({ ids: null })}
            onDone={again}
          />
        </>
      )}
    </div>
  )
}

/** What it does, its budget, and what a person can do about it. */
function LearnerState({ view }: { view: LearnerView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const { state, waitsFor, question, demanded, today, error } = view
  const does =
    waitsFor.length > 0
      ? t('learner.waitsFor', { what: waitsFor.map((one) => t(`learner.waits.${one}`)).join(t('learner.and')) })
      : t(`learner.states.${state}`)
  const isWorking = demanded > 0
  const isOn = state !== 'off'
  return (
    <div className="mt-3 rounded-lg border border-edge bg-panel px-3.5 py-2.5" data-testid="learner-state">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="min-w-50 flex-1">
          <p role="status" className="text-sm wrap-anywhere">
            {does}
            {question !== null && <span className="font-medium"> {question}</span>}
          </p>
          {isOn && (
            <p className="mt-0.5 text-xs text-faint tabular-nums">
              {t('learner.today', {
                questions: format.number(today.questions),
                questionsAtMost: format.number(today.questionsAtMost),
                minutes: format.number(Math.round(today.spentMs / 6000) / 10),
                minutesAtMost: format.number(today.spentMsAtMost / 60_000),
              })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {isWorking ? (
            <Button icon={Square} onClick={() => void attempt(() => quarry.learnerStop())}>
              {t('learner.stop')}
            </Button>
          ) : (
            <Button
              icon={GraduationCap}
              disabled={state === 'exhausted'}
              onClick={() => void attempt(() => quarry.learnerAsk({ questions: askedAtOnce }))}
            >
              {t('learner.askNow', { count: askedAtOnce })}
            </Button>
          )}
          {isOn &&
            (state === 'paused' ? (
              <Button icon={Play} onClick={() => void attempt(() => quarry.learnerPause({ paused: false }))}>
                {t('learner.resume')}
              </Button>
            ) : (
              <Button icon={Pause} onClick={() => void attempt(() => quarry.learnerPause({ paused: true }))}>
                {t('learner.pause')}
              </Button>
            ))}
        </div>
      </div>
      {error !== null && <Failure error={error} />}
    </div>
  )
}

const tones = { kept: 'ok', dropped: 'plain', interrupted: 'blocked', asking: 'busy' } as const

function Asked({ asked, onRemoved }: { asked: LearnerQuestion; onRemoved(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const { questionId, question, raisedBy, state, reason, askedAt, tookMs, sentences } = asked
  const told = [
    ...(reason === null ? [] : [t(`learner.reasons.${reason}`)]),
    t(`learner.raisedBy.${raisedBy.kind}`, { name: raisedBy.values.name }),
    format.when(askedAt),
    ...(tookMs === null ? [] : [t('learner.took', { seconds: format.number(Math.round(tookMs / 100) / 10) })]),
  ]
  return (
    <div className="flex items-start gap-2" data-testid="learner-question">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{question}</p>
        {sentences.length > 0 && (
          <p className="mt-0.5 line-clamp-4 font-serif text-[15px] leading-snug wrap-anywhere">{sentences.join(' ')}</p>
        )}
        <p className="mt-1 text-xs wrap-anywhere text-faint tabular-nums">
          <span className="mr-1.5">
            <Chip tone={tones[state]}>{t(`learner.outcome.${state}`)}</Chip>
          </span>
          {told.join(' · ')}
        </p>
      </div>
      {state !== 'asking' && (
        <IconButton
          size="small"
          icon={Trash2}
          label={t('memory.remove')}
          onClick={() =>
            void attempt(() => quarry.learnerRemove({ ids: [questionId] })).then((done) => done && onRemoved())
          }
        />
      )}
    </div>
  )
}
