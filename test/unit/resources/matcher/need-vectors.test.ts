import { describe, expect, it } from 'vitest'
import { createNeedVectors } from '../../../../main/resources/matcher/need-vectors'
import { phrasingDirections, phrasings, withoutPhrasing } from '../../../../main/resources/matcher/phrasing'
import { createQueryVectors } from '../../../../main/resources/matcher/query-vectors'
import { dot, normalised } from '../../../../main/resources/matcher/vectors'

/** Axis 0 is politeness, 1 urgency; the others are what is asked for. */
const axes: readonly (readonly [RegExp, number])[] = [
  [/please|can you|thank/i, 0],
  [/need|want|really|tomorrow/i, 1],
  [/bicycle/, 2],
  [/dinner/, 3],
  [/tomatoes/, 4],
  [/rain/, 5],
  [/dog/, 6],
]
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(8)
  vector[7] = 0.1
  for (const [words, axis] of axes) if (words.test(text)) vector[axis] = 1
  return normalised(vector)!
}

function needVectors({
  embed = async (texts: readonly string[]) => texts.map(vectorOf),
  covers = (text: string) => /[a-z]/i.test(text),
} = {}) {
  const encoder = {
    model: { id: 'axes', dimensions: 8, maxTokens: 128, languages: ['en'], scripts: ['Latin'] },
    covers,
    embed,
  }
  return createNeedVectors(encoder, createQueryVectors(encoder))
}

describe('phrasing', () => {
  const directions = phrasingDirections(phrasings.map(vectorOf))

  it('is told by orthonormal directions', () => {
    expect(directions.length).toBeGreaterThan(1)
    for (const [row, one] of directions.entries()) {
      for (const [column, other] of directions.entries()) {
        expect(dot(one, other)).toBeCloseTo(row === column ? 1 : 0, 4)
      }
    }
  })

  it('leaves the same need in every phrasing', () => {
    const [plain, polite] = [vectorOf('rain'), vectorOf('Can you tell me of the rain?')]
    expect(dot(plain, polite)).toBeLessThan(0.8)
    expect(dot(withoutPhrasing(plain, directions), withoutPhrasing(polite, directions))).toBeGreaterThan(0.95)
  })

  it('keeps a sentence that is nothing but phrasing', () => {
    expect(withoutPhrasing(directions[0]!, directions)).toBe(directions[0])
  })

  it('has no directions where an encoder makes no difference', () => {
    expect(phrasingDirections(phrasings.map(() => vectorOf('rain')))).toEqual([])
  })
})

describe('need vectors', () => {
  it('tell the request as it was said and as it is meant', async () => {
    const [asked] = await needVectors().of(['Can you tell me of the rain?'])
    expect(asked!.whole).toEqual(vectorOf('Can you tell me of the rain?'))
    expect(dot(asked!.need!, vectorOf('rain'))).toBeGreaterThan(0.95)
  })

  it('count each sentence by itself', async () => {
    const background = 'My dog, my bicycle, my dinner and my tomatoes.'
    const [both] = await needVectors().of([`${background} Will it rain?`])
    expect(dot(both!.need!, vectorOf('rain'))).toBeGreaterThan(dot(both!.whole!, vectorOf('rain')) + 0.1)
    expect(dot(both!.need!, both!.need!)).toBeCloseTo(1, 5)
  })

  it('are null outside the script, for which no phrasing is read', async () => {
    const asked: string[] = []
    const vectors = needVectors({
      embed: async (texts) => {
        asked.push(...texts)
        return texts.map(vectorOf)
      },
    })
    expect(await vectors.of(['天气'])).toEqual([{ whole: null, need: null }])
    expect(asked).toEqual([])
    await vectors.of(['rain'])
    await vectors.of(['dog'])
    expect(asked.filter((text) => phrasings.includes(text))).toEqual(phrasings)
  })

  it('are as they were said from an encoder that does not read the phrasings', async () => {
    const [asked] = await needVectors({ covers: (text) => text === 'please, rain' }).of(['please, rain'])
    expect(asked!.need).toEqual(asked!.whole)
  })

  it('tell a failure and read the phrasings again', async () => {
    let isBroken = true
    const vectors = needVectors({
      embed: async (texts) => {
        if (isBroken && texts.includes(phrasings[0]!)) throw new Error('out of memory')
        return texts.map(vectorOf)
      },
    })
    await expect(vectors.of(['rain'])).rejects.toMatchObject({ code: 'inference.failed' })
    isBroken = false
    expect((await vectors.of(['rain']))[0]!.need).not.toBeNull()
  })
})
