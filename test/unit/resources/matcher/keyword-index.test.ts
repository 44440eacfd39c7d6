import { describe, expect, it } from 'vitest'
import { createKeywordIndex } from '../../../../main/resources/matcher/keyword-index'
import { nameTerms, termsOf } from '../../../../main/resources/matcher/terms'

const field = (...stems: string[]) => [{ stems, weight: 1 }]

describe('names', () => {
  it('keeps a split name findable as it is written', () => {
    expect(nameTerms('web_scraper').map(({ surface }) => surface)).toEqual(['web', 'scraper', 'webscraper'])
  })

  it('stems words and leaves function words out', () => {
    expect(termsOf('the flights of the airlines').map(({ stem }) => stem)).toEqual(['flight', 'airlin'])
  })
})

describe('keyword index', () => {
  it('scores rare words above common ones, and more words above fewer', () => {
    const index = createKeywordIndex()
    index.set('a', field('weather', 'forecast'))
    index.set('b', field('weather', 'map'))
    index.set('c', field('weather', 'news'))
    const scores = index.sums(new Set(['weather', 'forecast']))
    expect(scores.get('a')).toBeGreaterThan(scores.get('b')!)
    expect(index.sums(new Set(['forecast'])).get('a')).toBeGreaterThan(index.sums(new Set(['weather'])).get('a')!)
    expect(scores.get('a')).toBeGreaterThan(index.sums(new Set(['forecast'])).get('a')!)
  })

  it('is after changes what it is when filled anew', () => {
    const index = createKeywordIndex()
    index.set('a', field('weather', 'forecast'))
    index.set('b', field('currency'))
    index.set('a', field('hotel', 'room', 'room'))
    index.set('c', field('room'))
    index.remove('b')
    index.remove('nobody')
    const fresh = createKeywordIndex()
    fresh.set('a', field('hotel', 'room', 'room'))
    fresh.set('c', field('room'))
    const stems = new Set(['weather', 'currency', 'hotel', 'room'])
    expect(index.sums(stems)).toEqual(fresh.sums(stems))
    expect(index.size).toBe(2)
    expect(index.has('a', 'weather')).toBe(false)
  })

  it('tells shares of at most one', () => {
    const index = createKeywordIndex()
    index.set('a', field(...Array.from({ length: 50 }, (_, n) => `w${n}`)))
    index.set('b', field('x'))
    const shares = index.shares(new Set(Array.from({ length: 50 }, (_, n) => `w${n}`)))
    expect(shares.get('a')).toBe(1)
    expect(shares.has('b')).toBe(false)
  })
})
