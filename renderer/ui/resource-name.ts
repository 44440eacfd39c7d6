import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { libraryBase } from '../../contract/resource'

interface Named {
  readonly resourceId: string | null
  readonly name: string
}

type OwnName = { kind: 'library' } | { kind: 'questions'; name: string } | { kind: 'modelServer'; port: string }

/** What Quarry itself named: the whole library, the questions on a database, an unknown model server; null for others. */
export function ownName({ resourceId, name }: Named): OwnName | null {
  if (resourceId === libraryBase.resourceId) return name === libraryBase.name ? { kind: 'library' } : null
  const questions = /^Questions about (.+)$/s.exec(name)?.[1]
  if (questions && resourceId?.startsWith('text2sql:')) return { kind: 'questions', name: questions }
  const port = /^Model server at port (\d+)$/.exec(name)?.[1]
  if (port && resourceId?.startsWith('model:')) return { kind: 'modelServer', port }
  return null
}

/** Names a resource: as its file, its owner or its program does; what Quarry named, in the language of the window. */
export function useResourceName(): (resource: Named) => string {
  const { t } = useTranslation()
  return useCallback(
    (resource) => {
      const own = ownName(resource)
      return own === null ? resource.name : t(`resources.own.${own.kind}` as 'resources.own.library', { ...own })
    },
    [t],
  )
}
