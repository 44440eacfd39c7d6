import { useTranslation } from 'react-i18next'
import { modelRole } from '../../contract/models/model-turn'
import { engineOfRole, type ModelEngine, type RoleEngines as Roles } from '../../contract/session/engine'
import { EngineChoice } from './engine-choice'

interface RoleEnginesProps {
  engines: readonly ModelEngine[]
  help: string
  /** What plays the roles for which nothing else is chosen. */
  engine: string
  chosen: Roles
  onChange(chosen: Roles): void
}

/** What plays each role: a small model may plan and a large one write. */
export function RoleEngines({ engines, help, engine, chosen, onChange }: RoleEnginesProps) {
  const { t } = useTranslation()
  return (
    <details data-testid="role-engines" open={Object.keys(chosen).length > 0}>
      <summary className="cursor-pointer text-sm">{t('roles.title')}</summary>
      <p className="mt-1 text-xs text-faint">{help}</p>
      <ul className="mt-2 space-y-2">
        {modelRole.options.map((role) => {
          const { [role]: own, ...others } = chosen
          return (
            <li key={role} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-40 flex-1">
                <span className="block text-sm">{t(`roles.${role}`)}</span>
                <span className="block text-xs text-faint">{t(`roles.${role}Help`)}</span>
              </span>
              <EngineChoice
                engines={engines}
                label={t(`roles.${role}`)}
                value={engineOfRole(role, engine, chosen)}
                usual={{
                  words: t(role === 'verify' ? 'roles.rulesAlone' : 'roles.asSession'),
                  isChosen: own === undefined,
                  onChoose: () => onChange(others),
                }}
                onChange={(name) => onChange({ ...chosen, [role]: name })}
              />
            </li>
          )
        })}
      </ul>
    </details>
  )
}
