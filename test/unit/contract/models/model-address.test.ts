import { describe, expect, it } from 'vitest'
import { elsewhereOf, modelApiOf, readModelAddress } from '../../../../contract/models/model-address'

describe('the address of a server of language models', () => {
  it.each([
    ['http://localhost:1234', 'http://localhost:1234', true],
    [' http://127.0.0.1:8080/v1/ ', 'http://127.0.0.1:8080', true],
    ['https://localhost:8443/v1', 'https://localhost:8443', true],
    ['http://[::1]:11434', 'http://[::1]:11434', true],
    ['http://192.168.1.20:11434/v1', 'http://192.168.1.20:11434', false],
    ['http://192.168.1.20:11434', 'http://192.168.1.20:11434', false],
    ['https://api.example.org/v1', 'https://api.example.org/v1', false],
    ['https://api.example.org/v1/chat/completions', 'https://api.example.org/v1', false],
    ['https://api.example.org/v1/models', 'https://api.example.org/v1', false],
    ['https://example.org/api/v1', 'https://example.org/api/v1', false],
    ['https://example.org/v1beta/openai/', 'https://example.org/v1beta/openai', false],
    ['HTTPS://EXAMPLE.ORG/openai/v1', 'https://example.org/openai/v1', false],
  ])('%s', (text, location, isHere) => {
    expect(readModelAddress(text)).toEqual({ location, isHere })
    // Looked at again, it is the same server.
    expect(readModelAddress(location)).toEqual({ location, isHere })
    expect(readModelAddress(modelApiOf(location))).toEqual({ location, isHere })
  })

  it.each([
    '',
    'hello',
    'https://example.org',
    'https://example.org/',
    'https://example.org/docs',
    'https://example.org:11434/',
    'https://user:password@example.org/v1',
    'https://example.org/v1?key=abc',
    'https://example.org/v1#x',
    'http://example.org/v1 and more',
    'postgresql://example.org/v1',
    'file:///v1',
    `https://example.org/${'a'.repeat(600)}/v1`,
  ])('is none: %s', (text) => expect(readModelAddress(text)).toBeNull())

  it('says where its operations are, and whether that is elsewhere', () => {
    expect(modelApiOf('http://127.0.0.1:11434')).toBe('http://127.0.0.1:11434/v1/')
    expect(modelApiOf('https://example.org/api/v1')).toBe('https://example.org/api/v1/')
    expect(elsewhereOf('https://example.org:8443/api/v1')).toBe('example.org:8443')
    expect(elsewhereOf('http://127.0.0.1:11434')).toBeNull()
    expect(elsewhereOf('/models/tiny.gguf')).toBeNull()
  })
})
