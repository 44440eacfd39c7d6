import { useTranslation } from 'react-i18next'
import { type WorkSwitches as Work, workSwitches } from '../../contract/session/engine'
import { Toggle } from '../ui/field'

interface WorkSwitchesProps {
  help: string
  work: Work
  /** Whether a language model can search: the other switches are about nothing else. */
  hasModel: boolean
  onChange(change: Partial<Work>): void
}

/** What a person can switch off of how a session works. */
export function WorkSwitches({ help, work, hasModel, onChange }: WorkSwitchesProps) {
  const { t } = useTranslation()
  const names = workSwitches.keyof().options.filter((name) => hasModel || name === 'investigates')
  return (
    <details data-testid="work-switches" className="mb-2" open={names.some((name) => !work[name])}>
      <summary className="cursor-pointer text-sm">{t('switches.title')}</summary>
      <p className="mt-1 text-xs text-faint">{help}</p>
      <div className="mt-2 space-y-2">
        {names.map((name) => (
          <Toggle
            key={name}
            label={t(`switches.${name}`)}
            help={t(`switches.${name}Help`)}
            checked={work[name]}
            onChange={(on) => onChange({ [name]: on })}
          />
        ))}
      </div>
    </details>
  )
}
