import { z } from 'zod'
import { type WrittenRule, writtenRule } from '../../contract/calls/calls'
import type { RulesProblem } from '../../contract/calls/gate-facts'
import type { Leaf } from './arguments'
import type { ProposedCall } from './call'
import { matchesGlob } from './glob'
import { plainText } from './plain-text'
import { JsonProblem, type PositionedJson, parsePositionedJson } from './positioned-json'

const fileSchema = z.strictObject({ version: z.literal(1), rules: z.array(writtenRule).max(1000) })

export interface Rule extends WrittenRule {
  readonly file: string
  /** Of its beginning in the file, from 1. */
  readonly line: number
}

export type RuleDecision = Rule['decide']

export interface RuleProblem {
  readonly line: number
  readonly problem: RulesProblem
}

/** The rules of one file, or everything that is wrong with it; a file that is wrong gives no rule at all. */
export type ReadRules =
  | { readonly kind: 'rules'; readonly rules: readonly Rule[] }
  | { readonly kind: 'problems'; readonly file: string; readonly problems: readonly [RuleProblem, ...RuleProblem[]] }

const charactersAtMost = 1_000_000

/** Reads a file of rules. */
export function readRules(file: string, text: string): ReadRules {
  if (text.length > charactersAtMost)
    return { kind: 'problems', file, problems: [{ line: 1, problem: { kind: 'rulesTooLong', values: {} } }] }
  let json: PositionedJson
  try {
    json = parsePositionedJson(text)
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error
    return { kind: 'problems', file, problems: [{ line: error.line, problem: error.problem }] }
  }
  const parsed = fileSchema.safeParse(json.value)
  if (parsed.success) {
    return {
      kind: 'rules',
      rules: parsed.data.rules.map((rule, at) => ({ ...rule, file, line: json.lineOf(['rules', at]) })),
    }
  }
  const [first, ...others] = parsed.error.issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
    const where = [...issue.path, ...unknown]
    return { line: json.lineOf(where), problem: problemOf(issue, where, json.value) }
  })
  const none = { line: 1, problem: { kind: 'ruleFieldWrong' as const, values: { field: '', allowed: [] } } }
  return { kind: 'problems', file, problems: [first ?? none, ...others] }
}

function problemOf(issue: z.core.$ZodIssue, where: readonly PropertyKey[], whole: unknown): RulesProblem {
  const field = where.join('.')
  if (issue.code === 'unrecognized_keys') return { kind: 'ruleFieldUnknown', values: { field } }
  if (issue.code === 'invalid_key' && where.at(-1) === '') return { kind: 'ruleArgumentUnnamed', values: {} }
  const given = where.reduce<unknown>((of, key) => (of as Record<PropertyKey, unknown> | null)?.[key], whole)
  if (given === undefined) return { kind: 'ruleFieldMissing', values: { field } }
  if (given === '') return { kind: 'ruleFieldEmpty', values: { field } }
  if (typeof given === 'string' && issue.code === 'too_big')
    return { kind: 'ruleFieldTooLong', values: { field, atMost: Number(issue.maximum) } }
  const allowed = issue.code === 'invalid_value' ? issue.values.map(String) : []
  return { kind: 'ruleFieldWrong', values: { field, allowed } }
}

/** What all files of rules together say. */
export interface RuleBook {
  readonly rules: readonly Rule[]
  /** Files that could not be read: as long as there is one, every call that a rule might have stopped is asked for. */
  readonly broken: readonly { readonly file: string; readonly line: number }[]
}

export const emptyRuleBook: RuleBook = { rules: [], broken: [] }

/** Joins files of rules into one book. */
export const ruleBookOf = (files: readonly ReadRules[]): RuleBook => ({
  rules: files.flatMap((file) => (file.kind === 'rules' ? file.rules : [])),
  broken: files.flatMap((file) => (file.kind === 'problems' ? [{ file: file.file, line: file.problems[0].line }] : [])),
})

/** How much a decision weighs where rules differ. */
export const weights: Readonly<Record<RuleDecision, number>> = { deny: 2, ask: 1, allow: 0 }

/** The rule that decides a call: any that denies wins, then any that asks; among equals the first. */
export function decidingRule(book: RuleBook, call: ProposedCall, leaves: readonly Leaf[]): Rule | null {
  let found: Rule | null = null
  for (const rule of book.rules) {
    if ((found === null || weights[rule.decide] > weights[found.decide]) && fits(rule, call, leaves)) found = rule
  }
  return found
}

function fits(rule: Rule, { tool, resource, resourceId }: ProposedCall, leaves: readonly Leaf[]): boolean {
  const allows = rule.decide === 'allow'
  const named = (wanted: string | undefined, text: string): boolean =>
    wanted === undefined || isLike(wanted, text, allows)
  if (!named(rule.tool, tool.name) || !named(rule.server, tool.server)) return false
  if (rule.resource !== undefined && ![resource, resourceId].some((one) => named(rule.resource, one ?? '')))
    return false
  if (rule.tier !== undefined && ![rule.tier].flat().includes(tool.tier)) return false
  return Object.entries(rule.arguments ?? {}).every(([path, wanted]) => {
    const signs = keysOf(path)
    // Of what only looked like JSON nothing is allowed.
    const there = leaves.filter((leaf) => (!allows || !leaf.isNested) && leadsTo(signs, leaf.path, !allows))
    const fitting = ({ text }: Leaf): boolean => isLike(wanted, text, allows)
    return allows ? there.length > 0 && there.every(fitting) : there.some(fitting)
  })
}

/** What is allowed must be written so; what is stopped is stopped in every disguise and in capitals, too. */
const isLike = (wanted: string, text: string, isExact: boolean): boolean =>
  matchesGlob(wanted, text) || (!isExact && matchesGlob(wanted.toLowerCase(), plainText(text)))

/** The keys of a written path: `a.b`, `items.*.id`, `**`; `\.` is a dot within a key. */
const keysOf = (path: string): string[] =>
  (path.match(/(?:\\.|[^.\\])+/g) ?? []).map((key) => key.replace(/\\(.)/g, '$1'))

function leadsTo(signs: readonly string[], path: readonly string[], isLoose: boolean): boolean {
  // One row of places at a time: `**` stands for any number of keys.
  let reached = new Set([0])
  for (const key of [...path, null]) {
    for (const at of reached) if (signs[at] === '**') reached.add(at + 1)
    if (key === null) break
    const next = new Set<number>()
    for (const at of reached) {
      const sign = signs[at]
      if (sign === '**') next.add(at)
      else if (sign === '*' || sign === key || (isLoose && sign !== undefined && plainText(key) === sign.toLowerCase()))
        next.add(at + 1)
    }
    reached = next
  }
  return reached.has(signs.length)
}
