import { describe, expect, test } from 'vitest'
import { buildPassageText, buildSearchText, segmentForSearch } from '../../../contract/recall/search-text'
import { segmenterVersion } from '../../../main/knowledge/indexing/resegment'

const words = (text: string): string[] => segmentForSearch(text).split(/\s+/).filter(Boolean)

describe('segmentForSearch', () => {
  test('separates Chinese words by spaces and drops punctuation between them', () => {
    const found = words('明圣王后是谁的母亲？')
    expect(found).toContain('母亲')
    expect(found.length).toBeGreaterThan(3)
  })

  test('gives a passage and a query the same words', () => {
    expect(words('百老汇经历了磨难。')).toEqual(expect.arrayContaining(words('百老汇')))
  })

  test('reads Japanese and Thai with their own dictionaries', () => {
    expect(words('東京都に住んでいます')).toContain('東京')
    expect(words('ภาษาไทย').length).toBeGreaterThan(1)
  })

  test('leaves spaced text alone, beside unspaced text too', () => {
    expect(segmentForSearch('Heat transfer, at Mach 2.5!')).toBe('Heat transfer, at Mach 2.5!')
    expect(words('用PGlite存储')).toContain('PGlite')
  })

  test('makes compatibility forms plain', () => {
    expect(segmentForSearch('ﬁnite ＡＢＣ')).toBe('finite ABC')
  })

  test('names the ICU that its dictionaries come from', () => {
    expect(segmenterVersion).toContain(process.versions.icu)
  })
})

describe('buildSearchText', () => {
  test('puts title and headings before the text, each once', () => {
    expect(
      buildSearchText({ title: 'Wings', headingPath: ['Wings', 'Lift'], text: 'It grows with the angle of attack.' }),
    ).toBe('Wings\nLift\nIt grows with the angle of attack.')
  })

  test('does not repeat a title that the text begins with', () => {
    expect(buildSearchText({ title: 'Lift of wings', headingPath: [], text: 'Lift  of Wings is studied.' })).toBe(
      'Lift  of Wings is studied.',
    )
  })

  test('does without a title', () => {
    expect(buildSearchText({ title: null, headingPath: ['  '], text: 'Only text.' })).toBe('Only text.')
  })
})

test('the encoder reads title and headings too, but no segmented words', () => {
  expect(buildPassageText({ title: '明圣王后', headingPath: ['生平'], text: '她是王后。' })).toBe(
    '明圣王后\n生平\n她是王后。',
  )
})
