import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberType, PoolMemberView } from '../../../contract/pool'

/** The pool's own members go by their kind and number; anything else, such as a database, has a name of its own. */
export function memberNumber(name: string, type: MemberType): { own: true; number: string | null } | { own: false } {
  const match = /^([a-z]+)(?: (\d+))?$/i.exec(name)
  if (match?.[1]?.toLowerCase() !== type) return { own: false }
  return { own: true, number: match[2] ?? null }
}

/** Names a member in the language of the window. */
export function useMemberName(): (member: Pick<PoolMemberView, 'name' | 'type'>) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ name, type }) => {
      const numbered = memberNumber(name, type)
      if (!numbered.own) return name
      const kind = t(`memberType.${type}`)
      return numbered.number === null ? kind : t('pool.numbered', { kind, number: numbered.number })
    },
    [t],
  )
}

/** What a task waits for, read from main's sentence on it; null for a sentence of another form. */
export function shortageOf(reason: string): { type: string; working: number; fitting: number } | null {
  const match = /^Waits for a free (\w+): (\d+) of (\d+) at work\.$/.exec(reason)
  if (!match) return null
  return { type: match[1] ?? '', working: Number(match[2]), fitting: Number(match[3]) }
}

/** Says in the language of the window what a task waits for; a sentence that is not known stays as it is. */
export function useShortageText(): (reason: string) => string {
  const { t, i18n } = useTranslation()
  return useCallback(
    (reason) => {
      const shortage = shortageOf(reason)
      if (!shortage || !i18n.exists(`memberType.${shortage.type}`)) return reason
      const kind = t(`memberType.${shortage.type}` as 'memberType.executor').toLocaleLowerCase(i18n.language)
      return t('pool.shortage', { kind, working: String(shortage.working), fitting: String(shortage.fitting) })
    },
    [t, i18n],
  )
}
