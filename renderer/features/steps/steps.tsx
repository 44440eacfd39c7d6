import { useTranslation } from 'react-i18next'
import { isUndecided } from '../../../contract/session/resource-choice'
import type { PlanView, StepState, StepView } from '../../../contract/session/session'
import { inWords } from '../../../wording'
import { Chip } from '../../ui/chip'
import { StepGlyph } from '../../ui/glyphs'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { useMemberName } from '../pool/member-names'
import { useNamedNeed } from '../pool/need-text'

const over = new Set<StepState>(['observed', 'failed', 'skipped'])

const chipTone: Partial<Record<StepState, 'busy' | 'blocked' | 'error'>> = {
  allocating: 'busy',
  running: 'busy',
  awaitingConfirmation: 'blocked',
  blocked: 'blocked',
  failed: 'error',
}

const checkNames = { true: 'met', false: 'unmet', null: 'unjudged' } as const

/** How a step shows: one that only waits in line, while others hold what it needs, goes on by itself and is not blocked. */
export function shownState({
  state,
  skipped,
  blockedBy,
}: Pick<StepView, 'state' | 'skipped' | 'blockedBy'>): StepState {
  if (skipped) return 'skipped'
  return state === 'blocked' && blockedBy === 'resource_shortage' ? 'pending' : state
}

interface StepRowProps {
  step: StepView
  numberOf: (id: string) => string
  /** Titles of the steps that it still waits for. */
  unfinished: readonly string[]
  /** Whether what it lacks is told elsewhere. */
  told: boolean
}

function StepRow({ step, numberOf, unfinished, told }: StepRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const memberName = useMemberName()
  const need = useNamedNeed()
  const needed = step.requirements.filter(({ choice }) => !isUndecided(choice))
  /** A member that is still there is named by what it is; one that has gone, by what it was called. */
  const executor = step.executor === null ? null : memberName(step.executor)
  // What blocks a step stands as its error below.
  const waits =
    step.state === 'pending'
      ? unfinished.map((title) => t('app.quoted', { text: title })).join(t('app.listed'))
      : step.waitsFor !== null && step.error === null && step.blockedBy !== 'missing_resource'
        ? speech.fact(step.waitsFor)
        : ''
  const state = shownState(step)
  const chip =
    state === 'running' && executor
      ? t('steps.executorBusy', { name: executor })
      : step.state === 'pending' && !step.skipped && step.dependsOn.length > 0
        ? t('plan.after', { steps: step.dependsOn.map(numberOf).join(t('app.listed')) })
        : executor && state === 'observed'
          ? executor
          : t(`stepState.${state}`)
  const facts = [
    step.found !== null && step.kept !== null
      ? t(step.type === 'processing' ? 'steps.processed' : 'steps.found', {
          found: format.number(step.found),
          kept: format.number(step.kept),
        })
      : null,
    step.durationMs !== null ? format.duration(step.durationMs) : null,
  ].filter((fact) => fact !== null)
  return (
    <li
      data-testid="step"
      data-state={state}
      className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-baseline gap-2 border-t border-line px-4 py-2"
    >
      <span className="translate-y-0.5">
        <StepGlyph state={state} />
      </span>
      <div className={`min-w-0 wrap-anywhere ${state === 'skipped' ? 'text-dim line-through' : ''}`}>
        {step.title}
        {step.type === 'processing' && <span className="ml-1.5 text-xs text-faint">{t('plan.type.processing')}</span>}
        <span className="sr-only">: {t(`stepState.${state}`)}</span>
        {needed.length > 0 && (
          <p className="text-xs text-faint">
            {step.resources.length > 0
              ? t('steps.with', { names: step.resources.map(memberName).join(t('app.listed')) })
              : t('steps.needs', { what: needed.map(need).join(t('app.listed')) })}
          </p>
        )}
        {step.doneWhen !== '' && state !== 'skipped' && (
          <p className="text-xs text-faint">{t('steps.doneWhen', { what: inWords(step.doneWhen, speech) })}</p>
        )}
        {step.check !== null && (
          <p className={`text-xs ${step.check.isMet === false ? 'text-blocked' : 'text-faint'}`}>
            {t(`steps.check.${checkNames[`${step.check.isMet}`]}`, { what: t(`steps.brought.${step.check.brought}`) })}
          </p>
        )}
        {facts.length > 0 && <p className="text-xs text-faint tabular-nums">{facts.join(' · ')}</p>}
        {waits && (
          <p className={`text-xs ${state === 'pending' ? 'text-faint' : 'text-blocked'}`}>
            {t('steps.waitsFor', { what: waits })}
          </p>
        )}
        {step.error && !told && <p className="text-xs text-error">{speech.error(step.error)}</p>}
      </div>
      <Chip tone={chipTone[state] ?? 'plain'}>{chip}</Chip>
    </li>
  )
}

interface StepsProps {
  plan: PlanView
  folded: boolean
  /** Steps whose lack is told, and kept true, by a card of its own: the error of their last try is not said again. */
  told: readonly StepView[]
}

/** The approved plan while it runs: who works on each step, what it waits for, what it found. Folded, a summary. */
export function Steps({ plan, folded, told }: StepsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const steps = [...plan.steps].sort((a, b) => a.position - b.position)
  const numberOf = (id: string): string => format.number(steps.findIndex((step) => step.id === id) + 1)
  const planned = steps.filter((step) => !step.skipped).length
  return (
    <details open={!folded} className="mb-3 rounded-lg border border-line bg-panel" data-testid="steps">
      <summary className="px-4 py-2 text-sm">
        <h2 className="inline font-semibold">{t('steps.title')}</h2>
        <span className="ml-2 text-xs text-faint tabular-nums">
          {t('steps.progress', {
            done: format.number(steps.filter((step) => step.state === 'observed').length),
            total: format.number(planned),
            count: planned,
          })}
        </span>
      </summary>
      <ol>
        {steps.map((step) => (
          <StepRow
            key={step.id}
            step={step}
            numberOf={numberOf}
            told={told.some(({ id }) => id === step.id)}
            unfinished={
              plan.approvedAt === null || step.skipped
                ? []
                : steps
                    .filter(({ id, state }) => step.dependsOn.includes(id) && !over.has(state))
                    .map(({ title }) => title)
            }
          />
        ))}
      </ol>
    </details>
  )
}
