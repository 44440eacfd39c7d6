import { array, assert, asyncProperty, boolean, constantFrom, integer, oneof, record, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMatcher, type Matcher } from '../../../../main/resources/matcher'

const words = ['rain', 'wind', 'hotel', 'rate', 'ship', 'tide', 'bank', 'train', 'river', 'song']
const dimensions = 32

/** Directions of their own for words, none of them round numbers. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const word of text.match(/[a-z]+/g) ?? []) {
    const place = [...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
    for (let at = 0; at < dimensions; at += 1) vector[at] = vector[at]! + Math.sin(place * (at + 1))
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

const inference = {
  model: { id: 'words', dimensions, maxTokens: 128, languages: ['en'], scripts: ['Latin'] },
  covers: () => true,
  embed: async (texts: readonly string[]) => texts.map(vectorOf),
}

interface Standing {
  readonly text: string
  readonly isActive: boolean
  readonly hasVectors: boolean
  readonly uses: number
}

function put(matcher: Matcher, id: string, { text, isActive, hasVectors, uses }: Standing): void {
  matcher.upsert(
    {
      resourceId: id,
      type: 'tool',
      name: id,
      description: text,
      capabilities: [],
      usageInfo: '',
      status: 'ready',
      usageCount: uses,
      successRate: uses === 0 ? null : 1,
      avgResponseTimeMs: null,
      isActive,
    },
    hasVectors ? { name: vectorOf(id), description: vectorOf(text), composite: vectorOf(`${id} ${text}`) } : null,
  )
}

const text = array(constantFrom(...words), { minLength: 1, maxLength: 5 }).map((chosen) => chosen.join(' '))
const standing = record({
  text,
  isActive: oneof({ weight: 5, arbitrary: boolean().map(() => true) }, boolean()),
  hasVectors: oneof({ weight: 5, arbitrary: boolean().map(() => true) }, boolean()),
  uses: integer({ min: 0, max: 3 }),
})
const id = integer({ min: 0, max: 40 }).map((number) => `tool${number}`)
const change = record({
  id,
  standing: oneof(
    { weight: 4, arbitrary: standing },
    standing.map(() => null),
  ),
})

describe('one resource changed in place', () => {
  it('leaves the matcher as one that is built anew from what stands', async () => {
    await assert(
      asyncProperty(
        array(change, { minLength: 1, maxLength: 120 }),
        uniqueArray(text, { minLength: 1, maxLength: 3 }),
        async (changes, queries) => {
          const inPlace = createMatcher({ inference })
          const rows = new Map<string, Standing>()
          for (const one of changes) {
            if (one.standing === null) {
              inPlace.remove(one.id)
              rows.delete(one.id)
            } else {
              put(inPlace, one.id, one.standing)
              rows.set(one.id, one.standing)
            }
          }
          const anew = createMatcher({ inference })
          for (const [key, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) put(anew, key, row)
          for (const query of queries) {
            // To the last bit, and in the same order.
            expect(await inPlace.match(query, { k: 8 })).toEqual(await anew.match(query, { k: 8 }))
          }
        },
      ),
      { numRuns: 60, seed: 20261122 },
    )
  })

  it('answers the first by id of more equals than it looks at, however they came', async () => {
    const same = { text: 'rain and wind', isActive: true, hasVectors: true, uses: 0 }
    const ids = Array.from({ length: 700 }, (_, number) => `t${String(number).padStart(3, '0')}`)
    const alike = (matcher: Matcher, key: string): void => {
      const vector = vectorOf('rain and wind')
      put(matcher, key, { ...same, hasVectors: false })
      matcher.upsert(
        {
          resourceId: key,
          type: 'tool',
          name: 'the same',
          description: same.text,
          capabilities: [],
          usageInfo: '',
          status: 'ready',
          usageCount: 0,
          successRate: null,
          avgResponseTimeMs: null,
          isActive: true,
        },
        { name: vector, description: vector, composite: vector },
      )
    }
    const inPlace = createMatcher({ inference })
    for (const key of ids.toReversed()) alike(inPlace, key)
    for (const key of ids.slice(0, 50)) alike(inPlace, key)
    const anew = createMatcher({ inference })
    for (const key of ids) alike(anew, key)
    const found = await inPlace.match('the wind', { k: 5 })
    expect(found.matches.map(({ resourceId }) => resourceId)).toEqual(ids.slice(0, 5))
    expect(found).toEqual(await anew.match('the wind', { k: 5 }))
  })
})
