import { describe, expect, it } from 'vitest'
import { segmentQuery } from '../../../contract/search-text'

describe('a query for the keyword index', () => {
  it('has each code in both spellings, as a text may have either', () => {
    expect(segmentQuery('compare R290 with R-32')).toBe('compare R290 with R-32 R-290 R32')
    expect(segmentQuery('UTF-8')).toBe('UTF-8 UTF8')
  })

  it('leaves all other words as they are', () => {
    expect(segmentQuery('sqlite3 pages 10-20 in 2024, forty-2')).toBe('sqlite3 pages 10-20 in 2024, forty-2')
  })
})
