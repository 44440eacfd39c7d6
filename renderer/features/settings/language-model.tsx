import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../../contract/app/app'
import { Toggle } from '../../ui/field'
import { EngineChoice, useEngines } from '../../window/engine-choice'
import { RoleEngines } from '../../window/role-engines'
import { RoleMemory } from '../../window/role-memory'
import { SentElsewhere } from '../../window/sent-elsewhere'
import { WholeNumber } from '../../window/whole-number'
import { WorkSwitches } from '../../window/work-switches'
import { KnownModels } from './known-models'
import { RoleInstructions } from './role-instructions'

interface LanguageModelProps {
  settings: AppSettings
  onChange(changes: Partial<AppSettings>): void
}

/** Which language models play which roles in new sessions, if any do, and within which bounds. */
export function LanguageModel({ settings, onChange }: LanguageModelProps) {
  const { t } = useTranslation()
  const engines = useEngines()
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-medium">{t('settings.engine')}</legend>
      <div>
        <EngineChoice engines={engines} value={settings.engine} onChange={(engine) => onChange({ engine })} />
        <SentElsewhere engines={engines} engine={settings.engine} roles={settings.roleEngines} />
        <p className="mt-1 text-xs text-faint">
          {t(engines.length === 0 ? 'settings.noEngines' : 'settings.engineHelp')}
        </p>
      </div>
      <WorkSwitches help={t('switches.intro')} work={settings} hasModel={engines.length > 0} onChange={onChange} />
      <RoleMemory
        help={t('roles.memoryIntro')}
        chosen={settings.roleMemory}
        onChange={(roleMemory) => onChange({ roleMemory })}
      />
      {engines.length > 0 && (
        <>
          <RoleEngines
            engines={engines}
            help={t('roles.help')}
            engine={settings.engine}
            chosen={settings.roleEngines}
            onChange={(roleEngines) => onChange({ roleEngines })}
          />
          <RoleInstructions
            instructions={settings.roleInstructions}
            onChange={(roleInstructions) => onChange({ roleInstructions })}
          />
          <KnownModels models={engines} />
          <Toggle
            label={t('settings.keepUnsupported')}
            help={t('settings.keepUnsupportedHelp')}
            checked={settings.unsupportedSentences === 'mark'}
            onChange={(kept) => onChange({ unsupportedSentences: kept ? 'mark' : 'drop' })}
          />
          <WholeNumber
            label={t('settings.sessionTokens')}
            help={t('settings.sessionTokensHelp')}
            value={settings.sessionTokens}
            from={1000}
            to={100_000_000}
            onChange={(value) => value !== null && onChange({ sessionTokens: value })}
          />
          <WholeNumber
            label={t('settings.messageTokens')}
            help={t('settings.messageTokensHelp')}
            value={settings.messageTokens}
            from={1024}
            to={10_000_000}
            onChange={(value) => value !== null && onChange({ messageTokens: value })}
          />
          <WholeNumber
            label={t('settings.contextTokens')}
            help={t('settings.contextTokensHelp')}
            value={settings.contextTokens}
            from={1024}
            to={10_000_000}
            optional
            placeholder={t('settings.automatic')}
            onChange={(contextTokens) => onChange({ contextTokens })}
          />
          <WholeNumber
            label={t('settings.memoryTokens')}
            help={t('settings.memoryTokensHelp')}
            value={settings.memoryTokens}
            from={100}
            to={100_000}
            onChange={(value) => value !== null && onChange({ memoryTokens: value })}
          />
        </>
      )}
    </fieldset>
  )
}
