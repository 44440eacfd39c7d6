import { useTranslation } from 'react-i18next'
import type { PlanView, StepState, StepView } from '../../../contract/session'
import { useFormat } from '../../app/use-format'
import { Chip } from '../../ui/chip'
import { useErrorText } from '../../ui/error-text'
import { StepGlyph } from '../../ui/glyphs'

const chipTone: Partial<Record<StepState, 'busy' | 'blocked' | 'error'>> = {
  allocating: 'busy',
  running: 'busy',
  blocked: 'blocked',
  failed: 'error',
}

function StepRow({ step, numberOf }: { step: StepView; numberOf: (id: string) => string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useErrorText()
  const state = step.skipped ? 'skipped' : step.state
  const chip =
    state === 'running' && step.executor
      ? t('steps.executorBusy', { name: step.executor })
      : state === 'pending' && step.dependsOn.length > 0
        ? t('plan.after', { steps: step.dependsOn.map(numberOf).join(', ') })
        : step.executor && state === 'observed'
          ? step.executor
          : t(`stepState.${state}`)
  const facts = [
    step.found !== null && step.kept !== null
      ? t('steps.found', { found: format.number(step.found), kept: format.number(step.kept) })
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
      <div className={state === 'skipped' ? 'text-dim line-through' : ''}>
        {step.title}
        <span className="sr-only">: {t(`stepState.${state}`)}</span>
        {facts.length > 0 && <p className="text-xs text-faint tabular-nums">{facts.join(' · ')}</p>}
        {step.waitsFor && <p className="text-xs text-blocked">{t('steps.waitsFor', { what: step.waitsFor })}</p>}
        {step.error && <p className="text-xs text-error">{errorText(step.error)}</p>}
      </div>
      <Chip tone={chipTone[state] ?? 'plain'}>{chip}</Chip>
    </li>
  )
}

/** The approved plan while it runs: who works on each step, what it waits for, what it found. Folded, a summary. */
export function Steps({ plan, folded }: { plan: PlanView; folded: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const steps = [...plan.steps].sort((a, b) => a.position - b.position)
  const numberOf = (id: string): string => format.number(steps.findIndex((step) => step.id === id) + 1)
  return (
    <details open={!folded} className="mb-3 rounded-lg border border-line bg-panel" data-testid="steps">
      <summary className="px-4 py-2 text-sm">
        <h2 className="inline font-semibold">{t('steps.title')}</h2>
        <span className="ml-2 text-xs text-faint tabular-nums">
          {t('steps.progress', {
            done: format.number(steps.filter((step) => step.state === 'observed').length),
            total: format.number(steps.filter((step) => !step.skipped).length),
          })}
        </span>
      </summary>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.id} step={step} numberOf={numberOf} />
        ))}
      </ol>
    </details>
  )
}
