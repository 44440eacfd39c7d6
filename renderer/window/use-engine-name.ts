import { useTranslation } from 'react-i18next'
import { modelOfEngine, quotesOnly } from '../../contract/session/engine'

/** Names an engine: a model goes by its own name. */
export function useEngineName(): (engine: string) => string {
  const { t } = useTranslation()
  return (engine) => (engine === quotesOnly ? t('engine.extractive') : (modelOfEngine(engine)?.model ?? engine))
}
