import { describe, expect, it } from 'vitest'
import { splitIntents } from '../../../../main/resources/matcher/intents'

describe('splitIntents', () => {
  it('parts a sentence at words of sequence', () => {
    expect(splitIntents('Find the cheapest flight to Rome and then book a hotel near the station')).toEqual({
      parts: ['Find the cheapest flight to Rome', 'book a hotel near the station'],
      isOutright: true,
    })
    expect(splitIntents('Query the sales table. After that, draw a bar chart').parts).toEqual([
      'Query the sales table',
      'draw a bar chart',
    ])
  })

  it('parts requests at semicolons', () => {
    expect(splitIntents('translate this letter; what is the weather in Oslo?')).toEqual({
      parts: ['translate this letter', 'what is the weather in Oslo?'],
      isOutright: true,
    })
  })

  it('parts before verbs of request and where background is told, but is not sure of it', () => {
    expect(splitIntents('There is a photo of a wall; can you read what is written on it?')).toEqual({
      parts: ['There is a photo of a wall', 'can you read what is written on it?'],
      isOutright: false,
    })
    expect(splitIntents('Translate the letter and book a table for two')).toEqual({
      parts: ['Translate the letter', 'book a table for two'],
      isOutright: false,
    })
  })

  it('parts list items', () => {
    expect(splitIntents('I need:\n- the exchange rate of the yen\n- tomorrow’s weather').parts).toEqual([
      'I need the exchange rate of the yen',
      'tomorrow’s weather',
    ])
  })

  it('parts Chinese sentences', () => {
    expect(splitIntents('查询上季度的销售额，然后画一张柱状图')).toEqual({
      parts: ['查询上季度的销售额', '画一张柱状图'],
      isOutright: true,
    })
    expect(splitIntents('帮我查天气，翻译这封信').parts).toEqual(['帮我查天气', '翻译这封信'])
  })

  it.each([
    'What is the next train to Boston?',
    'I bought bread and butter yesterday',
    'My dog is ill. Which doctor can I ask?',
    '🙂',
    '如何评价这本书',
  ])('leaves one need whole: %s', (query) => {
    expect(splitIntents(query)).toEqual({ parts: [query], isOutright: true })
  })

  it('answers no more than six parts and clips what is very long', () => {
    const { parts } = splitIntents(Array.from({ length: 40 }, () => 'convert the currency').join(' and then '))
    expect(parts).toHaveLength(6)
    expect(splitIntents('word '.repeat(4_000)).parts.join(' ').length).toBeLessThanOrEqual(4_000)
  })
})
