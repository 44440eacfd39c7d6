import type { WrittenRule } from '../../contract/calls'
import type { ToolTier } from '../../contract/resource'
import { emptyDraft, type RuleDraft } from '../../contract/rule-draft'
import { toldRule } from '../../wording'
import type { Connection } from '../api'
import { exitCode } from './exit-code'
import { type ProgressLine, printResult } from './terminal'

export interface AddedRule {
  readonly name?: string
  readonly tool?: string
  readonly server?: string
  readonly resource?: string
  readonly tier?: readonly ToolTier[]
  /** `PATH=PATTERN` each. */
  readonly argument?: readonly string[]
  readonly allProjects?: boolean
}

/** Adds a rule to the file of the project or of all; says what is wrong with it, and writes nothing then. */
export async function addRule(
  connection: Connection,
  decide: WrittenRule['decide'],
  { tier = [], argument = [], allProjects = false, ...texts }: AddedRule,
  { speech }: ProgressLine,
): Promise<number> {
  const conditions = argument.map((one) => {
    const [path = '', ...pattern] = one.split('=')
    return { path, pattern: pattern.join('=') }
  })
  const draft: RuleDraft = { ...emptyDraft, ...texts, decide, tiers: [...tier], arguments: conditions }
  const { rule, problems } = await connection.call('rules.check', draft)
  if (rule === null) {
    for (const { problem } of problems) await printResult(speech.fact(problem))
    return exitCode.failed
  }
  await connection.call('rules.save', { draft, place: { kind: 'new', isOfProject: !allProjects } })
  await printResult(toldRule(rule, speech.language))
  return exitCode.done
}
