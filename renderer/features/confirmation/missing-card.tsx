import { ListPlus } from 'lucide-react'
import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldEntry, LackingCall } from '../../../contract/calls/asked-field'
import type { CallDecision, ConfirmationView } from '../../../contract/calls/calls'
import type { SessionView } from '../../../contract/session/session'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { useNotices } from '../../window/notices'
import { AskedForm, problemIn, useAskedEntries } from './asked-form'
import { Reasons } from './reasons'

interface MissingCardProps {
  session: SessionView
  asked: ConfirmationView
  lacking: LackingCall
  /** How many more wait behind it. */
  waiting: number
}

/** What the gate said of the call with what was entered. */
interface Checked {
  readonly input: Record<string, unknown>
  readonly decision: CallDecision
}

/** A call that fits the question, and lacks arguments: what it has and where from, and a field for each one that is missing. */
export function MissingCard({ session, asked, lacking, waiting }: MissingCardProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const id = useId()
  const { optional = [] } = lacking
  const entered = useAskedEntries([...lacking.fields, ...optional])
  const [checked, setChecked] = useState<Checked | null>(null)
  const [isSure, setIsSure] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const step = session.plan?.steps.find(({ id: stepId }) => stepId === asked.stepId)?.title ?? asked.stepId
  const isDenied = checked?.decision.decision === 'deny'

  const enter = (name: string, entry: FieldEntry): void => {
    entered.enter(name, entry)
    setChecked(null)
    setIsSure(false)
  }
  const form = { entries: entered.entries, checked: entered.checked, onEntered: enter }
  const send = async (answer: 'allow' | 'deny', call: Checked | null): Promise<void> => {
    const { risk, steps } = call?.decision ?? asked
    await quarry.sessionAnswerConfirmation({
      sessionId: session.id,
      confirmationId: asked.id,
      answer,
      remark: null,
      scope: 'once',
      input: answer === 'allow' ? (call?.input ?? null) : null,
      seen: { risk, steps },
    })
  }
  const during = async (work: () => Promise<void>): Promise<void> => {
    setIsSending(true)
    await attempt(work)
    setIsSending(false)
  }
  const submit = async (): Promise<void> => {
    if (checked !== null) {
      if (checked.decision.steps === 2 && !isSure) setIsSure(true)
      else await during(() => send('allow', checked))
      return
    }
    const values = entered.check()
    if (values === null) return
    await during(async () => {
      const input = { ...asked.input, ...values }
      const confirmationId = asked.id
      const decision = await quarry.sessionCheckConfirmation({ sessionId: session.id, confirmationId, input })
      // What the gate would let run unasked runs as it is shown; anything else is asked about, with the reasons.
      if (decision.decision === 'allow') await send('allow', { input, decision })
      else setChecked({ input, decision })
    })
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void submit()
  }
  return (
    <section
      aria-labelledby={`${id}-title`}
      data-testid="missing-arguments"
      className="mb-6 rounded-lg border border-blocked bg-panel px-4 py-3.5"
    >
      <h2 id={`${id}-title`} className="flex items-center gap-2 text-sm font-semibold text-blocked">
        <ListPlus size={16} aria-hidden />
        {t('missing.title')}
        {waiting > 0 && (
          <span className="ml-auto font-normal text-dim">{t('confirmation.waiting', { count: waiting })}</span>
        )}
      </h2>
      <p className="mt-2 wrap-anywhere">{t('missing.asks', { step, tool: asked.tool })}</p>
      <p className="mt-1.5 flex flex-wrap gap-1.5">
        <Chip>{asked.resourceName ?? asked.server}</Chip>
        <Chip tone={asked.effect === 'changes' ? 'blocked' : 'plain'}>{t(`confirmation.effect.${asked.effect}`)}</Chip>
      </p>
      <Given asked={asked} origins={lacking.origins} />
      <form onSubmit={onSubmit} noValidate>
        <AskedForm fields={lacking.fields} {...form} />
        {optional.length > 0 && <Optional fields={optional} {...form} />}
        {checked !== null && <Reasons {...checked.decision} />}
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="max-w-[46ch] text-xs text-faint">
            {t(
              isDenied
                ? 'confirmation.ruleDenies'
                : isSure
                  ? 'confirmation.sure'
                  : checked === null
                    ? 'missing.consequence'
                    : 'missing.risky',
            )}
          </p>
          <div className="ml-auto flex gap-2">
            <Button onClick={() => void during(() => send('deny', null))} disabled={isSending}>
              {t('missing.skip')}
            </Button>
            <Button type="submit" tone={isSure ? 'danger' : 'primary'} disabled={isSending || isDenied}>
              {t(
                checked === null
                  ? 'missing.continue'
                  : isSure
                    ? 'confirmation.allowSure'
                    : checked.decision.steps === 2
                      ? 'confirmation.allowTwice'
                      : 'confirmation.allow',
              )}
            </Button>
          </div>
        </div>
      </form>
    </section>
  )
}

/** What the call may have besides, folded away until it is wanted, or one of them does not fit. */
function Optional(props: ComponentProps<typeof AskedForm>) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const isWrong = props.fields.some(({ name }) => problemIn(name, props) !== undefined)
  return (
    <details
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="mt-3 text-sm"
      data-testid="optional-arguments"
    >
      <summary className="text-dim">{t('missing.optional', { count: props.fields.length })}</summary>
      <AskedForm {...props} />
    </details>
  )
}

/** The arguments that the call has, each with where it was taken from. */
function Given({ asked, origins }: { asked: ConfirmationView; origins: LackingCall['origins'] }) {
  const { t } = useTranslation()
  const given = Object.entries(asked.input)
  if (given.length === 0) return null
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm" data-testid="given-arguments">
      {given.map(([name, value]) => {
        const origin = origins[name]
        return (
          <div key={name} className="contents">
            <dt className="text-dim">
              <bdi>{name}</bdi>
            </dt>
            <dd className="wrap-anywhere">
              <bdi className="font-mono text-xs">{JSON.stringify(value)}</bdi>
              {origin !== undefined && <span className="text-xs text-faint"> · {t(`missing.from.${origin}`)}</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
