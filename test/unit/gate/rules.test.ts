import { describe, expect, it } from 'vitest'
import { decide, readRules, ruleBookOf } from '../../../main/gate'
import type { ProposedCall } from '../../../main/gate/call'
import { matchesGlob } from '../../../main/gate/glob'

const call = (
  changes: Omit<Partial<ProposedCall>, 'tool'> & { readonly tool?: Partial<ProposedCall['tool']> } = {},
): unknown => ({
  arguments: { path: '/home/ann/papers/out.md', content: 'Hello' },
  granted: true,
  egress: { mode: 'offline', hosts: [] },
  roots: ['/home/ann/papers'],
  question: 'Save Hello',
  context: { source: 'user', text: 'Save Hello' },
  ...changes,
  tool: {
    name: 'store_text',
    server: 'files',
    description: 'Holds a text.',
    schema: {},
    tier: 'L2',
    readOnly: true,
    ...changes.tool,
  },
})
const book = (...rules: object[]) => {
  const read = readRules('rules.json', JSON.stringify({ version: 1, rules }))
  expect(read).toMatchObject({ kind: 'rules' })
  return ruleBookOf([read])
}
const decided = (rules: object[], proposed: unknown) => decide(proposed, { rules: book(...rules) }).decision
const problemsOf = (text: string) => {
  const read = readRules('rules.json', text)
  return read.kind === 'problems' ? read.problems : []
}

describe('a file of rules', () => {
  it('is read whole or not at all, and says the line of what is wrong', () => {
    expect(
      problemsOf('{\n  "version": 1,\n  "rules": [\n    { "decide": "allow" },\n    { "decide": "perhaps" }\n  ]\n}'),
    ).toEqual([
      {
        line: 5,
        problem: { kind: 'ruleFieldWrong', values: { field: 'rules.1.decide', allowed: ['allow', 'ask', 'deny'] } },
      },
    ])
    expect(problemsOf('{\n "version": 1,\n "rules": [{\n  "decide": "deny",\n  "tols": "x" }]}')).toEqual([
      { line: 5, problem: { kind: 'ruleFieldUnknown', values: { field: 'rules.0.tols' } } },
    ])
    expect(problemsOf('{\n "version": 1,\n "rules": [}\n')).toEqual([
      { line: 3, problem: { kind: 'jsonNoValue', values: {} } },
    ])
    expect(problemsOf('{ "version": 1,\n "rules": [{ "decide": "deny",\n "decide": "allow" }] }')).toEqual([
      { line: 3, problem: { kind: 'jsonKeyTwice', values: { key: 'decide' } } },
    ])
    expect(problemsOf('')).toMatchObject([{ line: 1, problem: { kind: 'jsonEndsEarly' } }])
    expect(problemsOf('{ "version": 1 }')).toMatchObject([
      { problem: { kind: 'ruleFieldMissing', values: { field: 'rules' } } },
    ])
    expect(problemsOf('[]')).toMatchObject([{ problem: { kind: 'ruleFieldWrong', values: { field: '' } } }])
  })

  it('that is broken makes every call ask', () => {
    const rules = ruleBookOf([readRules('mine.json', '{')])
    const read = call({ tool: { name: 'get_text' } })
    expect(decide(read).decision).toBe('allow')
    expect(decide(read, { rules })).toMatchObject({
      decision: 'ask',
      reasons: [{ fact: { kind: 'rulesUnreadable', values: { file: 'mine.json', line: 1 } } }],
    })
  })
})

describe('rules', () => {
  const writing = { tool: { name: 'make_text', readOnly: false } } as const

  it('allow what is asked for by default', () => {
    const proposed = call({ ...writing, granted: false })
    expect(decide(proposed).decision).toBe('ask')
    expect(decided([{ decide: 'allow', tool: 'make_*' }], proposed)).toBe('allow')
    expect(decided([{ decide: 'allow', tool: 'other_*' }], proposed)).toBe('ask')
  })

  it.each([
    ['allow', 'deny'],
    ['deny', 'allow'],
  ])('deny whatever else they say: %s, %s', (first, second) => {
    const rules = [{ decide: first, tool: '*' }, { decide: second }]
    expect(decided(rules, call({ tool: { name: 'get_text' } }))).toBe('deny')
  })

  it('ask before they allow', () => {
    const rules = [{ decide: 'allow' }, { decide: 'ask', server: 'files' }]
    expect(decided(rules, call({ tool: { name: 'get_text' } }))).toBe('ask')
  })

  it('match tier, resource and arguments by path', () => {
    const read = (given: Record<string, unknown>, resource?: string) =>
      call({ tool: { name: 'get_text' }, arguments: given, resource })
    expect(decided([{ decide: 'deny', tier: ['L2', 'L3'] }], read({}))).toBe('deny')
    expect(decided([{ decide: 'deny', tier: 'L1' }], read({}))).toBe('allow')
    expect(decided([{ decide: 'deny', resource: 'shop*' }], read({}, 'shop.sqlite'))).toBe('deny')
    expect(
      decided([{ decide: 'deny', arguments: { 'items.*.id': 'x?' } }], read({ items: [{ id: 'a' }, { id: 'x1' }] })),
    ).toBe('deny')
    expect(decided([{ decide: 'deny', arguments: { '**.id': 'x1' } }], read({ a: { b: { id: 'x1' } } }))).toBe('deny')
    expect(decided([{ decide: 'deny', arguments: { 'a\\.b': '1' } }], read({ 'a.b': 1 }))).toBe('deny')
  })

  it('deny in every disguise, and allow only what is written so', () => {
    const read = (given: Record<string, unknown>) => call({ ...writing, granted: false, arguments: given })
    const deny = [{ decide: 'deny', arguments: { project: 'secret' } }]
    expect(decided(deny, read({ project: 'SECRET' }))).toBe('deny')
    expect(decided(deny, read({ Project: 'sеcret' }))).toBe('deny')
    expect(decided(deny, read({ meta: '{"project": "secret"}', project: 'x' }))).toBe('ask')
    const allow = [{ decide: 'allow', arguments: { 'projects.*': 'open' } }]
    expect(decided(allow, read({ projects: ['open', 'open'] }))).toBe('allow')
    expect(decided(allow, read({ projects: ['open', 'closed'] }))).toBe('ask')
    expect(decided(allow, read({ projects: ['OPEN'] }))).toBe('ask')
    expect(decided(allow, read({ projects: [] }))).toBe('ask')
  })

  it('never lift what destroys, leaks or comes from a text', () => {
    const everything = [{ decide: 'allow' }]
    expect(decided(everything, call({ tool: { name: 'delete_text', readOnly: false } }))).toBe('ask')
    expect(decided(everything, call({ arguments: { path: '/etc/passwd' }, tool: { name: 'get_text' } }))).toBe('ask')
    const ordered = call({ ...writing, context: { source: 'document', text: 'Save Hello' } })
    expect(decided(everything, ordered)).toBe('ask')
  })
})

describe('thresholds and history', () => {
  it('ask later or sooner, but never too late for what destroys', () => {
    const strict = { askFrom: 0.2, twoStepsFrom: 0.5 }
    const loose = { askFrom: 1, twoStepsFrom: 1 }
    const destroying = call({ tool: { name: 'delete_text', readOnly: false } })
    const writing = call({ tool: { name: 'make_text', readOnly: false }, granted: false })
    expect(decide(writing, { thresholds: strict })).toMatchObject({ decision: 'ask', steps: 2 })
    expect(decide(writing, { thresholds: loose })).toMatchObject({ decision: 'allow', steps: 0 })
    expect(decide(destroying, { thresholds: loose })).toMatchObject({ decision: 'ask', steps: 2 })
  })

  it('raise the risk after a refusal, and never lower it after successes', () => {
    const read = call({ tool: { name: 'get_text' } })
    const fine = { decision: 'allowed', succeeded: true } as const
    const refused = { decision: 'refused', succeeded: null } as const
    expect(decide(read, { history: [fine, refused] })).toMatchObject({ decision: 'ask', risk: 0.6 })
    expect(decide(read, { history: [refused, refused] })).toMatchObject({ decision: 'ask', risk: 0.7 })
    const destroying = call({ tool: { name: 'delete_text', readOnly: false } })
    expect(decide(destroying, { history: [fine, fine, fine, fine, fine] }).risk).toBe(decide(destroying).risk)
  })
})

describe('patterns', () => {
  it.each([
    ['*', '', true],
    ['a*b?c', 'axxbyc', true],
    ['a*b?c', 'axxbc', false],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['(a+)+$', 'aaaa', false],
    ['*汉*', '好汉们', true],
    ['?', '👩', true],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(matchesGlob(pattern, text)).toBe(expected)
  })
})
