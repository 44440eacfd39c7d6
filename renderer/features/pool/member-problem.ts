import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { PoolMemberView } from '../../../contract/pool'

type Problem =
  | { kind: 'neverCameBack'; label: string }
  | { kind: 'noSign' }
  /** Its resource does not answer; the resource has its own error, with what helps. */
  | { kind: 'notReady' }
  /** A task of it failed; what was said is the only thing known. */
  | { kind: 'failed'; message: string }

/** What is wrong with a member, read from the pool's sentence on it. */
export function problemOf({ state, error }: Pick<PoolMemberView, 'state' | 'error'>): Problem | null {
  if (error === null) return null
  if (state === 'blocked') return { kind: 'notReady' }
  const leaked = /^(?:“(.+)” never came back: )?It gave no sign of life until its lease ended\.$/s.exec(error)
  if (leaked === null) return { kind: 'failed', message: error }
  return leaked[1] === undefined ? { kind: 'noSign' } : { kind: 'neverCameBack', label: leaked[1] }
}

/** Words what is wrong with a member; null where nothing is. The English window keeps main's sentence, which says more. */
export function useMemberProblem(): (member: Pick<PoolMemberView, 'state' | 'error'>) => string | null {
  const { t, i18n } = useTranslation()
  return useCallback(
    (member) => {
      const problem = problemOf(member)
      if (problem === null || i18n.language === 'en') return member.error
      return t(`pool.problem.${problem.kind}` as 'pool.problem.noSign', { ...problem })
    },
    [t, i18n],
  )
}
