import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Fact, factFamilies } from '../../../contract/facts'
import { language } from '../../../contract/language'
import { speechIn } from '../../../wording'
import { samplesOf } from './samples'

const facts = Object.values(factFamilies).flatMap((family) =>
  family.options.flatMap((option) => samplesOf(option) as Fact[]),
)
const kinds = Object.values(factFamilies).flatMap((family) =>
  family.options.flatMap(({ shape }) => ('value' in shape.kind ? shape.kind.value : shape.kind.options)),
)

describe('the words of facts', () => {
  it('know each kind once', () => {
    expect(kinds.length).toBeGreaterThan(10)
    const own = kinds.filter((kind) => kind !== 'told')
    expect(own).toEqual([...new Set(own)])
  })

  it.each(language.options)('are there for every kind with every sort of value: %s', (each) => {
    const speech = speechIn(each)
    for (const fact of facts) {
      const said = speech.fact(fact)
      expect([fact, said]).toEqual([fact, expect.stringMatching(/\S/)])
      expect([fact, said]).toEqual([fact, expect.not.stringMatching(/undefined|null|NaN|\[object|\{\{|\$\{/)])
    }
  })

  it('are Chinese in Chinese, wherever they are more than names and numbers', () => {
    const ofNames = new Set([
      'quarryVersion',
      'displayFound',
      'poolMember',
      'resource',
      'told',
      'inOwnWords',
      'originCited',
      'apiDescribed',
      'operationUsage',
    ])
    for (const fact of facts) {
      if (ofNames.has(fact.kind) || /"(?:told|modelAsks)"/.test(JSON.stringify(fact))) continue
      expect([fact, speechIn('zh-CN').fact(fact)]).toEqual([fact, expect.stringMatching(/\p{Script=Han}|，/u)])
    }
  })
})

describe('samples of values', () => {
  it('go through every choice that a schema leaves', () => {
    const schema = z.object({ type: z.enum(['a', 'b']), name: z.string().nullable(), all: z.array(z.number()) })
    expect(samplesOf(schema)).toEqual([
      { type: 'a', name: 'name‹1›', all: [2, 3] },
      { type: 'b', name: null, all: [] },
    ])
  })
})
