import type { WrittenRule } from '../../contract/calls/calls'
import { weights } from './rules'

/**
 * Whether more calls may run, or fewer are asked about, once a rule stands in place of another; `before` is null where it is
 * a new one. Where it cannot tell it says yes: patterns are compared as they are written.
 */
export function isLooser(before: WrittenRule | null, after: WrittenRule): boolean {
  if (after.decide === 'allow') return before?.decide !== 'allow' || !covers(before, after)
  if (before === null || before.decide === 'allow') return false
  return weights[after.decide] < weights[before.decide] || !covers(after, before)
}

/** Whether a rule fits every call that another one fits, as each of its conditions is one of the other's, too. */
function covers(wide: WrittenRule, narrow: WrittenRule): boolean {
  const isKept = (['tool', 'server', 'resource'] as const).every(
    (field) => wide[field] === undefined || wide[field] === narrow[field],
  )
  const tiers = narrow.tier === undefined ? [] : [narrow.tier].flat()
  const wideTiers = wide.tier === undefined ? null : [wide.tier].flat()
  const isOfTiers = wideTiers === null || (tiers.length > 0 && tiers.every((tier) => wideTiers.includes(tier)))
  const given = new Map(Object.entries(narrow.arguments ?? {}))
  const hasConditions = Object.entries(wide.arguments ?? {}).every(([path, pattern]) => given.get(path) === pattern)
  return isKept && isOfTiers && hasConditions
}
