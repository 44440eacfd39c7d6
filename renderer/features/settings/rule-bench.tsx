import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallDecision } from '../../../contract/calls'
import type { ErrorShape } from '../../../contract/errors'
import { quarry, toShape } from '../../bridge'
import { Breakable } from '../../ui/breakable'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { inputClass } from '../../ui/field'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { inputOf } from '../confirmation/written-input'

const example = '{ "tool": "sql_query", "resource": "shop", "arguments": { "sql": "SELECT * FROM customers" } }'

type Tested = { readonly decision: CallDecision } | { readonly error: ErrorShape } | 'notJson' | null

/** Tries the rules on a call that a person pastes: what decides on it, and why. Nothing runs. */
export function RuleBench() {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [tested, setTested] = useState<Tested>(null)
  const test = async (): Promise<void> => {
    const call = inputOf(text)
    if (call === null) return setTested('notJson')
    try {
      setTested({ decision: await quarry.rulesTest(call as Parameters<typeof quarry.rulesTest>[0]) })
    } catch (error) {
      setTested({ error: toShape(error) })
    }
  }
  return (
    <div className="mt-3" data-testid="rule-bench">
      <label htmlFor={id} className="text-sm font-medium">
        {t('settings.rules.test')}
      </label>
      <p id={`${id}-help`} className="text-xs text-faint">
        {t('settings.rules.testHelp')}
      </p>
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
      <Button className="mt-1.5" disabled={text.trim() === ''} onClick={() => void test()}>
        {t('settings.rules.testNow')}
      </Button>
      <div role="status" className="mt-2 text-sm">
        <Result tested={tested} />
      </div>
    </div>
  )
}

function Result({ tested }: { tested: Tested }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const format = useFormat()
  if (tested === null) return null
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
      </p>
      <ul className="mt-1 ml-4 list-disc">
        {reasons.map(({ fact }) => (
          <li key={JSON.stringify(fact)}>{speech.fact(fact)}</li>
        ))}
      </ul>
      {rule?.kind === 'ruleDecides' && (
        <p className="mt-1 font-mono text-2xs text-dim">
          <Breakable name={`${rule.values.file}:${rule.values.line}`} />
        </p>
      )}
    </>
  )
}
