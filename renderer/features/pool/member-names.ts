import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberType, PoolMemberView } from '../../../contract/pool'
import { useResourceName } from '../../ui/resource-name'

/** The pool's own members go by their kind and number; anything else, such as a database, has a name of its own. */
export function memberNumber(name: string, type: MemberType): { own: true; number: string | null } | { own: false } {
  const match = /^([a-z]+)(?: (\d+))?$/i.exec(name)
  if (match?.[1]?.toLowerCase() !== type) return { own: false }
  return { own: true, number: match[2] ?? null }
}

/** The name of a member that is one of several slots of a resource, apart from the slot's number; null where it has none. */
export function slotOf({ name, resourceId }: Pick<PoolMemberView, 'name' | 'resourceId'>): {
  whole: string
  slot: string | null
} {
  const match = resourceId === null ? null : /^(.+) #(\d+)$/s.exec(name)
  return { whole: match?.[1] ?? name, slot: match?.[2] ?? null }
}

/** Names a member in the language of the window. */
export function useMemberName(): (
  member: Pick<PoolMemberView, 'name' | 'type'> & Partial<Pick<PoolMemberView, 'resourceId'>>,
) => string {
  const { t } = useTranslation()
  const resourceName = useResourceName()
  return useCallback(
    ({ name, type, resourceId = null }) => {
      if (resourceId !== null) {
        const { whole, slot } = slotOf({ name, resourceId })
        const said = resourceName({ resourceId, name: whole })
        return slot === null ? said : `${said} #${slot}`
      }
      const numbered = memberNumber(name, type)
      if (!numbered.own) return name
      const kind = t(`memberType.${type}`)
      return numbered.number === null ? kind : t('pool.numbered', { kind, number: numbered.number })
    },
    [t, resourceName],
  )
}
