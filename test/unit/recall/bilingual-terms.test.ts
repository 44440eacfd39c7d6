import { describe, expect, it } from 'vitest'
import { bilingualTerms } from '../../../main/recall/bilingual-terms'

const found = (query: string, ...texts: string[]): string[] =>
  bilingualTerms(query, texts).map(({ term, translation }) => `${term} = ${translation}`)

describe('terms that a library writes in Chinese and in Latin letters', () => {
  it.each([
    [
      '哪个站点的季节性能系数最高？',
      '季节性能系数（Seasonal Performance Factor，SPF）是热量与电量之比。',
      '季节性能系数 = Seasonal Performance Factor',
    ],
    // What stands before a term is no part of it.
    ['热泵如何工作？', '本文所说的热泵（heat pump）用电。', '热泵 = heat pump'],
    ['热泵如何工作？', 'We speak of the heat pump (热泵) alone.', '热泵 = heat pump'],
    ['热泵如何工作？', '| 热泵 | heat pump |\n| 地源 | ground source |', '热泵 = heat pump'],
    ['热泵如何工作？', 'Heat pump: 热泵', '热泵 = Heat pump'],
    ['How does a heat pump work?', '本文所说的热泵（heat pump）用电。', 'heat pump = 热泵'],
    ['How do heat pumps work?', 'We speak of the heat pump (热泵) alone.', 'heat pump = 热泵'],
    ['What is the SPF of Chur?', '季节性能系数（seasonal performance factor, SPF）', 'SPF = 季节性能系数'],
  ])('“%s” in “%s”', (query, text, told) => {
    expect(found(query, text)).toEqual([told])
  })

  it('takes the most frequent form, and of a term within another one the longer', () => {
    const texts = [
      '热泵（heat pump）',
      '热泵（thermal pump）',
      '热泵（heat pump）',
      '地源热泵（ground-source heat pump）',
    ]
    expect(found('热泵', ...texts)).toEqual(['热泵 = heat pump'])
    expect(found('地源热泵的成本', ...texts)).toEqual(['地源热泵 = ground-source heat pump'])
  })

  it.each([
    ['a reference', '热泵如何工作？', '热泵（see Figure 3）与热泵（Fig. 2）'],
    ['what the query says itself', '热泵 heat pump 如何工作？', '热泵（heat pump）'],
    ['the end of another word', '系数是多少？', '季节性能系数（SPF）'],
    ['one word of a name', 'Which pump is the best?', 'heat pump (热泵)'],
    ['another term', '锅炉如何工作？', '热泵（heat pump）'],
    ['a text of one language', '热泵如何工作？', '热泵用电。 A heat pump (see below) needs electricity.'],
    ['nothing', '', '热泵（heat pump）'],
  ])('offers nothing for %s', (_, query, text) => {
    expect(found(query, text)).toEqual([])
  })

  it('stays quick in a text that is made to hurt', () => {
    expect(found('热泵', '热'.repeat(200_000), `${'heat '.repeat(40_000)}`, '（('.repeat(50_000))).toEqual([])
  })
})
