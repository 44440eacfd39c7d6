import type { RuleWords } from '../words'

const verbs = { allow: 'Allows', ask: 'Asks about', deny: 'Denies' } as const
/** What other rules and risks still do. */
const limits = {
  allow: ' Calls that are risky by what they contain still ask.',
  ask: '',
  deny: ' No other rule lifts this.',
} as const

export const ruleWords: RuleWords = {
  tool: (pattern, isExact) => (isExact ? `of the tool “${pattern}”` : `of tools that match “${pattern}”`),
  server: (pattern, isExact) =>
    pattern === 'builtin'
      ? 'of Quarry’s own tools'
      : isExact
        ? `of the server “${pattern}”`
        : `of servers that match “${pattern}”`,
  resource: (pattern, isExact) => (isExact ? `on “${pattern}”` : `on resources that match “${pattern}”`),
  tiers: (tiers) => `of level ${tiers.join(' or ')}`,
  argument: (path, pattern, isExact, isEvery) =>
    `${isEvery ? 'every value' : 'a value'} of “${path}” ${isExact ? 'is' : 'matches'} “${pattern}”`,
  whole(decide, calls, conditions) {
    const which = calls.length + conditions.length === 0 ? 'all calls of all tools' : ['calls', ...calls].join(' ')
    const only = conditions.length === 0 ? '' : ` if ${conditions.join(', and if ')}`
    return `${verbs[decide]} ${which}${only}.${limits[decide]}`
  },
}
