import { useTranslation } from 'react-i18next'

/** Names an engine by its id; one that the catalogue does not know, such as a model, goes by its own name. */
export function useEngineName(): (engine: string) => string {
  const { t, i18n } = useTranslation()
  return (engine) => (i18n.exists(`engine.${engine}`) ? t(`engine.${engine}` as 'engine.extractive') : engine)
}
