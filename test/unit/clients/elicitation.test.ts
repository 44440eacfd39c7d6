import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readElicitation } from '../../../workers/mcp/elicitation'

const asked = (properties: unknown, more: object = {}) =>
  readElicitation({ message: 'Please <b>enter</b>\u202e', requestedSchema: { type: 'object', properties }, ...more })

describe('what a server asks a person', () => {
  it('is a form with its words as plain text', () => {
    const required = { requestedSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } }
    expect(asked(null, required)).toMatchObject({ message: 'Please enter', fields: [{ name: 'n', isRequired: true }] })
    expect(asked({})).toEqual({ message: 'Please enter', fields: [] })
  })

  it.each([
    ['a password', asked({ password: { type: 'string' } })],
    ['a key by its title', asked({ value: { type: 'string', title: 'API key' } })],
    ['what no field holds', asked({ address: { type: 'object' } })],
    ['an address to open', asked({ a: { type: 'string' } }, { mode: 'url', url: 'https://example.org' })],
    [
      'a form without end',
      asked(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, { type: 'string' }]))),
    ],
    ['nothing that is a form', asked([])],
    ['nothing at all', readElicitation(undefined)],
  ])('is refused where it is %s', (_name, elicitation) => {
    expect(elicitation).toBeNull()
  })

  it('of any form is read or refused', () => {
    fc.assert(fc.property(fc.jsonValue(), (params) => void readElicitation(params)))
  })
})
