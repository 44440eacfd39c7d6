import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { AskedQuestion, SessionState, SessionView } from '../../../contract/session/session'
import { isWaiting } from '../../../contract/session/session-transitions'

const stages = ['clarified', 'looked', 'planned', 'researching', 'writing', 'checking'] as const
type Stage = (typeof stages)[number]
/** Those of a question, by how it is answered. */
const stagesOf: Readonly<Record<AskedQuestion['mode'], readonly Stage[]>> = {
  research: stages,
  update: stages,
  quick: stages.slice(3),
  modelOnly: ['writing'],
}
type StageState = 'done' | 'now' | 'waiting' | 'ahead' | 'stopped' | 'halted'

const stageOf: Partial<Record<SessionState, Stage>> = {
  coordinating: 'clarified',
  awaitingClarification: 'clarified',
  investigating: 'looked',
  planning: 'planned',
  awaitingPlanReview: 'planned',
  running: 'researching',
  paused: 'researching',
  blockedReview: 'researching',
  reporting: 'writing',
  verifying: 'checking',
}

/** Where the session stands on its life line, honestly: what was interrupted is halted, not done. */
export function stageStates(state: SessionState, interrupted: SessionState | null): Record<Stage, StageState> {
  const at =
    state === 'done' ? stages.length : stages.indexOf(stageOf[interrupted ?? state] ?? stageOf[state] ?? 'clarified')
  const now: StageState =
    state === 'failed' ? 'halted' : state === 'stopped' ? 'stopped' : isWaiting(state) ? 'waiting' : 'now'
  return Object.fromEntries(
    stages.map((stage, index) => [stage, index < at ? 'done' : index === at ? now : 'ahead']),
  ) as Record<Stage, StageState>
}

const looks: Record<StageState, string> = {
  done: 'border-accent text-dim',
  now: 'border-accent text-ink font-semibold',
  waiting: 'border-blocked text-blocked font-semibold',
  stopped: 'border-edge text-ink font-semibold',
  halted: 'border-error text-error font-semibold',
  ahead: 'border-line text-faint',
}
// Shapes, so that the colour is never alone: a dot goes on, a diamond waits for a person, a square has halted, of its own or by a person.
const marks: Partial<Record<StageState, string>> = {
  now: 'rounded-full bg-accent',
  waiting: 'rotate-45 bg-blocked',
  stopped: 'bg-ink',
  halted: 'bg-error',
}

/** The life of the session as a line: what is done, where it is, what is ahead. */
export function LifeLine({ session }: { session: SessionView }) {
  const { t } = useTranslation()
  const states = stageStates(session.state, session.interruptedState)
  const isUnexplored = session.settings.investigates === false && session.investigation === null
  const shown = stagesOf[session.asked.at(-1)?.mode ?? 'research'].filter(
    (stage) => stage !== 'looked' || !isUnexplored,
  )
  return (
    <ol aria-label={t('session.lifeLine')} className="@container mb-4 flex gap-0.5" data-testid="life-line">
      {shown.map((stage) => {
        const state = states[stage]
        const current = state !== 'done' && state !== 'ahead'
        return (
          <li
            key={stage}
            aria-current={current ? 'step' : undefined}
            className={clsx('min-w-0 flex-1 border-t-[3px] pt-1 text-2xs leading-snug', looks[state])}
          >
            {/* Where six words do not fit side by side only the one that counts is drawn; the others are told. */}
            <span className={current ? 'whitespace-nowrap' : 'hidden wrap-normal @min-[480px]:inline'} aria-hidden>
              {marks[state] && <span className={clsx('mr-1.5 inline-block size-1.5', marks[state])} />}
              {current ? t(`session.stageNow.${stage}`) : t(`session.stage.${stage}`)}
            </span>
            <span className="sr-only">{current ? t(`session.stageNow.${stage}`) : t(`session.stage.${stage}`)}</span>
            <span className="sr-only">: {t(`session.stageState.${state}`)}</span>
          </li>
        )
      })}
    </ol>
  )
}
