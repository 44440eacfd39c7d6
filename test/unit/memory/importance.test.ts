import { describe, expect, it } from 'vitest'
import { decayed, worthKeeping } from '../../../main/memory/importance'

const long = 'How thick must the insulation of a flat roof be in the Alps?'

describe('what is worth keeping of what a person says', () => {
  it.each([
    [`Remember that Project Falcon is the retrofit of the school in Graz. ${long}`, 'remember', 'Project Falcon'],
    [`I prefer answers in SI units with two decimals. ${long}`, 'preference', 'SI units'],
    [`Always name the year of each figure in the report, please. ${long}`, 'always', 'the year'],
    [`We decided in March to leave out all buildings before 1950. ${long}`, 'decision', '1950'],
    ['My name is Ada Byron and I work at the institute for building physics.', 'name', 'Ada Byron'],
    ['请记住：我们说的“猎鹰项目”是指格拉茨学校的改造工程。屋顶的保温层要多厚？', 'remember', '猎鹰项目'],
    ['我更喜欢用国际单位制表示的结果，并保留两位小数。屋顶的保温层要多厚？', 'preference', '国际单位制'],
    ['我们决定不考虑一九五〇年以前的建筑物，只看新建筑。屋顶的保温层要多厚？', 'decision', '不考虑'],
  ])('is the sentence that tells it: %s', (said, tag, part) => {
    const found = worthKeeping(said)
    expect(found?.tags).toContain(tag)
    expect(found?.text).toContain(part)
    expect(found?.text).not.toMatch(/How thick|多厚/)
    expect(found?.importance).toBeGreaterThan(0.7)
  })

  it.each([
    [long],
    // Too short to tell anything.
    ['I prefer SI units.'],
    ['我更喜欢国际单位制。'],
    // Words of the material, and questions about what somebody prefers.
    ['Is the heat pump always on in winter, and do people prefer it to gas in the Alps?'],
    ['Do I always have to insulate the roof of a building that was built before 1950?'],
    ['Which heat pump do residents prefer where the house was renovated by the city?'],
    ['The pump is never switched off, and the tenants always complain about the noise.'],
    ['为什么居民在改造后的房子里总是更喜欢热泵而不是燃气锅炉，原因是什么？'],
  ])('is nothing of what tells nothing: %s', (said) => {
    expect(worthKeeping(said)).toBeNull()
  })

  it('halves in 180 days in which nobody changed or used it', () => {
    const day = 24 * 3600 * 1000
    expect(decayed(0.8, 0, 180 * day)).toBeCloseTo(0.4)
    expect(decayed(0.8, 0, 0)).toBe(0.8)
    expect(decayed(0.8, 5 * day, 0)).toBe(0.8)
  })
})
