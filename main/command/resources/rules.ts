import { readFile } from 'node:fs/promises'
import { Argument, Option } from 'commander'
import { type WrittenRule, writtenRule } from '../../../contract/calls/calls'
import { emptyDraft, type RuleDraft } from '../../../contract/calls/rule-draft'
import type { ChannelInput } from '../../../contract/channels/channels'
import { QuarryError } from '../../../contract/errors'
import { type ToolTier, toolTier } from '../../../contract/resources/resource'
import { toldRule } from '../../../wording'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

/** Every rule with its place, and what is wrong with files of rules. */
async function listRules(
  connection: Connection,
  { json }: { readonly json: boolean },
  { words, speech }: ProgressLine,
): Promise<number> {
  const files = await connection.call('rules.list')
  if (json) await printJson(files, 2)
  else
    for (const { path, rules, problems } of files) {
      for (const { line, problem } of problems) await printResult(row([`${path}:${line}`, speech.fact(problem)]))
      for (const { line, decide, name, tool, server } of rules)
        await printResult(row([`${path}:${line}`, words.rules.decide[decide], name ?? '', server ?? '', tool ?? '']))
    }
  return files.some(({ problems }) => problems.length > 0) ? exitCode.failed : exitCode.done
}

/** Says what the gate would decide on the call in a file, and why. Nothing runs. Throws `input.invalid`, `tool.notFound`. */
async function testRules(
  connection: Connection,
  file: string,
  { json }: { readonly json: boolean },
  { words, speech }: ProgressLine,
): Promise<number> {
  const decided = await connection.call('rules.test', await readCall(file))
  if (json) {
    await printJson(decided, 2)
    return exitCode.done
  }
  const { decision, risk, reasons } = decided
  await printResult(row([words.rules.decide[decision], words.confirm.risk(speech.format.percent(risk))]))
  for (const { fact } of reasons) {
    const place = fact.kind === 'ruleDecides' ? ` (${fact.values.file}:${fact.values.line})` : ''
    await printResult(`  - ${speech.fact(fact)}${place}`)
  }
  return exitCode.done
}

async function readCall(file: string): Promise<ChannelInput<'rules.test'>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    throw new QuarryError('read.notFound', `File not found: ${file}`, { cause })
  }
  try {
    return JSON.parse(text) as ChannelInput<'rules.test'>
  } catch (cause) {
    throw new QuarryError('input.invalid', `${file} is no JSON: ${(cause as Error).message}`, { cause })
  }
}

export function defineRules({ program, help, values, progress, onRuntime }: CommandLine): void {
  const rules = program
    .command('rules')
    .description(help.rules)
    .option('--json', help.json, false)
    .action((options: { json: boolean }) => onRuntime((connection) => listRules(connection, options, progress)))
  rules
    .command('test')
    .description(help.rulesTest)
    .argument('<file>', help.rulesFile)
    .action((file: string) =>
      onRuntime((connection) => testRules(connection, file, rules.opts<{ json: boolean }>(), progress)),
    )
  rules
    .command('remove')
    .description(help.rulesRemove)
    .argument('<place>', help.rulesPlace)
    .action((place: string) => onRuntime((connection) => removeRule(connection, place, progress)))
  rules
    .command('add')
    .description(help.rulesAdd)
    .addArgument(new Argument('<decision>', help.rulesDecision).choices(writtenRule.shape.decide.options))
    .option('--name <name>', help.rulesName)
    .option('--tool <pattern>', help.rulesTool)
    .option('--server <pattern>', help.rulesServer)
    .option('--resource <pattern>', help.rulesResource)
    .addOption(new Option('--tier <tier...>', help.rulesTier).choices(toolTier.options))
    .option('--argument <path=pattern>', help.rulesArgument, values.oneMore)
    .option('--all-projects', help.rulesAllProjects)
    .action((decision: WrittenRule['decide'], options: AddedRule) =>
      onRuntime((connection) => addRule(connection, decision, options, progress)),
    )
}

/** Removes the rule at a place as `quarry rules` lists it, and says which it was. Throws `input.invalid` where there is none. */
async function removeRule(connection: Connection, place: string, { speech }: ProgressLine): Promise<number> {
  for (const { path, rules } of await connection.call('rules.list'))
    for (const { line, ...rule } of rules) {
      if (`${path}:${line}` !== place) continue
      await connection.call('rules.remove', { path, line, rule })
      await printResult(toldRule(rule, speech.language))
      return exitCode.done
    }
  throw new QuarryError('input.invalid', `There is no rule at ${place}: quarry rules lists them.`)
}

interface AddedRule {
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
async function addRule(
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
