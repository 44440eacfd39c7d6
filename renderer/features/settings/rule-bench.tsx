import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallDecision, CallRecord } from '../../../contract/calls/calls'
import type { RuleChange } from '../../../contract/calls/rule-draft'
import type { ErrorShape } from '../../../contract/error-shape'
import { quarry, toShape, useCall } from '../../bridge'
import { Breakable } from '../../ui/breakable'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { inputClass } from '../../ui/field'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { inputOf, writtenInput } from '../confirmation/written-input'

const example = '{ "tool": "sql_query", "resource": "shop", "arguments": { "sql": "SELECT * FROM customers" } }'
/** Of a session most are searches of the library. */
const offeredCalls = 100

type Tested =
  | { readonly decision: CallDecision; readonly isByDraft: boolean }
  | { readonly error: ErrorShape }
  | 'notJson'

interface RuleBenchProps {
  /** A rule that is not saved yet, which counts as if it were; null while it has errors. */
  change?: RuleChange | null
}

/** Tries the rules on a call that a person pastes or chooses: what decides on it, and why. Nothing runs. */
export function RuleBench({ change }: RuleBenchProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const [text, setText] = useState('')
  const [tested, setTested] = useState<{ readonly of: string; readonly result: Tested } | null>(null)
  const recent = useCall('recent', () => quarry.callsList({ filter: {}, offset: 0, limit: offeredCalls })).value
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tested !== null) shown.current?.scrollIntoView({ block: 'center' })
  }, [tested])
  const asked = JSON.stringify([change, text])
  const test = async (): Promise<void> => {
    const show = (result: Tested): void => setTested({ of: asked, result })
    const call = inputOf(text) as Parameters<typeof quarry.rulesTest>[0] | null
    if (call === null) return show('notJson')
    try {
      if (change == null) show({ decision: await quarry.rulesTest(call), isByDraft: false })
      else show(await quarry.rulesTry({ change, call }))
    } catch (error) {
      show({ error: toShape(error) })
    }
  }
  const calls = recent?.calls ?? []
  return (
    <div className="mt-3" data-testid="rule-bench">
      <label htmlFor={id} className="text-sm font-medium">
        {t(change === undefined ? 'settings.rules.test' : 'settings.rules.try')}
      </label>
      <p id={`${id}-help`} className="text-xs text-faint">
        {t(change === undefined ? 'settings.rules.testHelp' : 'settings.rules.tryHelp')}
      </p>
      {calls.length > 0 && (
        <select
          aria-label={t('settings.rules.recent')}
          value=""
          onChange={({ target }) => {
            const chosen = calls.find(({ callId }) => callId === target.value)
            if (chosen !== undefined) setText(triedText(chosen))
          }}
          className={`${inputClass} mt-1 text-sm`}
        >
          <option value="">{t('settings.rules.recent')}</option>
          {calls.map(({ callId, tool, resourceName, at }) => (
            <option key={callId} value={callId}>
              {[tool, resourceName, format.dateTime(at)].filter((one) => one !== null).join(' · ')}
            </option>
          ))}
        </select>
      )}
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        value={text}
        placeholder={example}
        aria-describedby={`${id}-help`}
        onChange={(event) => setText(event.target.value)}
        className={`${inputClass} mt-1 font-mono text-xs`}
      />
      <Button className="mt-1.5" disabled={text.trim() === '' || change === null} onClick={() => void test()}>
        {t('settings.rules.testNow')}
      </Button>
      <div ref={shown} role="status" className="mt-2 text-sm">
        {tested?.of === asked && <Result tested={tested.result} />}
      </div>
    </div>
  )
}

/** A recorded call in the words of the bench. */
const triedText = ({ tool, server, tier, effect, resourceId, resourceName, question, input }: CallRecord): string =>
  writtenInput({ tool, server, tier, effect, resourceId, resourceName, question, arguments: input })

function Result({ tested }: { tested: Tested }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const format = useFormat()
  if (tested === 'notJson') return <p className="text-error">{t('confirmation.notJson')}</p>
  if ('error' in tested) return <p className="text-error">{speech.error(tested.error)}</p>
  const { decision, risk, reasons } = tested.decision
  const rule = reasons.find(({ fact }) => fact.kind === 'ruleDecides')?.fact
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Chip tone={decision === 'deny' ? 'error' : decision === 'ask' ? 'blocked' : 'ok'}>
          {t(`settings.rules.decide.${decision}`)}
        </Chip>
        {t('settings.rules.testRisk', { risk: format.percent(risk) })}
        {rule === undefined && <span className="text-dim">{t('settings.rules.testNoRule')}</span>}
        {tested.isByDraft && <span className="font-medium">{t('settings.rules.byDraft')}</span>}
      </p>
      <ul className="mt-1 ml-4 list-disc wrap-anywhere">
        {reasons
          .filter(({ fact }) => !tested.isByDraft || fact !== rule)
          .map(({ fact }) => (
            <li key={JSON.stringify(fact)}>{speech.fact(fact)}</li>
          ))}
      </ul>
      {!tested.isByDraft && rule?.kind === 'ruleDecides' && (
        <p className="mt-1 font-mono text-2xs text-dim">
          <Breakable name={`${rule.values.file}:${rule.values.line}`} />
        </p>
      )}
    </>
  )
}
