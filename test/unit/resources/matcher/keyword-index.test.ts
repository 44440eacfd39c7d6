import { describe, expect, it } from 'vitest'
import { createKeywordIndex } from '../../../../main/resources/matcher/keyword-index'
import { nameTerms, termsOf, termsOfNeed } from '../../../../main/resources/matcher/terms'

const field = (...stems: string[]) => [{ stems, weight: 1 }]

describe('names', () => {
  it('keeps a split name findable as it is written', () => {
    expect(nameTerms('web_scraper').map(({ surface }) => surface)).toEqual(['web', 'scraper', 'webscraper'])
  })

  it('meets a name in another spelling where a need writes it', () => {
    const need = termsOfNeed('please call webScraper for me').map(({ stem }) => stem)
    for (const { stem } of nameTerms('web_scraper')) expect(need).toContain(stem)
  })

  it('stems words and leaves function words out', () => {
    expect(termsOf('the flights of the airlines').map(({ stem }) => stem)).toEqual(['flight', 'airlin'])
  })
})

describe('keyword index', () => {
  const anyOf = () => true

  it('scores rare words above common ones, and more words above fewer', () => {
    const index = createKeywordIndex()
    index.set('a', field('weather', 'forecast'))
    index.set('b', field('weather', 'map'))
    index.set('c', field('weather', 'news'))
    const both = index.score(new Set(['weather', 'forecast']))
    const rare = index.score(new Set(['forecast'])).of('a')
    expect(both.of('a')).toBeGreaterThan(both.of('b'))
    expect(rare).toBeGreaterThan(index.score(new Set(['weather'])).of('a'))
    expect(both.of('a')).toBeGreaterThan(rare)
  })

  it('is after changes what it is when filled anew', () => {
    const index = createKeywordIndex()
    index.set('a', field('weather', 'forecast'))
    index.set('b', field('currency'))
    index.set('a', field('hotel', 'room', 'room'))
    index.remove('b')
    index.set('c', field('room'))
    index.remove('nobody')
    const fresh = createKeywordIndex()
    fresh.set('a', field('hotel', 'room', 'room'))
    fresh.set('c', field('room'))
    const stems = new Set(['weather', 'currency', 'hotel', 'room'])
    for (const id of ['a', 'b', 'c']) expect(index.score(stems).of(id)).toBe(fresh.score(stems).of(id))
    expect(index.size).toBe(2)
    expect(index.has('a', 'weather')).toBe(false)
  })

  it('answers the best in order, ties by id, without those that are not offered or share nothing', () => {
    const index = createKeywordIndex()
    for (const id of ['d', 'b', 'c']) index.set(id, field('room'))
    index.set('a', field('room', 'room', 'room'))
    index.set('x', field('weather'))
    const scores = index.score(new Set(['room']))
    expect(scores.best(3, anyOf)).toEqual(['a', 'b', 'c'])
    expect(scores.best(9, (id) => id !== 'b')).toEqual(['a', 'c', 'd'])
    expect(scores.best(0, anyOf)).toEqual([])
  })
})
