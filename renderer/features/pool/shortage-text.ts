import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type MemberType, memberType } from '../../../contract/pool'
import { useNeedText } from './need-text'

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

interface Missing {
  type: MemberType
  capability: string | null
  level: number
  count: number
}

/** What nobody has, read from main's sentences on it; null for others. */
export function missingOf(reason: string): Missing[] | null {
  const missing = reason.split(/(?<=\.) (?=No |Needed are )/).map((sentence): Missing | null => {
    const match =
      /^(?:No|Needed are (\d+) of type) (\w+)(?: with (\w+) at level (\d+) or higher)?(?: of the chosen resource)?(?: is in service|, in service (?:is|are) \d+)\.$/.exec(
        sentence,
      )
    const type = memberType.safeParse(match?.[2])
    if (!match || !type.success) return null
    return { type: type.data, capability: match[3] ?? null, level: Number(match[4] ?? 1), count: Number(match[1] ?? 1) }
  })
  return missing.every((one) => one !== null) ? missing : null
}

/**
 * Says in the language of the window what a task waits for, or what nobody has. A sentence that is not known stays as it
 * is, as a quotation where it is in another language.
 */
export function useShortageText(): (reason: string) => string {
  const { t, i18n } = useTranslation()
  const need = useNeedText()
  return useCallback(
    (reason) => {
      if (reason.startsWith('The pool is stopped')) return t('pool.line.stopped')
      const missing = missingOf(reason)
      if (missing) {
        return missing
          .map((one): string => t('steps.nobodyHas', { what: need(one) }))
          .reduce((first, second) => t('app.sentences', { first, second }))
      }
      const shortage = shortageOf(reason)
      if (!shortage?.needs.every(({ type }) => i18n.exists(`memberKind.${type}`))) {
        return i18n.language === 'en' ? reason : t('app.quoted', { text: reason })
      }
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
    [t, i18n, need],
  )
}
