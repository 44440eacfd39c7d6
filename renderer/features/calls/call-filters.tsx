import { useTranslation } from 'react-i18next'
import type { CallFilter, CallRecord } from '../../../contract/calls/calls'
import { useTopicValue } from '../../bridge'
import { inputClass } from '../../ui/field'

export const callStates: readonly CallRecord['state'][] = [
  'done',
  'failed',
  'denied',
  'awaitingConfirmation',
  'inDoubt',
  'running',
]
export const callDecisions: readonly NonNullable<CallRecord['decision']>[] = ['allow', 'ask', 'deny']
const stretches = ['day', 'week', 'month'] as const
type Stretch = (typeof stretches)[number]
const daysOf: Record<Stretch, number> = { day: 1, week: 7, month: 30 }

/** Which calls are listed, as a person chose. */
export interface ChosenCalls extends Pick<CallFilter, 'decision' | 'state' | 'sessionId'> {
  readonly tool: string
  readonly stretch: Stretch | undefined
}
export const allCalls: ChosenCalls = { tool: '', stretch: undefined }

/** @param nowMs one moment while the page is open, so that the list is not another with every look */
export function callFilterOf({ tool, stretch, decision, state, sessionId }: ChosenCalls, nowMs: number): CallFilter {
  return {
    ...(tool.trim() === '' ? {} : { tool: tool.trim() }),
    ...(decision === undefined ? {} : { decision }),
    ...(state === undefined ? {} : { state }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(stretch === undefined ? {} : { from: new Date(nowMs - daysOf[stretch] * 86_400_000).toISOString() }),
  }
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value | undefined
  readonly all: string
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  onChange(value: Value | undefined): void
}

function Choice<Value extends string>({ label, value, all, choices, onChange }: ChoiceProps<Value>) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(choices.find((one) => one.value === event.target.value)?.value)}
      className={`${inputClass} text-sm`}
    >
      <option value="">{all}</option>
      {choices.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  )
}

/** Narrows the calls by tool, decision, outcome, session and time. */
export function CallFilters({ chosen, onChange }: { chosen: ChosenCalls; onChange(chosen: ChosenCalls): void }) {
  const { t } = useTranslation()
  const sessions = useTopicValue('sessions') ?? []
  const set = <Key extends keyof ChosenCalls>(key: Key, value: ChosenCalls[Key]): void =>
    onChange({ ...chosen, [key]: value })
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2" data-testid="call-filters">
      <legend className="sr-only">{t('calls.filters')}</legend>
      <input
        type="search"
        aria-label={t('calls.tool')}
        placeholder={t('calls.tool')}
        value={chosen.tool}
        maxLength={200}
        onChange={(event) => set('tool', event.target.value)}
        className={`${inputClass} text-sm`}
      />
      <Choice
        label={t('calls.decision')}
        value={chosen.decision}
        all={t('calls.anyDecision')}
        choices={callDecisions.map((value) => ({ value, label: t(`calls.decisions.${value}`) }))}
        onChange={(decision) => set('decision', decision)}
      />
      <Choice
        label={t('calls.outcome')}
        value={chosen.state}
        all={t('calls.anyOutcome')}
        choices={callStates.map((value) => ({ value, label: t(`calls.states.${value}`) }))}
        onChange={(state) => set('state', state)}
      />
      <Choice
        label={t('calls.time')}
        value={chosen.stretch}
        all={t('calls.anyTime')}
        choices={stretches.map((value) => ({ value, label: t(`calls.stretches.${value}`) }))}
        onChange={(stretch) => set('stretch', stretch)}
      />
      <Choice
        label={t('calls.session')}
        value={chosen.sessionId}
        all={t('calls.anySession')}
        choices={sessions.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(sessionId) => set('sessionId', sessionId)}
      />
    </fieldset>
  )
}
