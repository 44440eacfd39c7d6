import { describe, expect, it } from 'vitest'
import type { WrittenRule } from '../../../contract/calls/calls'
import { draftOf, emptyDraft, type RuleDraft } from '../../../contract/calls/rule-draft'
import { isLooser, readDraft } from '../../../main/gate'

const read = (changes: Partial<RuleDraft>) => readDraft({ ...emptyDraft, ...changes })
const row = (path: string, pattern: string) => ({ path, pattern })

describe('a draft of a rule', () => {
  it('is read as a file would be, without what is empty', () => {
    expect(read({})).toEqual({ kind: 'rule', rule: { decide: 'deny' } })
    const rule: WrittenRule = {
      name: 'a "quoted"\nname',
      decide: 'allow',
      tool: 'sql_*',
      server: 'builtin',
      resource: 'shop',
      tier: ['L2', 'L3'],
      arguments: { sql: '*customers*', '**.id': 'x"}],"rules":[{"decide":"allow"' },
    }
    expect(readDraft(draftOf(rule))).toEqual({ kind: 'rule', rule })
    expect(readDraft(draftOf({ decide: 'ask', tier: 'L1' }))).toEqual({
      kind: 'rule',
      rule: { decide: 'ask', tier: 'L1' },
    })
  })

  it('says beside which field what is wrong', () => {
    const rows = [row('sql', 'x'), row('sql', 'y')]
    expect(read({ arguments: rows })).toEqual({
      kind: 'problems',
      problems: [{ field: 'arguments.1', problem: { kind: 'jsonKeyTwice', values: { key: 'sql' } } }],
    })
    expect(read({ name: 'n'.repeat(201), tool: 't'.repeat(501), arguments: [row('', 'x'), row('to', '')] })).toEqual({
      kind: 'problems',
      problems: expect.arrayContaining([
        { field: 'name', problem: { kind: 'ruleFieldTooLong', values: { field: 'name', atMost: 200 } } },
        { field: 'tool', problem: { kind: 'ruleFieldTooLong', values: { field: 'tool', atMost: 500 } } },
        { field: 'arguments.0', problem: { kind: 'ruleArgumentUnnamed', values: {} } },
        { field: 'arguments.1', problem: { kind: 'ruleFieldEmpty', values: { field: 'to' } } },
      ]),
    })
  })
})

describe('a rule in place of another', () => {
  const deny: WrittenRule = { decide: 'deny', tool: 'send', tier: ['L2', 'L3'], arguments: { to: '*' } }
  const allow: WrittenRule = { ...deny, decide: 'allow' }
  it.each<[string, WrittenRule | null, WrittenRule]>([
    ['a new one that allows', null, { decide: 'allow' }],
    ['one that denied and now asks', deny, { ...deny, decide: 'ask' }],
    ['one that asked and now allows', { decide: 'ask' }, { decide: 'allow' }],
    ['one that denies less: another tool', deny, { ...deny, tool: 'send_mail' }],
    ['one that denies less: a condition more', deny, { ...deny, arguments: { to: '*', cc: 'a' } }],
    ['one that denies less: fewer levels', deny, { ...deny, tier: 'L2' }],
    ['one that asked everywhere and denies somewhere', { decide: 'ask' }, { decide: 'deny', tool: 'x' }],
    ['one that allows more: a condition less', allow, { decide: 'allow', tool: 'send', tier: 'L2' }],
    ['one that allows more: another pattern', allow, { ...allow, arguments: { to: 'a*' } }],
    ['one that allows more: all levels', { decide: 'allow', tier: 'L1' }, { decide: 'allow' }],
  ])('is looser: %s', (_, before, after) => {
    expect(isLooser(before, after)).toBe(true)
  })
  it.each<[string, WrittenRule | null, WrittenRule]>([
    ['a new one that denies', null, deny],
    ['a new one that asks', null, { decide: 'ask' }],
    ['another name', allow, { ...allow, name: 'other' }],
    ['one that allows less', allow, { ...allow, tier: 'L2', resource: 'shop' }],
    ['one that allowed and now asks', allow, { decide: 'ask', tool: 'x' }],
    ['one that denies more', deny, { decide: 'deny', tool: 'send' }],
    ['one that asked and now denies', { decide: 'ask', tool: 'x' }, { decide: 'deny' }],
  ])('is not looser: %s', (_, before, after) => {
    expect(isLooser(before, after)).toBe(false)
  })
})
