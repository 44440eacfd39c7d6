import { describe, expect, it } from 'vitest'
import { pathShares } from '../../../main/recall/fuse'
import { namedThings } from '../../../main/recall/named-path'
import { type NamedThings, type ReadPassage, shareNamed } from '../../../main/recall/share-named'

const nothing: NamedThings = { phrases: [], files: [], identifiers: [], years: [] }
const passage: ReadPassage = { text: '', headings: [], title: null, name: 'pager.c', path: '/home/jane/src/pager.c' }
const share = (named: Partial<NamedThings>, own: Partial<ReadPassage>): number =>
  shareNamed({ ...nothing, ...named }, { ...passage, ...own })

describe('the share that a passage holds of what a question names', () => {
  it('is whole for a phrase as it is written, whatever its case, spaces and quotation marks', () => {
    expect(share({ phrases: ["the pager's lock"] }, { text: 'so The\n  pager’s lock is' })).toBe(1)
    expect(share({ phrases: ['数据库 已锁定'] }, { text: '提示数据库已 锁定。' })).toBe(1)
  })

  it('is nothing for a phrase within other words', () => {
    expect(share({ phrases: ['art of war'] }, { text: 'the start of wars' })).toBe(0)
  })

  it('is half for what the title says', () => {
    expect(share({ phrases: ['employee handbook'] }, { title: 'Employee Handbook 2024' })).toBe(0.5)
  })

  it('is whole for passages of a file, by its folders where they are written', () => {
    expect(share({ files: ['Pager.c'] }, {})).toBe(1)
    expect(share({ files: ['src/pager.c'] }, {})).toBe(1)
    expect(share({ files: ['test/pager.c'] }, {})).toBe(0)
    expect(share({ files: ['请看报告.pdf'] }, { name: '报告.pdf' })).toBe(1)
  })

  it('meets a name in code in every spelling, but as it is written counts more', () => {
    const identifiers = ['busyTimeout']
    expect(share({ identifiers }, { text: 'call busyTimeout() first' })).toBe(1)
    for (const text of ['call sqlite3_busy_timeout()', 'the busy timeout', 'BusyTimeout']) {
      expect(share({ identifiers }, { text })).toBeGreaterThanOrEqual(0.5)
    }
  })

  it('is little for a year', () => {
    expect(share({ years: [2019] }, { text: 'in 2019' })).toBeCloseTo(0.1)
    expect(share({ years: [2019], phrases: ['slip flow'] }, { text: 'slip flow' })).toBeCloseTo(1 / 1.1)
  })

  it('outweighs all other paths together', () => {
    const { named, ...others } = pathShares
    expect(named).toBeGreaterThan(Object.values(others).reduce<number>((sum, one) => sum + one, 0))
  })

  it('is not asked for where nothing is named', () => {
    expect(namedThings(nothing)).toBeNull()
    expect(namedThings({ ...nothing, phrases: ['matches'] })).toBeNull()
    expect(namedThings({ ...nothing, phrases: ['红楼梦', 'x', 'slip flow'] })?.phrases).toEqual(['红楼梦', 'slip flow'])
  })
})
