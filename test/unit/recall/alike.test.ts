import { expect, it } from 'vitest'
import { groupAlike } from '../../../main/recall/alike'

const grouped = (...hits: [sourceId: string, text: string][]): string[][] =>
  groupAlike(hits.map(([sourceId, text]) => ({ sourceId, text }))).map((group) => group.map(({ sourceId }) => sourceId))

const law =
  'The seller warrants that the goods are free of defects at the time of delivery and that they conform to the contract in kind, number and quality.'

it('the same passage in several sources is one hit, with nearly the same among them', () => {
  expect(
    grouped(
      ['a', law],
      ['b', 'Heat pumps need little power.'],
      ['c', law],
      ['d', law.replace('warrants', 'guarantees')],
    ),
  ).toEqual([['a', 'c', 'd'], ['b']])
  const chinese = '卖方保证货物在交付时没有瑕疵，并且在种类、数量和质量上符合合同的约定。'
  expect(grouped(['a', chinese], ['b', chinese])).toEqual([['a', 'b']])
  // Line ends and signs are not words.
  expect(grouped(['a', law], ['b', `§ ${law.replaceAll(' ', '\n')}`])).toEqual([['a', 'b']])
})

it('other words, other numbers and passages of one source stay hits of their own', () => {
  expect(grouped(['a', law], ['b', law.replace('The seller', 'The buyer').slice(0, 60)])).toEqual([['a'], ['b']])
  const figures = (year: number, sum: number) =>
    `In ${year} the company sold ${sum} machines in all of its markets together.`
  expect(grouped(['a', figures(2021, 40)], ['b', figures(2022, 70)])).toEqual([['a'], ['b']])
  expect(grouped(['a', law], ['a', law], ['b', law])).toEqual([['a', 'b'], ['a']])
  expect(grouped(['a', ''], ['b', '…'])).toEqual([['a', 'b']])
})
