import { ShieldQuestionMark } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallDecision, ConfirmationAnswer, ConfirmationView, SimilarCall } from '../../../contract/calls/calls'
import type { SessionView } from '../../../contract/session/session'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { inputClass } from '../../ui/field'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { FilePreviewOfCall } from './file-preview'
import { MissingCard } from './missing-card'
import { Reasons } from './reasons'
import { inputOf, writtenInput } from './written-input'

/** What came of calls like this one. */
function Similar({ calls }: { calls: readonly SimilarCall[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (calls.length === 0) return null
  return (
    <details className="mt-2 text-sm">
      <summary className="text-dim">{t('confirmation.similar', { count: calls.length })}</summary>
      <ul className="mt-1 text-xs">
        {calls.map(({ at, question, decision, succeeded }) => (
          <li key={at} className="wrap-anywhere py-0.5">
            <span className={decision === 'refused' || succeeded === false ? 'text-error' : 'text-ok'}>
              {t(`confirmation.was.${decision === 'refused' ? 'refused' : succeeded === false ? 'failed' : 'done'}`)}
            </span>{' '}
            <span className="text-faint">{format.when(at)}</span> {question}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface ConfirmationCardProps {
  session: SessionView
  asked: ConfirmationView
  /** How many more wait behind it. */
  waiting: number
}

/** What a step asks a person: to allow a call, or for arguments that it lacks. */
export function ConfirmationCard(props: ConfirmationCardProps) {
  const { lacking } = props.asked
  return lacking === undefined ? <PermissionCard {...props} /> : <MissingCard {...props} lacking={lacking} />
}

/** A call that a step wants to make: what, with which arguments, on what, why it asks, and what a refusal leads to. */
function PermissionCard({ session, asked, waiting }: ConfirmationCardProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const id = useId()
  const [remark, setRemark] = useState('')
  const [scope, setScope] = useState<ConfirmationAnswer['scope']>('once')
  const [text, setText] = useState(() => writtenInput(asked.input))
  /** The arguments that the gate was last asked about, and what it said. */
  const [checked, setChecked] = useState({ text, decision: { decision: 'ask', ...asked } as CallDecision })
  const [isSure, setIsSure] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const { decision } = checked
  const input = inputOf(text)
  const isEdited = text !== writtenInput(asked.input)
  const isChecked = text === checked.text
  const step = session.plan?.steps.find(({ id: stepId }) => stepId === asked.stepId)?.title ?? asked.stepId

  const edit = (written: string): void => {
    setText(written)
    setScope('once')
    setIsSure(false)
  }
  const check = async (): Promise<void> => {
    if (input === null) return
    await attempt(async () => {
      const confirmationId = asked.id
      setChecked({
        text,
        decision: await quarry.sessionCheckConfirmation({ sessionId: session.id, confirmationId, input }),
      })
    })
  }
  const send = async (answer: 'allow' | 'deny'): Promise<void> => {
    setIsSending(true)
    await attempt(() =>
      quarry.sessionAnswerConfirmation({
        sessionId: session.id,
        confirmationId: asked.id,
        answer,
        remark: remark.trim() === '' ? null : remark.trim(),
        scope,
        input: answer === 'allow' && isEdited ? input : null,
        seen: { risk: decision.risk, steps: decision.steps },
      }),
    )
    setIsSending(false)
  }
  const allow = (): void => {
    if (decision.steps === 2 && !isSure) setIsSure(true)
    else void send('allow')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setIsSure(false)
  }
  return (
    <section
      aria-labelledby={`${id}-title`}
      data-testid="confirmation"
      className="mb-6 rounded-lg border border-blocked bg-panel px-4 py-3.5"
      onKeyDown={onKeyDown}
    >
      <h2 id={`${id}-title`} className="flex items-center gap-2 text-sm font-semibold text-blocked">
        <ShieldQuestionMark size={16} aria-hidden />
        {t('confirmation.title')}
        {waiting > 0 && (
          <span className="ml-auto font-normal text-dim">{t('confirmation.waiting', { count: waiting })}</span>
        )}
      </h2>
      <p className="mt-2 wrap-anywhere">
        {t(asked.reason === 'inDoubt' ? 'confirmation.inDoubt' : 'confirmation.asks', { step, tool: asked.tool })}
      </p>
      <p className="mt-1.5 flex flex-wrap gap-1.5">
        {asked.resourceName !== null && <Chip>{asked.resourceName}</Chip>}
        <Chip>{t(`confirmation.tier.${asked.tier}`)}</Chip>
        <Chip tone={asked.effect === 'changes' ? 'blocked' : 'plain'}>{t(`confirmation.effect.${asked.effect}`)}</Chip>
        {asked.server !== 'builtin' && asked.server !== asked.resourceName && <Chip>{asked.server}</Chip>}
      </p>
      <Reasons {...decision} />
      <Similar calls={asked.similarCalls} />
      <FilePreviewOfCall sessionId={session.id} asked={asked} input={inputOf(checked.text) ?? asked.input} />
      <label htmlFor={`${id}-input`} className="mt-3 block text-sm font-medium">
        {t('confirmation.input')}
      </label>
      <textarea
        id={`${id}-input`}
        value={text}
        spellCheck={false}
        aria-invalid={input === null ? true : undefined}
        aria-describedby={`${id}-input-help`}
        onChange={(event) => edit(event.target.value)}
        className={`${inputClass} mt-1 max-h-60 resize-y font-mono text-xs [field-sizing:content]`}
      />
      <p id={`${id}-input-help`} role="status" className={input === null ? 'text-xs text-error' : 'text-xs text-faint'}>
        {t(input === null ? 'confirmation.notJson' : isChecked ? 'confirmation.editable' : 'confirmation.unchecked')}
      </p>
      {asked.canRemember && !isEdited && (
        <fieldset className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <legend className="float-left mr-1 font-medium">{t('confirmation.scope.title')}</legend>
          {(['once', 'session', 'always'] as const).map((one) => (
            <label key={one} className="flex items-center gap-1.5">
              <input type="radio" name={`${id}-scope`} checked={scope === one} onChange={() => setScope(one)} />
              {t(`confirmation.scope.${one}`)}
            </label>
          ))}
        </fieldset>
      )}
      {scope === 'always' && <p className="mt-1 text-xs text-faint">{t('confirmation.scope.rule')}</p>}
      <label htmlFor={`${id}-remark`} className="mt-3 block text-sm font-medium">
        {t('confirmation.remark')}
      </label>
      <input
        id={`${id}-remark`}
        value={remark}
        maxLength={4000}
        onChange={(event) => setRemark(event.target.value)}
        className={`${inputClass} mt-1`}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="max-w-[46ch] text-xs text-faint">
          {t(
            decision.decision === 'deny'
              ? 'confirmation.ruleDenies'
              : isSure
                ? 'confirmation.sure'
                : 'confirmation.consequence',
          )}
        </p>
        <div className="flex gap-2">
          <Button onClick={() => void send('deny')} disabled={isSending}>
            {t('confirmation.deny')}
          </Button>
          {isChecked ? (
            <Button
              tone={isSure ? 'danger' : 'primary'}
              onClick={allow}
              disabled={isSending || input === null || decision.decision === 'deny'}
            >
              {t(
                isSure
                  ? 'confirmation.allowSure'
                  : decision.steps === 2
                    ? 'confirmation.allowTwice'
                    : 'confirmation.allow',
              )}
            </Button>
          ) : (
            <Button tone="primary" onClick={() => void check()} disabled={input === null}>
              {t('confirmation.check')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
