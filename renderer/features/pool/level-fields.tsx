import { useTranslation } from 'react-i18next'
import type { Capability, CapabilityLevels } from '../../../contract/resources/capabilities'
import { WholeNumber } from '../../window/whole-number'
import { useCapabilityName } from './capability-names'
import { withLevel } from './chosen-levels'

interface LevelFieldsProps {
  /** As they are now. */
  capabilities: readonly Capability[]
  chosen: CapabilityLevels
  onChange(levels: CapabilityLevels): void
}

/** A field for the level of each capability; an empty one stands for the default. */
export function LevelFields({ capabilities, chosen, onChange }: LevelFieldsProps) {
  const { t } = useTranslation()
  const capabilityName = useCapabilityName()
  return capabilities.map(({ name, level }) => (
    <WholeNumber
      key={name}
      label={t('resources.health.level', { capability: capabilityName(name) })}
      help={t('resources.health.levelHelp')}
      value={chosen[name] ?? null}
      from={1}
      to={10}
      optional
      placeholder={String(level)}
      onChange={(next) => onChange(withLevel(chosen, name, next))}
    />
  ))
}
