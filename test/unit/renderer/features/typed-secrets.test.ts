import { describe, expect, it } from 'vitest'
import type { ResourceMetadata } from '../../../../contract/resources/resource'
import { readSecret, wantedSecrets } from '../../../../contract/resources/resource-secrets'
import type { SecurityScheme } from '../../../../contract/resources/secret-place'
import { typedProblem, typedSecrets } from '../../../../renderer/features/resources/detail/typed-secrets'

const api = (auth: SecurityScheme[], needed: string[]): ResourceMetadata => ({
  type: 'api',
  format: 'openapi3',
  version: '1',
  servers: [],
  auth,
  operations: [{ id: 'a', method: 'GET', path: '/', summary: '', parameters: [], auth: needed }],
  operationsTotal: 1,
})

describe('a resource is given', () => {
  it('of an API what its operations need, by where it goes', () => {
    const auth: SecurityScheme[] = [
      { name: 'key', place: { kind: 'key', in: 'query', name: 'api_key' } },
      { name: 'unused', place: { kind: 'bearer' } },
      { name: 'account', place: { kind: 'basic' } },
    ]
    expect(wantedSecrets(api(auth, ['account', 'key', 'undescribed']))).toEqual([
      { name: 'key', place: { kind: 'key', in: 'query', name: 'api_key' } },
      { name: 'account', place: { kind: 'basic' } },
    ])
    expect(wantedSecrets(api(auth, []))).toEqual([])
  })
})

describe('a secret', () => {
  it.each([
    ['of a database is taken as it is', { kind: 'password' }, ' p w ', { value: ' p w ' }],
    ['is a token without the word before it', { kind: 'bearer' }, ' Bearer  abc\n', { value: 'abc' }],
    ['has no line break inside', { kind: 'bearer' }, 'a\nb', { problem: 'lineBreak' }],
    ['of a header is Latin', { kind: 'key', in: 'header', name: 'k' }, 'ключ', { problem: 'notLatin' }],
    ['of an address is any text', { kind: 'key', in: 'query', name: 'k' }, 'ключ', { value: 'ключ' }],
    ['of a user may have no password', { kind: 'basic' }, 'ada:', { value: 'ada:' }],
    ['of a user has a user', { kind: 'basic' }, ':pw', { problem: 'noUser' }],
    ['is not endless', { kind: 'variable' }, 'x'.repeat(10_001), { problem: 'tooLong' }],
  ] as const)('%s', (_, place, given, expected) => {
    expect(readSecret(place, given)).toEqual(expected)
  })

  it('is saved once it is typed; user and password as one', () => {
    const wanted = [
      { name: 'key', place: { kind: 'key', in: 'header', name: 'k' } },
      { name: 'account', place: { kind: 'basic' } },
    ] as const
    expect(typedSecrets(wanted, {})).toBeNull()
    expect(typedSecrets(wanted, { account: { user: 'ada', text: 'p:w' } })).toEqual({ account: 'ada:p:w' })
    expect(typedSecrets(wanted, { key: { user: '', text: 'abc' }, account: { user: 'a:b', text: 'x' } })).toBeNull()
    expect(typedProblem(wanted[1].place, { user: 'a:b', text: '' })).toBe('colonInUser')
    expect(typedProblem(wanted[1].place, { user: '', text: 'pw' })).toBe('noUser')
    expect(typedProblem(wanted[0].place, { user: '', text: '' })).toBeNull()
  })
})
