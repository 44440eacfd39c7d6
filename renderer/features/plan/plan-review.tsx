import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanChanges, PlanStepDraft, PlanView } from '../../../contract/session/session'
import { quarry, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { Key } from '../../ui/chip'
import { Toggle } from '../../ui/field'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { modKey, useShortcuts } from '../../window/use-shortcuts'
import { useWindowState } from '../../window/window-state'
import { changedNeeds, deleteStep, draftsOf, moveStep, planProblem } from './plan-edit'
import { PlanStepRow } from './plan-step-row'
import { SendBack } from './send-back'

/** The plan before it runs: edit, add, delete, reorder, skip; accept it or send it back with a remark. */
export function PlanReview({ sessionId, question, plan }: { sessionId: string; question: string; plan: PlanView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempt } = useNotices()
  const { dialog } = useWindowState()
  const settings = useTopicValue('settings')
  const [steps, setSteps] = useState<PlanStepDraft[]>(() => draftsOf(plan.steps))
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const [accepting, setAccepting] = useState(false)
  const [sendingBack, setSendingBack] = useState(false)
  const problem = planProblem(steps)
  // In a plan that was added to, what has run stays as it ran.
  const ran = new Set(
    plan.steps.filter(({ state }) => state === 'observed' || state === 'failed').map((step) => step.id),
  )

  const sayChanges = ({ added, changed, removed }: PlanChanges): string => {
    if (added.length + changed.length + removed.length === 0) return t('plan.unchanged')
    const gone = removed.map((title) => t('app.quoted', { text: title })).join(t('app.listed'))
    return [
      added.length > 0 ? t('plan.addedSteps', { count: added.length, n: format.number(added.length) }) : '',
      changed.length > 0 ? t('plan.changedSteps', { count: changed.length, n: format.number(changed.length) }) : '',
      removed.length > 0 ? t('plan.removedSteps', { steps: gone }) : '',
    ]
      .filter((text) => text !== '')
      .join(' ')
  }

  const accept = async (): Promise<void> => {
    if (problem !== null || accepting) return
    setAccepting(true)
    const trimmed = steps.map((step) => ({ ...step, title: step.title.trim(), query: step.query.trim() }))
    await attempt(() => quarry.sessionAcceptPlan({ sessionId, steps: trimmed }))
    setAccepting(false)
  }
  useShortcuts([{ key: 'enter', mod: true, run: () => (sendingBack ? false : void accept()) }], dialog === null)

  const move = (from: number, to: number): void => {
    if (to < 0 || to >= steps.length) return
    setSteps(moveStep(steps, from, to))
    setSaid(t('plan.moved', { n: format.number(to + 1) }))
  }
  const add = (): void => {
    const id = crypto.randomUUID()
    const words = { title: '', query: '', doneWhen: '' }
    setSteps([...steps, { id, ...words, dependsOn: [], skipped: false, type: 'research', requirements: [] }])
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-step="${id}"] textarea`)?.focus())
  }
  return (
    <section
      aria-labelledby="plan-title"
      data-testid="plan-review"
      className="mb-6 rounded-lg border border-accent bg-panel"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3 pb-2.5">
        <h2 id="plan-title" className="font-semibold">
          {t('plan.review')}
        </h2>
        {plan.version > 1 && (
          <span className="text-xs text-faint">{t('plan.version', { version: format.number(plan.version) })}</span>
        )}
        <p className="w-full text-sm text-dim">{t('plan.reviewHelp')}</p>
        {plan.remark && <p className="w-full text-sm text-dim">{t('plan.remark', { remark: plan.remark })}</p>}
        {plan.changes !== undefined && (
          <p className="w-full text-sm text-dim wrap-anywhere" data-testid="plan-changes">
            {sayChanges(plan.changes)}
          </p>
        )}
      </div>
      <ol>
        {steps.map((step, index) => (
          <PlanStepRow
            key={step.id}
            question={question}
            step={step}
            index={index}
            steps={steps}
            locked={ran.has(step.id)}
            former={
              plan.changes?.added.includes(step.id)
                ? 'new'
                : (plan.changes?.changed.find((one) => one.id === step.id) ?? null)
            }
            origin={plan.steps.find((known) => known.id === step.id)?.origin ?? 'person'}
            dragged={dragged}
            onDrag={setDragged}
            onDropHere={() => {
              if (dragged !== null) move(dragged, index)
              setDragged(null)
            }}
            onChange={(change) =>
              setSteps(steps.map((other) => (other.id === step.id ? { ...other, ...change } : other)))
            }
            onMove={(by) => move(index, index + by)}
            onDelete={() => setSteps(deleteStep(steps, step.id))}
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <div className="border-t border-line px-4 py-3">
        <Button tone="quiet" icon={Plus} onClick={add} className="-ml-2">
          {t('plan.add')}
        </Button>
        {settings && (
          <div className="mt-2">
            <Toggle
              label={t('plan.autoAccept')}
              checked={settings.autoAccept}
              onChange={(autoAccept) => void attempt(() => quarry.settingsSet({ autoAccept }))}
            />
          </div>
        )}
        {sendingBack ? (
          <SendBack
            sessionId={sessionId}
            needs={changedNeeds(plan.steps, steps)}
            onClose={() => setSendingBack(false)}
          />
        ) : (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
            <p className={`max-w-[44ch] text-xs ${problem ? 'text-error' : 'text-faint'}`} aria-live="polite">
              {problem ? t(`plan.${problem}`) : t('plan.consequence')}
            </p>
            <div className="ml-auto flex items-center gap-2">
              <Button onClick={() => setSendingBack(true)}>{t('plan.sendBack')}</Button>
              <Button
                tone="primary"
                icon={Check}
                disabled={problem !== null || accepting}
                onClick={() => void accept()}
                aria-keyshortcuts="Control+Enter"
              >
                {t('plan.accept')}
              </Button>
              <Key>{`${modKey()} ↵`}</Key>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}
