import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../../contract/app'
import { WholeNumber } from '../../window/whole-number'

interface AskThresholdsProps {
  settings: Pick<AppSettings, 'askFrom' | 'twoStepsFrom'>
  onChange(next: Partial<AppSettings>): void
}

/** From which risk a person is asked, and from which twice, in percent as risks are shown. */
export function AskThresholds({ settings, onChange }: AskThresholdsProps) {
  const { t } = useTranslation()
  return (['askFrom', 'twoStepsFrom'] as const).map((name) => (
    <WholeNumber
      key={name}
      label={t(`settings.${name}`)}
      help={t(`settings.${name}Help`)}
      value={Math.round(settings[name] * 100)}
      from={0}
      to={100}
      onChange={(percent) => percent !== null && onChange({ [name]: percent / 100 })}
    />
  ))
}
