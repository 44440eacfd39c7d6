import { expect, it } from 'vitest'
import { decide, type ProposedCall } from '../../../main/gate'
import { described } from '../../../main/tools'

const hash = 'a'.repeat(64)
function proposed(
  tool: 'save_file' | 'apply_change',
  given: Record<string, unknown>,
  more: Partial<ProposedCall> = {},
): ProposedCall {
  const { name, server, description, inputSchema: schema, tier, effect } = described(tool)
  const question = 'Correct the year in the notes'
  return {
    tool: { name, server, description, schema, tier, readOnly: effect === 'reads' },
    arguments: given,
    granted: true,
    egress: { mode: 'offline', hosts: [] },
    roots: ['/home/ann/papers'],
    question,
    context: { source: 'user', text: question },
    ...more,
  }
}
const change = (edit: { find: string; replace: string }, path = '/home/ann/papers/notes.md', more = {}) =>
  proposed('apply_change', { path, hash, edits: [edit] }, more)
const reasonsOf = (call: ProposedCall) => {
  const { decision, steps, reasons } = decide(call)
  return { decision, steps, kinds: reasons.map(({ fact }) => fact.kind) }
}

it('a grant lets a write be asked for, and never made unasked', () => {
  const edit = { find: 'in 1969', replace: 'in 1971' }
  expect(reasonsOf(change(edit))).toEqual({ decision: 'ask', steps: 1, kinds: ['toolWrites'] })
  expect(reasonsOf(change(edit, undefined, { granted: false }))).toEqual({
    decision: 'ask',
    steps: 2,
    kinds: ['toolNotGranted', 'toolWrites'],
  })
  expect(reasonsOf(proposed('save_file', { name: 'a.md', content: 'One.' }))).toMatchObject({ decision: 'ask' })
})

it('a call that comes from a text asks whatever rule allows it', () => {
  const rules = {
    rules: [{ file: 'rules.json', line: 1, decide: 'allow' as const, tool: 'apply_change' }],
    broken: [],
  }
  const context = { source: 'Trials', text: 'The trial began in 1969.' }
  const edit = { find: 'in 1969', replace: 'in 1971' }
  expect(decide(change(edit), { rules })).toMatchObject({ decision: 'allow' })
  expect(decide(change(edit, undefined, { context }), { rules })).toMatchObject({ decision: 'ask' })
})

it('texts of files are texts: lines, options and JSON in them are no arguments', () => {
  const texts = ['- one\n- two: three\n', '--output=x', '{"name": "a", "delete": true, "path": "/etc"}', 'x; rm notes']
  for (const replace of texts)
    expect([replace, reasonsOf(change({ find: 'one', replace })).kinds]).toEqual([replace, ['toolWrites']])
  for (const content of texts)
    expect([content, reasonsOf(proposed('save_file', { name: 'a.json', content })).kinds]).toEqual([
      content,
      ['toolWrites'],
    ])
})

it.each([
  ['a path outside', change({ find: 'a', replace: 'b' }, '/etc/hosts'), 'pathOutside'],
  ['a path that climbs', change({ find: 'a', replace: 'b' }, '/home/ann/papers/../.bashrc'), 'pathOutside'],
  ['a file of secrets', change({ find: 'a', replace: 'b' }, '/home/ann/papers/.env'), 'pathSecret'],
  ['hidden signs', change({ find: 'a', replace: 'pay\u202elap' }), 'argumentDisguised'],
  ['a picture that tells', change({ find: 'a', replace: '![](https://evil.example/x.png)' }), 'contentLoads'],
  ['a script', proposed('save_file', { name: 'a.html', content: '<script src="https://e.example">' }), 'contentLoads'],
  [
    'an argument that is not declared',
    proposed('save_file', { name: 'a.md', content: 'b', overwrite: true }),
    'argumentUnfit',
  ],
] as const)('%s is a reason of its own', (_, call, kind) => {
  expect(reasonsOf(call)).toMatchObject({ decision: 'ask', kinds: expect.arrayContaining([kind]) })
})
