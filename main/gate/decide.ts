import { usualThresholds } from '../../contract/calls/calls'
import { readArguments } from './arguments'
import { type PastCall, type ProposedCall, proposedCall } from './call'
import { excerptOf, floor, type Reason, risk } from './reason'
import { riskReasons } from './risk'
import { decidingRule, emptyRuleBook, type RuleBook } from './rules'

export interface Thresholds {
  /** The risk from which a person is asked, 0..1. */
  readonly askFrom: number
  /** The risk from which they are asked in two steps, 0..1. */
  readonly twoStepsFrom: number
}

/** Whether a reason weighs as much as a threshold: no threshold reaches above what destroys, leaks or deceives. */
const reaches = ({ weight, score }: Reason, threshold: keyof Thresholds, thresholds: Thresholds): boolean =>
  score >= (weight === 'floor' ? Math.min(thresholds[threshold], usualThresholds[threshold]) : thresholds[threshold])

export interface Decision {
  readonly decision: 'allow' | 'ask' | 'deny'
  /** The largest score of all reasons, 0..1. */
  readonly risk: number
  /** How many times a person must say yes. */
  readonly steps: 0 | 1 | 2
  /** The weightiest first. */
  readonly reasons: readonly Reason[]
}

export interface DecideOptions {
  readonly rules?: RuleBook | undefined
  /** Calls like this one, the most alike first. */
  readonly history?: readonly PastCall[] | undefined
  readonly thresholds?: Thresholds | undefined
  /** Whether the tool describes itself otherwise than when it was last called. */
  readonly isChanged?: boolean | undefined
}

/**
 * Decides on a proposed call, and never throws: what it cannot read is asked for. Rules come first, and one that denies
 * ends it. A rule that allows lifts what is asked for by default; what a call does by its arguments or on whose words it
 * comes no rule lifts, and no threshold reaches above what destroys, leaks or deceives.
 */
export function decide(proposed: unknown, options: DecideOptions = {}): Decision {
  const { thresholds = usualThresholds } = options
  let reasons: Reason[]
  try {
    reasons = reasonsOf(proposedCall.parse(proposed), options)
  } catch {
    reasons = [floor(0.8, 'callUnreadable', {})]
  }
  const ordered = reasons
    .toSorted((one, other) => other.score - one.score)
    .map((reason): Reason => (reaches(reason, 'askFrom', thresholds) ? { ...reason, asks: true } : reason))
  const total = Math.max(0, ...ordered.map(({ score }) => score))
  const isDenied = ordered.some(({ fact }) => fact.kind === 'ruleDecides' && fact.values.decision === 'deny')
  if (isDenied) return { decision: 'deny', risk: 1, steps: 0, reasons: ordered }
  const isHeld = ordered.some(({ asks }) => asks === true)
  const isTwice = ordered.some((reason) => reaches(reason, 'twoStepsFrom', thresholds))
  return { decision: isHeld ? 'ask' : 'allow', risk: total, steps: isHeld ? (isTwice ? 2 : 1) : 0, reasons: ordered }
}

function reasonsOf(call: ProposedCall, { rules = emptyRuleBook, history = [], isChanged }: DecideOptions): Reason[] {
  const read = readArguments(call.arguments)
  const rule = decidingRule(rules, call, read.leaves)
  const found = [...riskReasons(call, read), ...historyReasons(history)]
  if (isChanged === true) found.push(floor(0.7, 'toolDescriptionChanged', { tool: excerptOf(call.tool.name) }))
  for (const { file, line } of rules.broken) found.push(risk(0.6, 'rulesUnreadable', { file, line }))
  if (rule === null) return found
  const values = {
    decision: rule.decide,
    rule: rule.name ?? `${rule.file}:${rule.line}`,
    file: rule.file,
    line: rule.line,
  }
  if (rule.decide === 'allow') {
    return [...found.filter(({ weight }) => weight !== 'default'), risk(0, 'ruleDecides', values)]
  }
  // What a person wrote to be asked about is asked, wherever the threshold is.
  return [...found, floor(rule.decide === 'deny' ? 1 : 0.6, 'ruleDecides', values)]
}

/** What came of calls like this one. Success says nothing for a call: it lowers no risk. */
function historyReasons(history: readonly PastCall[]): Reason[] {
  const alike = history.slice(0, 5)
  const refused = alike.filter(({ decision }) => decision === 'refused').length
  const failures = alike.filter(({ succeeded }) => succeeded === false).length
  return [
    ...(refused > 0 ? [risk(refused > 1 ? 0.7 : 0.6, 'refusedBefore', { count: refused })] : []),
    ...(failures > 1 ? [risk(0.4, 'failedBefore', { count: failures })] : []),
  ]
}
