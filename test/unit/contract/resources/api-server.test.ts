import { describe, expect, it } from 'vitest'
import { channels } from '../../../../contract/channels/channels'
import {
  apiServer,
  baseAddress,
  baseAddressProblem,
  choiceOf,
  serverKind,
} from '../../../../contract/resources/api-server'

describe('an API is asked', () => {
  const servers = ['/v1', 'https://api.example.org/v1', 'https://staging.example.org/v1']
  it.each([
    ['at its first whole address', null, { url: 'https://api.example.org/v1' }],
    ['at the chosen one', { server: servers[2], base: null }, { url: 'https://staging.example.org/v1' }],
    ['at a path behind a base', { server: '/v1', base: 'http://localhost:8000' }, { url: 'http://localhost:8000/v1' }],
    ['at a typed address', { server: null, base: 'http://10.0.0.7/x' }, { url: 'http://10.0.0.7/x' }],
    ['nowhere by a path alone', { server: '/v1', base: null }, { problem: 'noServer' }],
    ['nowhere by no choice', { server: null, base: null }, { problem: 'noServer' }],
    ['nowhere once it is gone', { server: 'https://old.example.org', base: null }, { problem: 'serverGone' }],
  ])('%s', (_, choice, expected) => {
    expect(apiServer(servers, choice as Parameters<typeof apiServer>[1])).toEqual(expected)
  })

  it.each([
    ['v2', 'http://localhost/app', 'http://localhost/app/v2'],
    ['/v2', 'http://localhost/app/', 'http://localhost/v2'],
    ['../v2', 'http://localhost/app', 'http://localhost/v2'],
  ])('with the path %s behind %s at %s', (server, base, url) => {
    expect(apiServer([server], { server, base })).toEqual({ url })
  })

  it.each([
    '//evil.example/v1',
    '\\\\evil.example',
    '',
    'ftp://a.example',
    'javascript:alert(1)',
    'https://{region}.a.example',
    '{{baseUrl}}',
    'http://u:p@a.example',
  ])('not at “%s”, with a base or without', (server) => {
    expect(serverKind(server)).toBe('unusable')
    expect(apiServer([server], null)).toEqual({ problem: 'noServer' })
    expect(apiServer([server], { server, base: 'http://localhost' })).toEqual({ problem: 'noServer' })
  })

  it('as an address given alone says', () => {
    expect(choiceOf(servers, servers[2]!)).toEqual({ server: servers[2], base: null })
    expect(choiceOf(servers, 'http://localhost:8000')).toEqual({ server: '/v1', base: 'http://localhost:8000' })
    expect(choiceOf(['https://a.example'], 'http://localhost')).toEqual({ server: null, base: 'http://localhost' })
  })
})

describe('a base address', () => {
  it.each(['http://localhost:8000', 'https://api.example.org/v1/', 'http://[::1]:9', 'https://例子.example/路径'])(
    'may be %s',
    (text) => {
      expect(baseAddress.safeParse(text).success).toBe(true)
    },
  )

  it.each([
    ['file:///etc/passwd', 'notAddress'],
    ['javascript:alert(1)', 'notAddress'],
    ['//api.example.org', 'notAddress'],
    ['', 'notAddress'],
    ['http://', 'notAddress'],
    ['http://a.example\n.evil.example', 'notAddress'],
    ['http://a.example\t', 'notAddress'],
    [' http://a.example', 'notAddress'],
    ['http://a.example\\@evil.example', 'notAddress'],
    ['http://a\u200b.example', 'notAddress'],
    ['http://{host}/', 'notAddress'],
    ['http://user:pass@a.example', 'credentials'],
    ['http://@a.example', 'credentials'],
    ['https://a.example/?key=1', 'query'],
    ['https://a.example/#x', 'query'],
    [`https://a.example/${'x'.repeat(500)}`, 'tooLong'],
  ])('is not %j: %s', (text, problem) => {
    expect(baseAddressProblem(text)).toBe(problem)
    const input = { resourceId: 'api:1', choice: { server: null, base: text } }
    expect(channels['resources.setServer'].input.safeParse(input).success).toBe(false)
  })
})
