import { describe, expect, it } from 'vitest'
import { type ApiCallTask, argumentSchema } from '../../../contract/calls/api-call'
import type { ApiParameter } from '../../../contract/resources/resource'
import { credentialOf } from '../../../main/clients/api-calls'
import { fitBytes } from '../../../workers/answers/fit-bytes'
import { buildRequest } from '../../../workers/requests/build-request'
import { withoutSecrets } from '../../../workers/requests/call-operation'
import { joinedPages, nextPage } from '../../../workers/requests/pages'
import { waitMs } from '../../../workers/requests/send'
import { written } from '../../../workers/requests/styles'

const parameter = (name: string, place: ApiParameter['in'], more: Partial<ApiParameter> = {}): ApiParameter => ({
  name,
  in: place,
  required: place === 'path',
  type: 'string',
  description: '',
  ...more,
})
const limits = { maxResponseBytes: 1000, maxResultBytes: 1000, maxPages: 3, maxRetries: 2 }
const task = (more: Partial<ApiCallTask['operation']>, given: ApiCallTask['arguments']): ApiCallTask => ({
  server: 'http://localhost:8000/v1/',
  operation: { method: 'get', path: '/', parameters: [], ...more },
  arguments: given,
  credentials: [],
  limits,
})

describe('styles of parameters, as the specification has them', () => {
  const colours = ['blue', 'black brown']
  const rgb = { R: 100, G: 200 }
  it.each([
    ['query', {}, 'a b&c', ['color=a%20b%26c']],
    ['query', {}, colours, ['color=blue', 'color=black%20brown']],
    ['query', { explode: false }, colours, ['color=blue,black%20brown']],
    ['query', { style: 'spaceDelimited', explode: false }, colours, ['color=blue%20black%20brown']],
    ['query', { style: 'pipeDelimited', explode: false }, colours, ['color=blue%7Cblack%20brown']],
    ['query', {}, rgb, ['R=100', 'G=200']],
    ['query', { explode: false }, rgb, ['color=R,100,G,200']],
    ['query', { style: 'deepObject', explode: true }, rgb, ['color%5BR%5D=100', 'color%5BG%5D=200']],
    ['path', {}, colours, ['blue,black%20brown']],
    ['path', { explode: true }, rgb, ['R=100,G=200']],
    ['path', { style: 'label', explode: true }, colours, ['.blue.black%20brown']],
    ['path', { style: 'matrix' }, 'blue', [';color=blue']],
    ['header', {}, colours, ['blue,black brown']],
  ] as const)('%s %o %o', (place, style, value, expected) => {
    expect(written(parameter('color', place, style), value)).toEqual(expected)
  })
})

describe('a request', () => {
  it('puts each argument where its parameter stands', () => {
    const parameters = [
      parameter('id', 'path'),
      parameter('id', 'query'),
      parameter('X-Trace', 'header'),
      parameter('Authorization', 'header'),
    ]
    const given = { id: 'a/../b', 'query.id': 7, 'X-Trace': 'on', Authorization: 'mine' }
    const built = buildRequest(task({ path: '/pets/{id}', parameters }, given))
    expect(built.url.href).toBe('http://localhost:8000/v1/pets/a%2F..%2Fb?id=7')
    expect(built.headers).toMatchObject({ 'X-Trace': 'on' })
    expect(built.headers.Authorization).toBeUndefined()
  })

  it.each([
    ['..', 'id'],
    ['%2e%2e', 'id'],
    ['', 'id'],
  ])('takes no part of a path like %o', (id) => {
    const operation = { path: '/pets/{id}/all', parameters: [parameter('id', 'path')] }
    if (id === '%2e%2e') expect(buildRequest(task(operation, { id })).url.pathname).toBe('/v1/pets/%252e%252e/all')
    else expect(() => buildRequest(task(operation, { id }))).toThrow('is no part of a path')
  })

  it('refuses what has no place and what is missing', () => {
    const operation = { path: '/pets/{id}', parameters: [parameter('id', 'path')] }
    expect(() => buildRequest(task(operation, {}))).toThrow('“id” is missing')
    expect(() => buildRequest(task(operation, { id: 1, other: 2 }))).toThrow('no parameter “other”')
    const header = { parameters: [parameter('X-A', 'header')] }
    expect(() => buildRequest(task(header, { 'X-A': 'a\r\nX-B: c' }))).toThrow('line break')
    expect(() => buildRequest({ ...task({}, {}), server: 'file:///etc' })).toThrow('not the address of a server')
  })

  it('never leaves its server', () => {
    for (const path of ['//evil.example/x', '/\\evil.example', '@evil.example/', 'http://evil.example/']) {
      expect(buildRequest(task({ path }, {})).url.host).toBe('localhost:8000')
    }
  })

  it('writes bodies, and keeps credentials out of the address that is shown', () => {
    const body = { mediaType: 'application/json', required: true, schema: {} }
    const credentials = [
      { kind: 'key', in: 'query', name: 'key', value: 's3cret' },
      { kind: 'basic', value: 'me:pw' },
    ] as const
    const built = buildRequest({ ...task({ method: 'post', body }, { body: { a: 1 } }), credentials })
    expect(built).toMatchObject({ method: 'POST', body: '{"a":1}', secretQuery: [['key', 's3cret']] })
    expect(built.headers).toMatchObject({ authorization: 'Basic bWU6cHc=', 'content-type': 'application/json' })
    expect(built.url.href).not.toContain('s3cret')
    const form = { mediaType: 'application/x-www-form-urlencoded', required: true, schema: {} }
    expect(buildRequest(task({ method: 'post', body: form }, { body: { a: 'b c' } })).body).toBe('a=b+c')
  })

  it('has a schema of its arguments', () => {
    const limit = parameter('limit', 'query', { schema: { type: 'integer', maximum: 9 }, description: 'How many.' })
    expect(argumentSchema({ parameters: [parameter('id', 'path'), limit] })).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, limit: { type: 'integer', maximum: 9, description: 'How many.' } },
      required: ['id'],
      additionalProperties: false,
    })
  })
})

it.each([
  [
    { kind: 'key', in: 'header', name: 'X-Key' },
    { kind: 'key', in: 'header', name: 'X-Key', value: 'v' },
  ],
  [
    { kind: 'key', in: 'query', name: 'api_key' },
    { kind: 'key', in: 'query', name: 'api_key', value: 'v' },
  ],
  [{ kind: 'bearer' }, { kind: 'bearer', value: 'v' }],
  [{ kind: 'basic' }, { kind: 'basic', value: 'v' }],
  [
    { kind: 'accessToken', scheme: 'OAuth 2 (implicit)' },
    { kind: 'bearer', value: 'v' },
  ],
  [{ kind: 'unsupported', scheme: 'AWS signature' }, null],
] as const)('a credential of %o goes along as it has to', (place, expected) => {
  expect(credentialOf(place, 'v')).toEqual(expected)
})

it('a key that no header can carry is refused without being said', () => {
  const credentials = [{ kind: 'bearer', value: 'hamster\nX-Evil: 1' }] as const
  const build = (): unknown => buildRequest({ ...task({}, {}), credentials })
  expect(build).toThrow('characters that cannot be sent')
  expect(build).not.toThrow('hamster')
})

it.each([
  ['as it is', { kind: 'bearer', value: 'hamster-wheel' }, 'a hamster-wheel'],
  ['as it is written in an address', { kind: 'key', in: 'query', name: 'k', value: 'wheel &1' }, 'a wheel%20%261'],
  ['of a user', { kind: 'basic', value: 'ada:wheel:1' }, 'a wheel:1'],
  ['of a user as it is sent', { kind: 'basic', value: 'ada:wheel:1' }, `a ${btoa('ada:wheel:1')}`],
] as const)('a key that a server says again is masked %s', (_, credential, said) => {
  expect(withoutSecrets([credential])(said)).toBe('a ••••••••')
})

it('a key so short that it may be any word is not masked', () => {
  expect(withoutSecrets([{ kind: 'bearer', value: 'a' }])('a cat')).toBe('a cat')
})

describe('pages', () => {
  const current = new URL('http://localhost/things?limit=2')
  const parameters = [parameter('cursor', 'query'), parameter('page', 'query')]
  it.each([
    ['<http://localhost/things?p=2>; rel="next", <x>; rel="last"', {}, 'http://localhost/things?p=2'],
    [null, { links: { next: '/things?p=3' } }, 'http://localhost/things?p=3'],
    [null, { next_cursor: 'a=b' }, 'http://localhost/things?limit=2&cursor=a%3Db'],
    [null, { next_page: 4 }, 'http://localhost/things?limit=2&cursor=4'],
    [null, { next: 'http://evil.example/' }, null],
    ['<http://evil.example/>; rel=next', {}, null],
    [null, { next: null, next_cursor: '' }, null],
    ['<http://localhost/things?limit=2>; rel=next', {}, null],
  ])('after %o and %o comes %o', (link, answer, expected) => {
    expect(nextPage(current, link, answer, { parameters })?.href ?? null).toBe(expected)
  })

  it('go on as one list', () => {
    expect(joinedPages([[1], [2, 3]])).toEqual([1, 2, 3])
    expect(joinedPages([{ items: [1], next: 'x' }, { items: [2] }])).toEqual({ items: [1, 2], next: 'x' })
    expect(joinedPages([{ a: [1], b: [2] }, { a: [3] }])).toBeNull()
  })
})

it.each([
  [0, null, 500],
  [2, null, 2000],
  [0, '3', 3000],
  [0, '999', 15_000],
  [0, 'Thu, 01 Jan 1970 00:00:02 GMT', 1000],
  [1, 'soon', 1000],
])('waits before attempt %i after “%s” %i ms', (attempt, retryAfter, expected) => {
  expect(waitMs(attempt, retryAfter, 1000)).toBe(expected)
})

describe('a value within so many bytes', () => {
  it('is the value where it fits', () => {
    const value = { a: [1, 'zwei', null, true], b: {} }
    expect(fitBytes(value, 1000)).toEqual({ value, cut: false })
  })

  it.each([40, 100, 333])('is its beginning in %i bytes', (maxBytes) => {
    const value = { items: Array.from({ length: 50 }, (_, id) => ({ id, name: `“${id}” \u0001 日本` })), end: 'x' }
    const fitted = fitBytes(value, maxBytes)
    expect(fitted.cut).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(fitted.value))).toBeLessThanOrEqual(maxBytes)
  })

  it('ends what is nested without end', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(fitBytes(deep, 1_000_000).cut).toBe(true)
  })
})
