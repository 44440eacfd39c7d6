import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberType } from '../../../contract/pool/pool'
import type { StepRequirement } from '../../../contract/session/session'
import { useResourceName } from '../../ui/resource-name'
import { useFormat } from '../../window/use-format'
import { useCapabilityName } from './capability-names'

interface Need {
  type: MemberType
  capability?: string | null | undefined
  level?: number | undefined
  count?: number | undefined
}

/** The same of a need of a step, with the resource that it names. */
export function useNamedNeed(): (need: StepRequirement) => string {
  const { t } = useTranslation()
  const need = useNeedText()
  const resourceName = useResourceName()
  return useCallback(
    (requirement) => {
      const { resourceId, choice } = requirement
      const name = choice?.name ?? null
      const what = need(requirement)
      return resourceId === null || name === null
        ? what
        : t('plan.named', { name: resourceName({ resourceId, name }), what })
    },
    [t, need, resourceName],
  )
}

/** What is needed, in words: a type, or a type with a capability at a level. */
export function useNeedText(): (need: Need) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const capabilityName = useCapabilityName()
  return useCallback(
    ({ type, capability = null, level = 1, count = 1 }) => {
      const kind = count > 1 ? t(`memberKind.${type}`) : t(`anyMember.${type}`)
      const what =
        capability === null
          ? kind
          : level === 1
            ? t('pool.line.needsAtAnyLevel', { kind, capability: capabilityName(capability) })
            : t('pool.line.needs', { kind, capability: capabilityName(capability), level: format.number(level) })
      return count > 1 ? t('pool.line.needsCount', { n: format.number(count), what }) : what
    },
    [t, format, capabilityName],
  )
}
