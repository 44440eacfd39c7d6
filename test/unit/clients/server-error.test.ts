import { describe, expect, it } from 'vitest'
import { toErrorShape } from '../../../contract/errors'
import { speechIn } from '../../../wording'
import { refusal, reported } from '../../../workers/models/server-error'

const said = (language: 'en' | 'zh-CN', error: Error): string => speechIn(language).error(toErrorShape(error))

describe('a model server that fails', () => {
  it.each([
    '',
    ' \n',
    '{}',
    'null',
    '[]',
    '""',
    '{"error":{}}',
    '{"error":null}',
    '{"error":{"message":"","code":500}}',
    '<!doctype html><html><title>Internal Server Error</title></html>',
    '\n<html><body>500</body></html>',
  ])('and says nothing (%j) is told by its status', (body) => {
    const { error } = refusal(500, body, null)
    expect([said('en', error), said('zh-CN', error)]).toEqual([
      'The model server answered with status 500 and no message.',
      '模型服务器返回状态 500，没有附带说明。',
    ])
  })

  it.each([
    ['{"error":{"message":"out of memory"}}', 'out of memory'],
    ['{"error":"loading"}', 'loading'],
    ['{"message":"loading"}', 'loading'],
    ['{"detail":"no such model"}', 'no such model'],
    ['{"error":{"message":null,"type":"server_error"}}', 'server_error'],
    ['"upstream gone"', 'upstream gone'],
    ['upstream gone', 'upstream gone'],
    ['{"error":', '{"error":'],
  ])('is told in its own words: %s', (body, words) => {
    expect(said('en', refusal(500, body, null).error)).toBe(`The language model failed: ${words}`)
  })

  it('within a stream, without a word, is told as such', () => {
    expect(said('en', reported({}))).toBe('The language model failed.')
    expect(said('en', reported({ message: 'gone' }))).toBe('The language model failed: gone')
  })
})
