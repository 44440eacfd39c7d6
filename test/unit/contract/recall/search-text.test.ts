import { describe, expect, it } from 'vitest'
import { buildSearchText, segmentQuery } from '../../../../contract/recall/search-text'

describe('a query for the keyword index', () => {
  it('has each code in both spellings, as a text may have either', () => {
    expect(segmentQuery('compare R290 with R-32')).toBe('compare R290 with R-32 R-290 R32')
    expect(segmentQuery('UTF-8')).toBe('UTF-8 UTF8')
  })

  it('finds names of code by their words, and the other way round', () => {
    const text = 'function parseHttpHeader(req) { return res.sendFile(HTTPServer, max_age) } // It ends. So.'
    expect(buildSearchText({ title: null, headingPath: [], text, isCode: true })).toBe(
      `${text}\nparse Http Header res send File HTTP Server max age sendFile`,
    )
    expect(buildSearchText({ title: null, headingPath: [], text })).toBe(text)
    expect(segmentQuery('where is parseHttpHeader?')).toBe('where is parseHttpHeader? parse Http Header')
    expect(segmentQuery('MIT OpenCourseWare on iPhones, e.g. R')).toBe('MIT OpenCourseWare on iPhones, e.g. R')
  })

  it('leaves all other words as they are', () => {
    expect(segmentQuery('sqlite3 pages 10-20 in 2024, forty-2')).toBe('sqlite3 pages 10-20 in 2024, forty-2')
  })
})
