import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NamedHost, parseNamedHost, readNamedHost } from '../../../../contract/calls/named-host'

describe('a host that a person lists', () => {
  it.each([
    ['api.example.org', 'api.example.org', 'name', 'api.example.org', null],
    [' API.Example.org.:443 ', 'api.example.org:443', 'name', 'api.example.org', 443],
    ['*.example.org:8443', '*.example.org:8443', 'below', 'example.org', 8443],
    ['localhost:5432', 'localhost:5432', 'name', 'localhost', 5432],
    ['db_1', 'db_1', 'name', 'db_1', null],
    ['10.0.0.7', '10.0.0.7', 'address', '10.0.0.7', null],
    ['[FD00:0::1]:443', '[fd00::1]:443', 'address', 'fd00::1', 443],
    ['0:0:0:0:0:0:0:1', '[::1]', 'address', '::1', null],
    ['例子.中国', 'xn--fsqu00a.xn--fiqs8s', 'name', 'xn--fsqu00a.xn--fiqs8s', null],
  ])('%s is kept as %s', (text, entry, kind, host, port) => {
    expect(readNamedHost(text)).toEqual({ entry, kind, host, port })
  })

  it.each([
    ['', 'empty'],
    ['https://api.example.org', 'url'],
    ['me@example.org', 'url'],
    ['example.org/v1', 'url'],
    ['*', 'wildcard'],
    ['*.org', 'wildcard'],
    ['api.*.org', 'wildcard'],
    ['*example.org', 'wildcard'],
    ['*.10.0.0.1', 'wildcard'],
    ['example.org:0', 'port'],
    ['example.org:65536', 'port'],
    ['example.org:', 'port'],
    // Programs read these as other addresses than a person does.
    ['127.1', 'address'],
    ['010.0.0.1', 'address'],
    ['0x7f000001', 'address'],
    ['256.0.0.1', 'address'],
    ['[::g]', 'address'],
    ['-a.example', 'name'],
    ['a..b', 'name'],
    ['a'.repeat(64), 'name'],
  ])('%s is refused: %s', (text, reason) => {
    expect(readNamedHost(text)).toBe(reason)
    expect(() => parseNamedHost(text)).toThrow(
      expect.objectContaining({ code: 'input.invalid', context: { problem: 'host', reason, host: text } }),
    )
  })

  it('what is kept reads as itself, whatever was written', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.ipV4(), fc.ipV6(), fc.webAuthority()), (text) => {
        const read = readNamedHost(text)
        if (typeof read !== 'string') expect(readNamedHost(read.entry)).toEqual(read satisfies NamedHost)
      }),
    )
  })
})
