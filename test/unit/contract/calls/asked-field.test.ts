import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askedField, asksForSecret, fieldOf, valueOfEntry } from '../../../../contract/calls/asked-field'

const form = (schema: unknown) => fieldOf('value', schema, true)?.form ?? null
const value = (schema: unknown, entry: string | string[], isRequired = true) =>
  valueOfEntry(fieldOf('value', schema, isRequired)!, entry)

describe('a field for a value of a JSON schema', () => {
  it('is of the kind of the value, with the words of the schema as plain text', () => {
    const schema = { type: 'integer', title: 'Count\u202e', description: 'How\nmany', minimum: 1, default: 3 }
    expect(fieldOf('count', schema, true)).toEqual({
      name: 'count',
      title: 'Count',
      description: 'How many',
      isRequired: true,
      form: { kind: 'number', isInteger: true, minimum: 1, maximum: null },
      proposed: '3',
    })
    expect(form({ type: ['string', 'null'], format: 'date' })).toMatchObject({ kind: 'text', format: 'date' })
    expect(form({ type: 'boolean' })).toEqual({ kind: 'boolean' })
    const colours = [
      { value: 'r', title: 'Red' },
      { value: 'g', title: 'g' },
    ]
    expect(form({ type: 'string', enum: ['r', 'g'], enumNames: ['Red'] })).toMatchObject({ options: colours })
    expect(form({ oneOf: [{ const: 'r', title: 'Red' }, { const: 'g' }] })).toMatchObject({ options: colours })
    expect(form({ type: 'array', items: { enum: ['r', 'g'] } })).toMatchObject({ kind: 'choice', isMany: true })
  })

  it('is none where no field holds the value', () => {
    for (const schema of [null, 'x', [], {}, { type: 'object' }, { type: 'array', items: { type: 'string' } }])
      expect(form(schema)).toBeNull()
    for (const schema of [{ enum: [] }, { enum: [{}] }, { enum: ['a', null] }, { anyOf: [{ type: 'string' }] }])
      expect(form(schema)).toBeNull()
    expect(fieldOf('a\u202eb', { type: 'string' }, true)).toBeNull()
    expect(fieldOf('', { type: 'string' }, true)).toBeNull()
  })

  it('of any schema fits its own form, or is none', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), fc.boolean(), (name, schema, isRequired) => {
        const field = fieldOf(name, schema, isRequired)
        return field === null || askedField.safeParse(field).success
      }),
    )
  })
})

describe('what a person enters', () => {
  it.each([
    [{ type: 'string' }, 'Chur', { value: 'Chur' }],
    [{ type: 'string' }, ' ', { problem: 'empty' }],
    [{ type: 'string', minLength: 3 }, 'ab', { problem: 'tooShort' }],
    [{ type: 'string', maxLength: 3 }, 'abcd', { problem: 'tooLong' }],
    [{ type: 'string', format: 'email' }, 'anna@example.org', { value: 'anna@example.org' }],
    [{ type: 'string', format: 'email' }, 'anna@', { problem: 'format' }],
    [{ type: 'string', format: 'uri' }, 'no address', { problem: 'format' }],
    [{ type: 'string', format: 'date' }, '2026-02-30', { problem: 'format' }],
    [{ type: 'string', format: 'date-time' }, '2026-02-03T10:00:00Z', { value: '2026-02-03T10:00:00.000Z' }],
    [{ type: 'string', format: 'date-time' }, 'soon', { problem: 'format' }],
    [{ type: 'number' }, '1e3', { value: 1000 }],
    [{ type: 'number' }, '0x10', { problem: 'number' }],
    [{ type: 'number' }, 'NaN', { problem: 'number' }],
    [{ type: 'integer' }, '1.5', { problem: 'integer' }],
    [{ type: 'integer', minimum: 1 }, '0', { problem: 'tooSmall' }],
    [{ type: 'integer', maximum: 1 }, '2', { problem: 'tooLarge' }],
    [{ type: 'boolean' }, 'false', { value: false }],
    [{ type: 'boolean' }, 'maybe', { problem: 'choice' }],
    [{ type: 'integer', enum: [1, 2] }, '2', { value: 2 }],
    [{ enum: ['a', 'b'] }, 'c', { problem: 'choice' }],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, ['a', 'b'], { value: ['a', 'b'] }],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, ['a', 'c'], { problem: 'choice' }],
  ] as const)('%j: %j', (schema, entry, expected) => {
    expect(value(schema, typeof entry === 'string' ? entry : [...entry])).toEqual(expected)
  })

  it('is left out where it may be', () => {
    expect(value({ type: 'string' }, '', false)).toEqual({ value: null })
  })
})

it('a field for a secret is known by its words', () => {
  const field = (name: string, title = name, description = '') => ({ name, title, description })
  for (const name of ['password', 'api_key', 'apiKey', 'accessToken', 'PIN', '密码']) {
    expect(asksForSecret(field(name)), name).toBe(true)
  }
  expect(asksForSecret(field('value', 'Your secret'))).toBe(true)
  expect(asksForSecret(field('value', 'Access-Token'))).toBe(true)
  for (const name of ['orderId', 'country_code', 'keyword', 'pinned', 'passenger', 'tokenizer'])
    expect(asksForSecret(field(name)), name).toBe(false)
})
