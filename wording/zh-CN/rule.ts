import type { RuleWords } from '../words'

const verbs = { allow: '允许', ask: '询问', deny: '拒绝' } as const
const limits = { allow: '内容有风险的调用仍会询问。', ask: '', deny: '其他规则不能解除。' } as const

export const ruleWords: RuleWords = {
  tool: (pattern, isExact) => (isExact ? `工具为“${pattern}”` : `工具匹配“${pattern}”`),
  server: (pattern, isExact) =>
    pattern === 'builtin' ? '工具属于 Quarry 自身' : isExact ? `服务器为“${pattern}”` : `服务器匹配“${pattern}”`,
  resource: (pattern, isExact) => (isExact ? `资源为“${pattern}”` : `资源匹配“${pattern}”`),
  tiers: (tiers) => `级别为 ${tiers.join(' 或 ')}`,
  argument: (path, pattern, isExact, isEvery) =>
    `“${path}”的${isEvery ? '每个值都' : '某个值'}${isExact ? '是' : '匹配'}“${pattern}”`,
  whole(decide, calls, conditions) {
    const all = [...calls, ...conditions]
    return `${verbs[decide]}${all.length === 0 ? '所有工具的所有调用' : `满足以下条件的调用：${all.join('，且')}`}。${limits[decide]}`
  },
}
