import { useTranslation } from 'react-i18next'
import { engineOfModel, type ModelEngine, type RoleEngines, rolesOf } from '../../contract/engine'
import { useFormat } from './use-format'

interface SentElsewhereProps {
  engines: readonly ModelEngine[]
  /** The session's. */
  engine: string
  roles?: RoleEngines | undefined
}

/** Says where questions and passages go, if one of the chosen models is not on this computer. */
export function SentElsewhere({ engines, engine, roles = {} }: SentElsewhereProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const chosen = new Set(rolesOf(engine, roles).map(([, model]) => engineOfModel(model)))
  const hosts = new Set(engines.flatMap((one) => (chosen.has(one.engine) ? (one.elsewhere ?? []) : [])))
  if (hosts.size === 0) return null
  return (
    <p role="status" data-testid="sent-elsewhere" className="mt-1 text-xs text-blocked wrap-anywhere">
      {t('engine.sentElsewhere', { hosts: format.list([...hosts]) })}
    </p>
  )
}
