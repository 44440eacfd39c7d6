import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, readRules, ruleBookOf, unfitIn } from '../../../main/gate'
import { matchesGlob } from '../../../main/gate/glob'
import { hostile } from '../../fixtures/gate/hostile'

const text = fc.string({ unit: 'binary', maxLength: 60 })
const decisions = ['allow', 'ask', 'deny']
const tools = hostile.map(({ tool }) => tool)

const proposed = fc.record({
  tool: fc.record({
    name: text,
    server: text,
    description: text,
    schema: fc.oneof(fc.object({ maxDepth: 4 }), fc.constantFrom(...tools.map(({ schema }) => schema))),
    tier: fc.constantFrom('L1', 'L2', 'L3'),
    readOnly: fc.boolean(),
  }),
  arguments: fc.oneof(
    fc.dictionary(text, fc.anything({ maxDepth: 4, withNullPrototype: true })),
    fc.object({ maxDepth: 5 }),
  ),
  granted: fc.boolean(),
  egress: fc.record({ mode: fc.constantFrom('offline', 'local', 'named'), hosts: fc.array(text, { maxLength: 3 }) }),
  roots: fc.array(text, { maxLength: 3 }),
  question: text,
  context: fc.record({ source: fc.constantFrom('user', 'document', 'mcp_description'), text }),
})

describe('foreign calls', () => {
  it('come to a decision, whatever they are', () => {
    fc.assert(
      fc.property(fc.oneof(proposed, fc.anything()), (call) => {
        const { decision, risk, steps } = decide(call)
        expect(decisions).toContain(decision)
        expect([risk >= 0 && risk <= 1, steps > 0]).toEqual([true, decision === 'ask'])
      }),
      { numRuns: 400 },
    )
  })

  it('are held in bounded steps to a schema that offers itself as its own choices', () => {
    const choices = { anyOf: Array.from({ length: 50 }, () => ({ $ref: '#/properties/a' })) }
    expect(unfitIn({ type: 'object', properties: { a: choices } }, { a: 1 })).toEqual([
      { argument: 'a', problem: 'value' },
    ])
  })

  it('that are hostile stay so with arguments, texts and rules that are added', () => {
    const stays = hostile.filter(({ family }) => ['path', 'ssrf', 'sql', 'code'].includes(family))
    fc.assert(
      fc.property(fc.constantFrom(...stays), text, fc.boolean(), (call, added, granted) => {
        const rules = ruleBookOf([readRules('rules.json', '{"version":1,"rules":[{"decide":"allow"}]}')])
        expect(decide({ ...call, granted }, { rules }).decision).toBe('ask')
        expect(decide({ ...call, arguments: { ...call.arguments, [added]: added } }).decision).toBe('ask')
      }),
      { numRuns: 300 },
    )
  })
})

describe('foreign rules', () => {
  it('are rules or problems with a line', () => {
    const near = fc.oneof(
      text,
      fc.json(),
      fc.array(fc.object({ maxDepth: 3 })).map((rules) => JSON.stringify({ version: 1, rules }, null, 1)),
    )
    fc.assert(
      fc.property(near, (written) => {
        const read = readRules('rules.json', written)
        if (read.kind === 'rules') JSON.parse(written)
        else for (const { line } of read.problems) expect(line).toBeGreaterThanOrEqual(1)
      }),
      { numRuns: 400 },
    )
  })

  it('that cannot be read never allow', () => {
    const [writing] = hostile.filter(({ tool }) => tool.name === 'save_file')
    fc.assert(
      fc.property(fc.nat(60), text, (at, noise) => {
        const whole = '{"version":1,"rules":[{"decide":"allow","tool":"*"}]}'
        const rules = ruleBookOf([readRules('rules.json', whole.slice(0, at) + noise + whole.slice(at))])
        if (rules.broken.length > 0) expect(decide({ ...writing, granted: false }, { rules }).decision).toBe('ask')
      }),
      { numRuns: 300 },
    )
  })

  it('are matched in bounded steps', () => {
    fc.assert(
      fc.property(text, text, (pattern, value) => {
        expect(typeof matchesGlob(pattern, value)).toBe('boolean')
        expect(matchesGlob(value.replace(/[\\*?]/g, '\\$&'), value)).toBe(true)
      }),
    )
    expect(matchesGlob(`${'*a'.repeat(100)}b`, 'a'.repeat(5000))).toBe(false)
  })
})
