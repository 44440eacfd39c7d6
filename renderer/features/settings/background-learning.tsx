import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../../contract/app/app'
import { Toggle } from '../../ui/field'
import { WholeNumber } from '../../window/whole-number'

interface BackgroundLearningProps {
  readonly settings: AppSettings
  onChange(change: Partial<AppSettings>): void
}

/** Whether the project's library is asked while nobody is there, and the budget for that. */
export function BackgroundLearning({ settings, onChange }: BackgroundLearningProps) {
  const { t } = useTranslation()
  return (
    <>
      <Toggle
        label={t('learner.switch')}
        help={t('learner.switchHelp')}
        checked={settings.backgroundLearning}
        onChange={(backgroundLearning) => onChange({ backgroundLearning })}
      />
      {settings.backgroundLearning && (
        <>
          <WholeNumber
            label={t('learner.questionsADay')}
            help={t('learner.questionsADayHelp')}
            value={settings.learnerQuestions}
            from={1}
            to={1000}
            onChange={(value) => value !== null && onChange({ learnerQuestions: value })}
          />
          <WholeNumber
            label={t('learner.minutesADay')}
            help={t('learner.minutesADayHelp')}
            value={settings.learnerMinutes}
            from={1}
            to={1440}
            onChange={(value) => value !== null && onChange({ learnerMinutes: value })}
          />
        </>
      )}
    </>
  )
}
