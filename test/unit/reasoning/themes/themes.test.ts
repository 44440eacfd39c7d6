import { describe, expect, it } from 'vitest'
import { createBackground } from '../../../../main/language/text/background'
import { isNaming, phraseUses } from '../../../../main/language/text/key-phrases'
import { contentStems } from '../../../../main/language/text/words'
import { clusterBySimilarity } from '../../../../main/reasoning/themes/cluster'
import { findThemes, headingName } from '../../../../main/reasoning/themes/find-themes'

describe('clusterBySimilarity', () => {
  it('parts two groups and leaves out what belongs to none', () => {
    const group = [0, 0, 0, 1, 1, 1, 2]
    const similarity = (a: number, b: number) => (group[a] === group[b] ? 0.9 : 0.01)
    const clusters = clusterBySimilarity(7, similarity, { clusters: 2, least: 0.1 })
    expect(clusters.map((cluster) => [...cluster].sort())).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ])
  })
  it('does with nothing and with one', () => {
    expect(clusterBySimilarity(0, () => 1, { clusters: 3, least: 0 })).toEqual([])
    expect(clusterBySimilarity(1, () => 1, { clusters: 3, least: 0 })).toEqual([[0]])
  })
})

describe('headingName', () => {
  it.each([
    ['1.2. What is this spec?', 'What is this spec?'],
    ['IV. boundary layers', 'Boundary layers'],
    ['3 Methods', null],
    ['1.1.27: Sep 12 2012', null],
    ['Version 2.0 (2024-01-05)', null],
    ['2024 in review', '2024 in review'],
    ['冷却', '冷却'],
  ])('of %s is %s', (heading, name) => {
    expect(headingName(heading)).toBe(name)
  })
})

describe('themes of tables', () => {
  it('finds none in the rows of a table, whose cells are no subjects', () => {
    const passages = ['country squire', 'grand prix', 'horizon', 'civic', 'corolla', 'squire wagon'].map(
      (name, at) => ({
        passageId: at,
        sourceId: 'cars',
        title: null,
        sourceName: 'cars.json',
        headingPath: [],
        text: `Name: plymouth ${name}; Cylinders: 8; Horsepower: ${150 + at}; Year: 1970; Origin: USA`,
      }),
    )
    const texts = passages.map(({ text }) => text)
    const input = {
      passages,
      vectors: texts.map(() => null),
      background: createBackground(texts),
      queryStems: new Set<string>(),
    }
    expect(findThemes({ ...input, most: 4 } as never)).toEqual([])
  })
})

describe('phraseUses', () => {
  const names = (text: string) =>
    phraseUses(text)
      .filter(isNaming)
      .map((use) => use.surface)
  it('finds noun phrases and no fragments', () => {
    const found = names('The boundary layer was obtained by using a laminar flow of the wind tunnel.')
    expect(found).toContain('boundary layer')
    expect(found).toContain('laminar flow')
    expect(found).toContain('wind tunnel')
    expect(found.some((name) => /obtained|using|was|the/.test(name))).toBe(false)
  })
  it('keeps titles in 《》 whole and no Chinese function words', () => {
    const found = names('他在《格斗天王》的首集中饰演主角。')
    expect(found).toContain('《格斗天王》')
    expect(found.some((name) => /[的在]/.test(name))).toBe(false)
  })
})

describe('findThemes', () => {
  const texts = [
    ...['of steel', 'of alloys', 'of welds'].map(
      (what) => `Fatigue cracks ${what} grow under repeated loads. Fatigue cracks were counted.`,
    ),
    ...['in summer', 'in winter', 'in spring'].map(
      (when) => `Water uptake ${when} was weighed. The water uptake depends on humidity.`,
    ),
  ]
  const passages = texts.map((text, at) => ({
    passageId: at + 1,
    sourceId: `s${at}`,
    sourceName: `s${at}.txt`,
    title: null,
    headingPath: [],
    text,
  }))
  const find = (query: string) =>
    findThemes({
      passages,
      vectors: passages.map(() => null),
      background: createBackground(texts),
      queryStems: contentStems(query),
      most: 4,
    })
  it('names clusters by what sets them apart, each once', () => {
    const names = find('materials').map((theme) => theme.name)
    expect(names.sort()).toEqual(['Fatigue cracks', 'Water uptake'])
    expect(find('materials')[0]).toMatchObject({ passages: 3, sources: 3 })
  })
  it('does not name a theme by the question itself', () => {
    expect(find('fatigue cracks').map((theme) => theme.name)).not.toContain('Fatigue cracks')
  })
})
