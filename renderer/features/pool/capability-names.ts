import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** A capability in the language of the window; one of a resource's own stays as it is named. */
export function useCapabilityName(): (name: string) => string {
  const { t, i18n } = useTranslation()
  return useCallback(
    (name) =>
      i18n.exists(`pool.capability.${name}`)
        ? t(`pool.capability.${name}` as 'pool.capability.recall')
        : name.replaceAll('_', ' '),
    [t, i18n],
  )
}
