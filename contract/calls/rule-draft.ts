import { z } from 'zod'
import { toolTier } from '../resources/resource'
import { callDecision, triedCall, type WrittenRule, writtenRule } from './calls'
import { rulesProblem } from './gate-facts'

/** Longer than a file of rules takes, so that the reader of rules says what is wrong. */
const text = z.string().max(2000)

/** A rule as a person writes it in a form. What is empty is left out of the rule. */
export const ruleDraft = z.object({
  name: text,
  decide: writtenRule.shape.decide,
  tool: text,
  server: text,
  resource: text,
  /** None: any. */
  tiers: z.array(toolTier).max(toolTier.options.length),
  /** Conditions on arguments, in the order of the form. */
  arguments: z.array(z.object({ path: text, pattern: text })).max(50),
})
export type RuleDraft = z.infer<typeof ruleDraft>

/** What is wrong with a draft. `field` is a key of the draft, or `arguments.` and the number of the row, from 0. */
export const draftProblem = z.object({ field: z.string(), problem: rulesProblem })
export type DraftProblem = z.infer<typeof draftProblem>

/** A draft as a file would have it, or all that is wrong with it: `rule` is null then. */
export const checkedDraft = z.object({ rule: writtenRule.nullable(), problems: z.array(draftProblem) })
export type CheckedDraft = z.infer<typeof checkedDraft>

/** Where a draft goes: at the end of a file, or in place of a rule, as the person saw it. */
export const rulePlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new'), isOfProject: z.boolean() }),
  z.object({
    kind: z.literal('edit'),
    path: z.string().min(1).max(8192),
    line: z.number().int().positive(),
    rule: writtenRule,
  }),
])

export const ruleChange = z.object({ draft: ruleDraft, place: rulePlace })
export type RuleChange = z.infer<typeof ruleChange>

export const ruleTrial = z.object({ change: ruleChange, call: triedCall })

/** What the gate would decide with a draft in place, and whether the draft is the rule that decides. */
export const ruleTrialResult = z.object({ decision: callDecision, isByDraft: z.boolean() })

export const emptyDraft: RuleDraft = {
  name: '',
  decide: 'deny',
  tool: '',
  server: '',
  resource: '',
  tiers: [],
  arguments: [],
}

/** A rule of a file in the fields of the form. */
export const draftOf = (rule: WrittenRule): RuleDraft => ({
  name: rule.name ?? '',
  decide: rule.decide,
  tool: rule.tool ?? '',
  server: rule.server ?? '',
  resource: rule.resource ?? '',
  tiers: rule.tier === undefined ? [] : [rule.tier].flat(),
  arguments: Object.entries(rule.arguments ?? {}).map(([path, pattern]) => ({ path, pattern })),
})
