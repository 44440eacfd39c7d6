import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronDown, Eye, EyeOff, GripVertical, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type PlanChanges, type PlanStepDraft, type StepView, stepType } from '../../../contract/session/session'
import type { DoneWhen, StepCriterion } from '../../../contract/session/step-criterion'
import { inWords } from '../../../wording'
import { IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { StepGlyph } from '../../ui/glyphs'
import { Menu, MenuCheck, MenuChoice } from '../../ui/menu'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { AddNeed, Needs } from './needs'
import { possibleDependencies } from './plan-edit'

/** The type under which a step is dragged, so that the window's drop target leaves it alone. */
export const stepDragType = 'application/x-quarry-step'

type Former = PlanChanges['changed'][number]

interface PlanStepRowProps {
  /** What the session was asked. */
  question: string
  step: PlanStepDraft
  index: number
  steps: readonly PlanStepDraft[]
  origin: StepView['origin']
  /** Its former self, where the version of the plan before had it otherwise; `new` where that had no such step. */
  former: Former | 'new' | null
  /** It has run already and is not changed any more. */
  locked: boolean
  dragged: number | null
  onDrag(index: number | null): void
  onDropHere(): void
  onChange(change: Partial<PlanStepDraft>): void
  onMove(by: -1 | 1): void
  onDelete(): void
}

const fieldClass =
  'w-full rounded border border-transparent bg-transparent px-1.5 hover:border-line focus:border-edge focus:bg-bg focus:outline-none focus-visible:outline-2 focus-visible:outline-accent'

const criteria: readonly StepCriterion[] = [
  { kind: 'keepsEvidence', values: {} },
  { kind: 'bringsAnswer', values: {} },
  { kind: 'calculatesFigure', values: {} },
]

/** One step while it can still be changed. */
export function PlanStepRow(props: PlanStepRowProps) {
  const { step, index, steps, origin, former, dragged, onChange } = props
  const { t } = useTranslation()
  const speech = useSpeech()
  const format = useFormat()
  const n = format.number(index + 1)
  const numberOf = (id: string): string => format.number(steps.findIndex((other) => other.id === id) + 1)
  if (props.locked) {
    return (
      <li
        data-step={step.id}
        data-testid="plan-step"
        className="grid grid-cols-[20px_22px_minmax(0,1fr)_auto] items-center gap-1.5 border-t border-line px-2.5 py-2 text-dim"
      >
        <StepGlyph state="observed" size={15} />
        <span className="text-right tabular-nums">{n}</span>
        <span className="px-1.5">{step.title}</span>
        <Chip>{t('stepState.observed')}</Chip>
      </li>
    )
  }
  /** The first thing that the step had otherwise. */
  const formerly = (was: Former): string => {
    if (was.title !== step.title) return t('plan.wasCalled', { title: was.title })
    if (was.query !== step.query) return t('plan.wasSearching', { query: was.query })
    if (was.type !== step.type) return t(`plan.wasType.${was.type}`)
    return t('plan.wasDoneWhen', { what: inWords(was.doneWhen, speech) })
  }
  /** Who types the words of a criterion again means it. */
  const asTyped = (text: string): DoneWhen => criteria.find((one) => speech.fact(one) === text) ?? text
  const possible = possibleDependencies(steps, step.id)
  const waitsFor = step.dependsOn.length
    ? t('plan.after', { steps: step.dependsOn.map(numberOf).join(t('app.listed')) })
    : t('plan.afterNone')
  return (
    <li
      data-step={step.id}
      data-testid="plan-step"
      onDragOver={(event) => {
        if (dragged !== null) event.preventDefault()
      }}
      onDrop={(event) => {
        if (dragged === null) return
        event.preventDefault()
        props.onDropHere()
      }}
      className={clsx(
        'group grid grid-cols-[16px_18px_minmax(0,1fr)_auto] items-start gap-x-1.5 gap-y-1 border-t border-line px-2.5 py-2',
        dragged === index && 'opacity-50',
        dragged !== null && dragged !== index && 'hover:bg-accent-bg',
      )}
    >
      <button
        type="button"
        draggable
        aria-label={t('plan.drag', { n })}
        onDragStart={(event) => {
          event.dataTransfer.setData(stepDragType, step.id)
          event.dataTransfer.effectAllowed = 'move'
          props.onDrag(index)
        }}
        onDragEnd={() => props.onDrag(null)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          props.onMove(event.key === 'ArrowUp' ? -1 : 1)
        }}
        className="mt-1 cursor-grab! rounded text-faint hover:text-ink"
      >
        <GripVertical size={15} aria-hidden />
      </button>
      <span className="mt-0.5 text-right text-dim tabular-nums" aria-hidden>
        {n}
      </span>
      <div className={clsx('min-w-0', step.skipped && 'opacity-70')}>
        <textarea
          rows={1}
          value={step.title}
          maxLength={300}
          placeholder={t('plan.newTitle')}
          aria-label={t('plan.stepTitle', { n })}
          onChange={(event) => onChange({ title: event.target.value.replace(/\n\s*/g, ' ') })}
          onKeyDown={(event) => {
            // A title is one line, however it wraps.
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
          }}
          className={clsx(
            fieldClass,
            'block resize-none font-medium [field-sizing:content] placeholder:text-faint',
            step.skipped && 'line-through',
          )}
        />
        <div className="flex items-baseline gap-1 pl-1.5 text-xs text-faint">
          <span className="shrink-0">{t(`plan.query.${step.type}`)}</span>
          <textarea
            value={step.query}
            maxLength={2000}
            rows={1}
            aria-label={t(`plan.stepQuery.${step.type}`, { n })}
            onChange={(event) => onChange({ query: event.target.value })}
            className={clsx(fieldClass, 'resize-none px-1! text-xs text-dim [field-sizing:content]')}
          />
        </div>
        <div className="flex items-baseline gap-1 pl-1.5 text-xs text-faint">
          <span className="shrink-0">{t('plan.doneWhen')}</span>
          <textarea
            value={inWords(step.doneWhen, speech)}
            maxLength={500}
            rows={1}
            placeholder={t('plan.doneWhenEmpty')}
            aria-label={t('plan.stepDoneWhen', { n })}
            onChange={(event) => onChange({ doneWhen: asTyped(event.target.value.replace(/\n\s*/g, ' ')) })}
            className={clsx(
              fieldClass,
              'resize-none px-1! text-xs text-dim [field-sizing:content] placeholder:text-faint',
            )}
          />
        </div>
        <div className="mt-0.5 flex flex-wrap items-center gap-1 pl-1.5">
          <Menu
            trigger={
              <button
                type="button"
                aria-label={t('app.labelled', { label: t('plan.typeOf', { n }), what: t(`plan.type.${step.type}`) })}
                className="inline-flex items-center gap-0.5 rounded-full px-2 py-px text-2xs text-dim hover:bg-sunk"
              >
                {t(`plan.type.${step.type}`)} <ChevronDown size={11} aria-hidden />
              </button>
            }
          >
            {stepType.options.map((type) => (
              <MenuChoice
                key={type}
                checked={step.type === type}
                onChange={() => onChange(type === 'processing' ? { type, requirements: [] } : { type })}
              >
                <span>
                  {t(`plan.type.${type}`)}
                  <span className="block text-xs text-faint">{t(`plan.typeHelp.${type}`)}</span>
                </span>
              </MenuChoice>
            ))}
          </Menu>
          <Chip>{t(`plan.origin.${origin}`)}</Chip>
          {former === 'new' && <Chip tone="ok">{t('plan.isNew')}</Chip>}
          {former !== null && former !== 'new' && (
            <span className="text-2xs text-dim wrap-anywhere">{formerly(former)}</span>
          )}
          {possible.length > 0 && (
            <Menu
              trigger={
                <button
                  type="button"
                  aria-label={`${t('plan.afterLabel', { n })}: ${waitsFor}`}
                  className="inline-flex items-center gap-0.5 rounded-full px-2 py-px text-2xs text-dim hover:bg-sunk"
                >
                  {waitsFor} <ChevronDown size={11} aria-hidden />
                </button>
              }
            >
              {possible.map((other) => (
                <MenuCheck
                  key={other.id}
                  checked={step.dependsOn.includes(other.id)}
                  onChange={() =>
                    onChange({
                      dependsOn: step.dependsOn.includes(other.id)
                        ? step.dependsOn.filter((id) => id !== other.id)
                        : [...step.dependsOn, other.id],
                    })
                  }
                >
                  {numberOf(other.id)} {other.title}
                </MenuCheck>
              ))}
            </Menu>
          )}
          {step.type === 'research' && (
            <AddNeed n={n} requirements={step.requirements} onChange={(requirements) => onChange({ requirements })} />
          )}
        </div>
        <Needs
          question={props.question}
          query={[step.title, step.query].filter((text) => text.trim() !== '').join('. ')}
          n={n}
          requirements={step.requirements}
          onChange={(requirements) => onChange({ requirements })}
        />
      </div>
      <div className="flex">
        <IconButton
          size="small"
          icon={ArrowUp}
          label={t('plan.moveUp', { n })}
          disabled={index === 0}
          onClick={() => props.onMove(-1)}
        />
        <IconButton
          size="small"
          icon={ArrowDown}
          label={t('plan.moveDown', { n })}
          disabled={index === steps.length - 1}
          onClick={() => props.onMove(1)}
        />
        <IconButton
          size="small"
          icon={step.skipped ? EyeOff : Eye}
          aria-pressed={step.skipped}
          label={step.skipped ? t('plan.unskip', { n }) : t('plan.skip', { n })}
          onClick={() => onChange({ skipped: !step.skipped })}
        />
        <IconButton size="small" icon={Trash2} label={t('plan.delete', { n })} onClick={props.onDelete} />
      </div>
    </li>
  )
}
