import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { KnownModel } from '../../contract/models/model-exam'
import { type ModelEngine, quotesOnly } from '../../contract/session/engine'
import { quarry, useCall, useTopicValue } from '../bridge'
import { Button } from '../ui/button'
import { Menu, MenuChoice } from '../ui/menu'
import { useEngineName } from './use-engine-name'

/** Language models of the project, asked anew whenever its resources change, and when one was examined. */
export function useEngines(): readonly KnownModel[] {
  const revision = useTopicValue('resources')?.revision
  const exams = useTopicValue('models')?.revision
  return (
    useCall(revision === undefined ? null : `engines ${revision} ${exams}`, () => quarry.sessionEngines()).value ?? []
  )
}

interface EngineChoiceProps {
  engines: readonly ModelEngine[]
  /** What is chosen for; default: the report. */
  label?: string
  value: string
  onChange(engine: string): void
  /** The choice not to choose, where there is one: its words, and whether it holds now. */
  usual?: { readonly words: string; readonly isChosen: boolean; onChoose(): void }
}

/** Who writes the report: quotations alone, or one of the models. A model whose server does not answer cannot be chosen. */
export function EngineChoice({ engines, label, value, onChange, usual }: EngineChoiceProps) {
  const { t } = useTranslation()
  const engineName = useEngineName()
  const ready = engines.filter(({ engine, isReady }) => isReady || engine === value)
  return (
    <Menu
      trigger={
        <Button
          icon={ChevronDown}
          data-testid="engine"
          aria-label={t('app.labelled', {
            label: label ?? t('settings.engine'),
            what: usual?.isChosen ? usual.words : engineName(value),
          })}
        >
          {usual?.isChosen ? usual.words : value === quotesOnly ? t('engine.short') : engineName(value)}
        </Button>
      }
    >
      {usual && (
        <MenuChoice checked={usual.isChosen} onChange={usual.onChoose}>
          {usual.words}
        </MenuChoice>
      )}
      <MenuChoice checked={!usual?.isChosen && value === quotesOnly} onChange={() => onChange(quotesOnly)}>
        {engineName(quotesOnly)}
      </MenuChoice>
      {ready.map(({ engine, model, server }) => (
        <MenuChoice key={engine} checked={!usual?.isChosen && engine === value} onChange={() => onChange(engine)}>
          <span className="wrap-anywhere">
            {model} <span className="text-faint">{server}</span>
          </span>
        </MenuChoice>
      ))}
    </Menu>
  )
}
