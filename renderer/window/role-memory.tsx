import { useTranslation } from 'react-i18next'
import {
  type MemoryMode,
  type RoleMemory as Modes,
  memoryModes,
  memoryOfRole,
  memoryRoles,
} from '../../contract/session/engine'
import { Segments } from '../ui/segments'

interface RoleMemoryProps {
  help: string
  chosen: Modes
  onChange(chosen: Modes): void
}

/** How each role gets at what the project remembers. */
export function RoleMemory({ help, chosen, onChange }: RoleMemoryProps) {
  const { t } = useTranslation()
  const isUsual = memoryRoles.every((role) => memoryOfRole(role, chosen) === memoryModes[role][0])
  return (
    <details data-testid="role-memory" open={!isUsual}>
      <summary className="cursor-pointer text-sm">{t('roles.memory')}</summary>
      <p className="mt-1 text-xs text-faint">{help}</p>
      <ul className="mt-2 space-y-2">
        {memoryRoles.map((role) => {
          const { [role]: _own, ...others } = chosen
          const mode = memoryOfRole(role, chosen)
          const choose = (next: MemoryMode): void =>
            onChange(next === memoryModes[role][0] ? others : { ...others, [role]: next })
          return (
            <li key={role} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-40 flex-1">
                <span className="block text-sm">{t(`roles.${role}`)}</span>
                <span className="block text-xs text-faint">{t(`roles.memoryHelp.${mode}`)}</span>
              </span>
              <Segments<MemoryMode>
                aria-label={t('app.labelled', { label: t('roles.memory'), what: t(`roles.${role}`) })}
                size="small"
                value={mode}
                choices={memoryModes[role].map((value) => ({ value, label: t(`roles.memoryModes.${value}`) }))}
                onChange={choose}
              />
            </li>
          )
        })}
      </ul>
    </details>
  )
}
