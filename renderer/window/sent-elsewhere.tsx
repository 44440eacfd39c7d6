import { useTranslation } from 'react-i18next'
import { engineOfModel, type ModelEngine, type RoleEngines, rolesOf } from '../../contract/session/engine'
import { useFormat } from './use-format'

interface SentElsewhereProps {
  engines: readonly ModelEngine[]
  /** The session's. */
  engine: string
  roles?: RoleEngines | undefined
  /** Whether the model that writes gets the question, and nothing else is sent. */
  isQuestionAlone?: boolean
}

/** Says where questions and passages go, if one of the chosen models is not on this computer. */
export function SentElsewhere({ engines, engine, roles = {}, isQuestionAlone = false }: SentElsewhereProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const asked = rolesOf(engine, roles).filter(([role]) => !isQuestionAlone || role === 'write')
  const chosen = new Set(asked.map(([, model]) => engineOfModel(model)))
  const hosts = new Set(engines.flatMap((one) => (chosen.has(one.engine) ? (one.elsewhere ?? []) : [])))
  if (hosts.size === 0) return null
  return (
    <p role="status" data-testid="sent-elsewhere" className="mt-1 text-xs text-blocked wrap-anywhere">
      {t(isQuestionAlone ? 'engine.questionSentElsewhere' : 'engine.sentElsewhere', { hosts: format.list([...hosts]) })}
    </p>
  )
}
