import { expect, it } from 'vitest'
import { toldRule } from '../../../wording'

it('a rule is told with every condition, in either language', () => {
  const rule = {
    decide: 'allow',
    tool: 'sql_query',
    server: 'builtin',
    resource: 'shop*',
    tier: ['L2', 'L3'],
    arguments: { sql: '*orders*', limit: '10' },
  } as const
  expect(toldRule({ ...rule, tier: [...rule.tier] }, 'en')).toBe(
    'Allows calls of the tool “sql_query” of Quarry’s own tools on resources that match “shop*” of level L2 or L3 if every value of “sql” matches “*orders*”, and if every value of “limit” is “10”. Calls that are risky by what they contain still ask.',
  )
  expect(toldRule({ decide: 'deny' }, 'en')).toBe('Denies all calls of all tools. No other rule lifts this.')
  expect(toldRule({ decide: 'ask', tool: 'a\\*b' }, 'en')).toBe('Asks about calls of the tool “a\\*b”.')
  expect(toldRule({ decide: 'deny', tool: 'send\u202e', arguments: { to: 'a?' } }, 'zh-CN')).toBe(
    '拒绝满足以下条件的调用：工具为“send”，且“to”的某个值匹配“a?”。其他规则不能解除。',
  )
})
