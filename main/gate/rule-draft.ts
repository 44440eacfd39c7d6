import { type WrittenRule, writtenRule } from '../../contract/calls/calls'
import type { RulesProblem } from '../../contract/calls/gate-facts'
import type { DraftProblem, RuleDraft } from '../../contract/calls/rule-draft'
import { readRules } from './rules'

export type ReadDraft =
  | { readonly kind: 'rule'; readonly rule: WrittenRule }
  | { readonly kind: 'problems'; readonly problems: readonly DraftProblem[] }

/** Reads a draft with the reader of files: what it takes a file takes, and what is wrong is called the same. */
export function readDraft(draft: RuleDraft): ReadDraft {
  // Each field in a line of its own: the line of a problem says beside which field it belongs.
  const written = writtenFields(draft)
  const lines = written.map(({ json }) => json).join(',\n')
  const read = readRules('', `{"version":1,"rules":[{\n${lines}\n}]}`)
  if (read.kind === 'problems') {
    const problems = read.problems.map(({ line, problem }) => ({
      field: written[line - 2]?.field ?? 'decide',
      problem: named(problem),
    }))
    return { kind: 'problems', problems }
  }
  return { kind: 'rule', rule: writtenRule.strip().parse(read.rules[0]) }
}

interface WrittenField {
  readonly field: string
  readonly json: string
}

function writtenFields({ decide, tiers, arguments: conditions, ...texts }: RuleDraft): WrittenField[] {
  const member = (key: string, value: unknown): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`
  const fields = [{ field: 'decide', json: member('decide', decide) }]
  for (const field of ['name', 'tool', 'server', 'resource'] as const) {
    const text = texts[field].trim()
    if (text !== '') fields.push({ field, json: member(field, text) })
  }
  if (tiers.length > 0) fields.push({ field: 'tiers', json: member('tier', tiers.length === 1 ? tiers[0] : tiers) })
  if (conditions.length === 0) return fields
  const rows = conditions.map(({ path, pattern }, row) => ({
    field: `arguments.${row}`,
    json: `${row === 0 ? '"arguments":{' : ''}${member(path, pattern)}${row === conditions.length - 1 ? '}' : ''}`,
  }))
  return [...fields, ...rows]
}

/** A form has one rule: where it stands in a file says nothing. */
function named(problem: RulesProblem): RulesProblem {
  if (!('field' in problem.values)) return problem
  const field = problem.values.field.replace(/^rules\.0\.(?:arguments\.)?/, '')
  return { ...problem, values: { ...problem.values, field } } as RulesProblem
}
