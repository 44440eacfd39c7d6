import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { libraryBase } from '../../contract/resource'

interface Named {
  readonly resourceId: string | null
  readonly name: string
}

/** Names a resource: only that of the whole library has a name that Quarry itself gave, in the language of the window. */
export function useResourceName(): (resource: Named) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ resourceId, name }) =>
      resourceId === libraryBase.resourceId && name === libraryBase.name ? t('library.title') : name,
    [t],
  )
}
