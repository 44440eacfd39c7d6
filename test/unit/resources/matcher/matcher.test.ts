import { describe, expect, it } from 'vitest'
import { QuarryError } from '../../../../contract/errors'
import { createMatcher } from '../../../../main/resources/matcher'
import { phrasings } from '../../../../main/resources/matcher/phrasing'

/** Each word has a direction of its own, so that texts are alike as far as they share words. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(64)
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    let place = 7
    for (const letter of word) place = (place * 31 + letter.charCodeAt(0)) % 64
    vector[place] = vector[place]! + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

function encoder(embed = async (texts: readonly string[]) => texts.map(vectorOf)) {
  const asked: string[] = []
  return {
    asked,
    model: { id: 'words', dimensions: 64, maxTokens: 128, languages: ['en'], scripts: ['Latin'] },
    covers: (text: string) => /[a-z]/i.test(text),
    embed: (texts: readonly string[]) => {
      asked.push(...texts)
      return embed(texts)
    },
  }
}

const resource = (resourceId: string, description: string, more = {}) => ({
  resourceId,
  type: 'tool' as const,
  name: resourceId,
  description,
  capabilities: [],
  usageInfo: '',
  status: 'ready' as const,
  usageCount: 0,
  successRate: null,
  avgResponseTimeMs: null,
  isActive: true,
  ...more,
})

const described: readonly (readonly [string, string])[] = [
  ['weather_tool', 'forecast of rain and wind for any city'],
  ['CurrencyConverter', 'exchange rates between currencies'],
  ['HotelFinder', 'rooms and hotels for a journey'],
  ['翻译工具', '把文件翻译成英文'],
]

function filled(inference = encoder()) {
  const matcher = createMatcher({ inference })
  for (const [id, text] of described) {
    const covered = inference.covers(text)
    matcher.upsert(
      resource(id, text),
      covered ? { name: vectorOf(id), description: vectorOf(text), composite: vectorOf(`${id} ${text}`) } : null,
    )
  }
  return matcher
}

const ids = (found: { readonly matches: readonly { readonly resourceId: string }[] }) =>
  found.matches.map(({ resourceId }) => resourceId)

const observation = (query: string, resourceId: string, more = {}) => ({
  match_id: `${query} ${resourceId}`,
  user_query: query,
  selected_resource: resourceId,
  execution_success: true,
  user_feedback: null,
  query_embedding: vectorOf(query),
  ...more,
})

describe('match', () => {
  it('answers the resource that says what is asked for, with its reasons', async () => {
    const { matches, intents, withoutVectors } = await filled().match('the forecast of rain for Oslo', { k: 2 })
    expect(matches[0]).toMatchObject({ resourceId: 'weather_tool', intent: 'the forecast of rain for Oslo' })
    expect(matches[0]!.reasons.matchedWords).toEqual(['forecast', 'rain'])
    expect(matches[0]!.reasons.description).toBeGreaterThan(0.5)
    expect(matches[0]!.reasons.capabilities).toBeNull()
    expect(matches[0]!.confidence).toBeGreaterThan(matches[1]!.confidence)
    expect(intents).toHaveLength(1)
    expect(withoutVectors).toBe(1)
  })

  it('parts what asks for two things and answers the best of each first', async () => {
    const found = await filled().match('the exchange rates of currencies and then hotels for a journey', { k: 3 })
    expect(found.intents).toEqual(['the exchange rates of currencies', 'hotels for a journey'])
    expect(new Set(ids(found).slice(0, 2))).toEqual(new Set(['CurrencyConverter', 'HotelFinder']))
  })

  it('finds by words what has no vectors, and other scripts than the encoder’s', async () => {
    const inference = encoder()
    const found = await filled(inference).match('翻译这个文件', { k: 1 })
    expect(ids(found)).toEqual(['翻译工具'])
    expect(found.matches[0]!.reasons).toMatchObject({ name: null, description: null, composite: null })
    expect(inference.asked).toEqual([])
  })

  it('offers nothing that is switched off, has vanished, is of another type or was removed', async () => {
    const matcher = filled()
    matcher.upsert(resource('weather_tool', 'forecast of rain', { isActive: false }), null)
    matcher.upsert(resource('HotelFinder', 'hotels', { status: 'missing' }), null)
    matcher.remove('CurrencyConverter')
    expect(ids(await matcher.match('forecast of rain, hotels, currencies', { k: 5 }))).toEqual(['翻译工具'].slice(1))
    expect(ids(await filled().match('forecast of rain', { k: 5, types: ['database'] }))).toEqual([])
  })

  it('answers ties in the order of the ids', async () => {
    const matcher = createMatcher({ inference: encoder() })
    for (const id of ['c', 'a', 'b']) {
      matcher.upsert(resource(id, 'the same words'), { description: vectorOf('the same words') })
    }
    expect(ids(await matcher.match('the same words', { k: 3 }))).toEqual(['a', 'b', 'c'])
  })

  it('prefers what is used, works and fits the session among equals', async () => {
    const matcher = createMatcher({ inference: encoder() })
    for (const [id, more] of [
      ['a', { usageCount: 20, successRate: 0.2 }],
      ['b', { usageCount: 20, successRate: 1 }],
      ['c', {}],
    ] as const) {
      matcher.upsert(resource(id, 'the same words', more), { description: vectorOf('the same words') })
    }
    expect(ids(await matcher.match('the same words', { k: 3 }))[0]).toBe('b')
    matcher.noteUse('session', 'c')
    expect(ids(await matcher.match('the same words', { k: 3, sessionId: 'session' }))[0]).toBe('c')
  })

  it('weighs as it is told', async () => {
    const matcher = createMatcher({ inference: encoder() })
    matcher.upsert(resource('a', 'rain'), { name: vectorOf('hotel'), description: vectorOf('rain') })
    matcher.upsert(resource('b', 'hotel'), { name: vectorOf('rain'), description: vectorOf('hotel') })
    expect(ids(await matcher.match('rain', { k: 1 }))).toEqual(['a'])
    const weights = { name: 10, description: 0, keywords: 0 }
    expect(ids(await matcher.match('rain', { k: 1, weights }))).toEqual(['b'])
    expect(ids(await matcher.match('rain', { k: 1 }))).toEqual(['a'])
  })

  it('embeds a sentence once', async () => {
    const inference = encoder()
    const matcher = filled(inference)
    const first = await matcher.match('forecast of rain', { k: 3 })
    expect(await matcher.match('forecast of rain', { k: 3 })).toEqual(first)
    expect(await matcher.queryVector('forecast of rain')).toEqual(vectorOf('forecast of rain'))
    expect(inference.asked.filter((text) => !phrasings.includes(text))).toEqual(['forecast of rain'])
    expect(inference.asked).toHaveLength(1 + phrasings.length)
  })
})

describe('what was learned', () => {
  it('changes later matches, says why, and is forgotten when told', async () => {
    const matcher = filled()
    const query = 'will my garden be flooded tomorrow'
    const before = await matcher.match(query, { k: 3 })
    expect(ids(before)[0]).not.toBe('CurrencyConverter')
    matcher.observe(observation('will the garden be flooded on sunday', 'CurrencyConverter'))
    const { matches } = await matcher.match(query, { k: 3 })
    expect(matches[0]).toMatchObject({
      resourceId: 'CurrencyConverter',
      reasons: { history: { query: 'will the garden be flooded on sunday' } },
    })
    matcher.forget('CurrencyConverter')
    expect(await matcher.match(query, { k: 3 })).toEqual(before)
  })

  it('lowers what was refused, and takes the later word of the same match', async () => {
    const matcher = filled()
    const query = 'rain and wind for a journey'
    const [first, second] = ids(await matcher.match(query, { k: 2 }))
    matcher.observe(observation(query, first!, { user_feedback: 'unhelpful' }))
    expect(ids(await matcher.match(query, { k: 2 }))[0]).toBe(second)
    matcher.observe(observation(query, first!, { user_feedback: 'helpful' }))
    expect(ids(await matcher.match(query, { k: 2 }))[0]).toBe(first)
  })

  it('learns from sentences without vectors by their words', async () => {
    const matcher = filled()
    matcher.observe(observation('明天会下雨吗', 'weather_tool', { query_embedding: null }))
    expect(ids(await matcher.match('后天会下雨吗', { k: 1 }))).toEqual(['weather_tool'])
    matcher.forget(null)
    expect(ids(await matcher.match('后天会下雨吗', { k: 1 }))).not.toContain('weather_tool')
  })
})

describe('bad input', () => {
  it('refuses an empty query', async () => {
    await expect(filled().match(' \n', { k: 1 })).rejects.toMatchObject({ code: 'input.empty' })
  })

  it.each(['x '.repeat(10_000), '🙂🙂', '\ud800 broken', '?', 'a'])('answers odd queries', async (query) => {
    const { matches } = await filled().match(query, { k: 2 })
    for (const { confidence } of matches) expect(confidence).toSatisfy((value: number) => value >= 0 && value <= 1)
  })

  it('never matches with a vector that the encoder did not give', async () => {
    const zeros = encoder(async (texts) => texts.map(() => new Float32Array(64)))
    await expect(filled(zeros).match('rain', { k: 1 })).rejects.toMatchObject({ code: 'inference.failed' })
    const broken = encoder(() => Promise.reject(new Error('out of memory')))
    await expect(filled(broken).match('rain', { k: 1 })).rejects.toMatchObject({ code: 'inference.failed' })
    const crashed = encoder(() => Promise.reject(new QuarryError('inference.crashed', 'The thread died.')))
    await expect(filled(crashed).match('rain', { k: 1 })).rejects.toMatchObject({ code: 'inference.crashed' })
  })

  it('stops when it is cancelled', async () => {
    await expect(filled().match('rain', { k: 1, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    })
  })

  it('answers nothing where there is nothing', async () => {
    expect(await createMatcher({ inference: encoder() }).match('rain', { k: 3 })).toEqual({
      intents: ['rain'],
      matches: [],
      withoutVectors: 0,
    })
  })
})
