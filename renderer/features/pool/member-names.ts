import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberType, PoolMemberView } from '../../../contract/pool'

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

interface Shortage {
  /** What is waited for: so many free members of each type. */
  needs: { type: string; count: number }[]
  /** Those that would fit: how many, and how many of them work; null where none of them answers. */
  atWork: { working: number; fitting: number } | null
}

/** What a task waits for, read from main's sentence on it; null for a sentence of another form. */
export function shortageOf(reason: string): Shortage | null {
  const match = /^Waits for (.+): (?:(\d+) of (\d+) at work|.+ is not ready \(.*\))\.$/.exec(reason)
  if (!match?.[1]) return null
  const needs = match[1].split(' and ').map((need) => /^(?:a|(\d+)) free (\w+?)(?:s)?$/.exec(need))
  if (!needs.every((need) => need !== null)) return null
  return {
    needs: needs.map((need) => ({ type: need[2] ?? '', count: Number(need[1] ?? 1) })),
    atWork: match[2] === undefined ? null : { working: Number(match[2]), fitting: Number(match[3]) },
  }
}

/** Says in the language of the window what a task waits for; a sentence that is not known stays as it is. */
export function useShortageText(): (reason: string) => string {
  const { t, i18n } = useTranslation()
  return useCallback(
    (reason) => {
      if (reason.startsWith('The pool is stopped')) return t('pool.line.stopped')
      const shortage = shortageOf(reason)
      if (!shortage?.needs.every(({ type }) => i18n.exists(`memberKind.${type}`))) return reason
      const kind = shortage.needs
        .map(({ type, count }) => {
          const name = t(`memberKind.${type}` as 'memberKind.executor')
          return count === 1 ? name : t('pool.line.needsCount', { n: String(count), what: name })
        })
        .join(t('app.listed'))
      if (!shortage.atWork) return t('pool.line.notReady', { what: kind })
      const { working, fitting } = shortage.atWork
      return t('pool.shortage', { kind, working: String(working), fitting: String(fitting) })
    },
    [t, i18n],
  )
}
