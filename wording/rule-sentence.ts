import type { WrittenRule } from '../contract/calls/calls'
import type { Language } from '../contract/language'
import { shownLine } from '../contract/shown-text'
import { ruleWords as english } from './en/rule'
import type { RuleWords } from './words'
import { ruleWords as chinese } from './zh-CN/rule'

const words: Readonly<Record<Language, RuleWords>> = { en: english, 'zh-CN': chinese }

const isExact = (pattern: string): boolean => !/[*?]/.test(pattern.replace(/\\./g, ''))
const part = (say: (pattern: string, isExact: boolean) => string, pattern: string | undefined): string[] =>
  pattern === undefined ? [] : [say(pattern, isExact(pattern))]

/** What a rule does, in a sentence or two. */
export function toldRule(rule: WrittenRule, language: Language): string {
  const say = words[language]
  const calls = [
    ...part(say.tool, rule.tool),
    ...part(say.server, rule.server),
    ...part(say.resource, rule.resource),
    ...(rule.tier === undefined ? [] : [say.tiers([rule.tier].flat())]),
  ]
  const conditions = Object.entries(rule.arguments ?? {}).map(([path, pattern]) =>
    say.argument(path, pattern, isExact(pattern), rule.decide === 'allow'),
  )
  return shownLine(say.whole(rule.decide, calls, conditions))
}
