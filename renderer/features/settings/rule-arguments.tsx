import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleDraft } from '../../../contract/calls/rule-draft'
import { Button, IconButton } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { useFormat } from '../../window/use-format'

interface RuleArgumentsProps {
  rows: RuleDraft['arguments']
  problemOf(row: number): string | null
  onChange(rows: RuleDraft['arguments']): void
}

/** Conditions on arguments: a path and a pattern in each row. */
export function RuleArguments({ rows, problemOf, onChange }: RuleArgumentsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const set = (at: number, changes: Partial<RuleDraft['arguments'][number]>): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)))
  return (
    <fieldset>
      <legend className="text-sm font-medium">{t('settings.rules.field.arguments')}</legend>
      <p className="text-xs text-faint">{t('settings.rules.argumentsHelp')}</p>
      {rows.map((row, at) => {
        const problem = problemOf(at)
        const described = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-${at}` }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone
          <div key={at} className="mt-1.5">
            <div className="flex items-center gap-2">
              {(['path', 'pattern'] as const).map((field) => (
                <input
                  key={field}
                  aria-label={t(`settings.rules.${field}Of`, { row: format.number(at + 1) })}
                  placeholder={t(`settings.rules.${field}`)}
                  value={row[field]}
                  spellCheck={false}
                  maxLength={2000}
                  onChange={(event) => set(at, { [field]: event.target.value })}
                  className={`${inputClass} min-w-0 font-mono text-xs`}
                  {...described}
                />
              ))}
              <IconButton
                icon={Trash2}
                label={t('settings.rules.removeCondition', { row: format.number(at + 1) })}
                onClick={() => onChange(rows.filter((_, index) => index !== at))}
              />
            </div>
            {problem !== null && (
              <p id={`${id}-${at}`} className="mt-1 text-xs text-error">
                {problem}
              </p>
            )}
          </div>
        )
      })}
      <Button
        icon={Plus}
        className="mt-1.5 h-7 px-2"
        disabled={rows.length >= 50}
        onClick={() => onChange([...rows, { path: '', pattern: '' }])}
      >
        {t('settings.rules.addCondition')}
      </Button>
    </fieldset>
  )
}
