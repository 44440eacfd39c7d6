import { expect, it } from 'vitest'
import { matchClusters } from '../../../main/domains/match-clusters'

const former = (domainId: string, documents: string, state: Partial<{ removed: boolean; merged: boolean }> = {}) => ({
  domainId,
  removed: false,
  merged: false,
  ...state,
  documents: new Set(documents),
})
const clusters = (...of: string[]) => of.map((documents) => [...documents])

it('a cluster is the domain that it shares most documents with, one to one', () => {
  expect(matchClusters(clusters('abx', 'cdefg', 'yz'), [former('one', 'abcd'), former('two', 'efg')])).toEqual([
    { domainId: 'one', clusters: [0] },
    { domainId: 'two', clusters: [1] },
    { domainId: null, clusters: [2] },
  ])
})

it('the parts of a domain come apart, but for those that a person merged or removed', () => {
  expect(matchClusters(clusters('abc', 'de'), [former('one', 'abcde')])).toEqual([
    { domainId: 'one', clusters: [0] },
    { domainId: null, clusters: [1] },
  ])
  for (const state of [{ merged: true }, { removed: true }]) {
    expect(matchClusters(clusters('abc', 'de'), [former('one', 'abcde', state)])).toEqual([
      { domainId: 'one', clusters: [0, 1] },
    ])
  }
})
