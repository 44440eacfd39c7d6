import { expect, it } from 'vitest'
import { z } from 'zod'
import { plainSchema } from '../../../workers/gguf/grammar'

const plain = (form: z.ZodType) => plainSchema(z.toJSONSchema(form) as Readonly<Record<string, unknown>>)

it('says a form in the words that a grammar is made of, without bounds', () => {
  const call = z.object({ tool: z.string().max(20), arguments: z.record(z.string(), z.unknown()) })
  const form = z.object({
    calls: z.array(call).max(5),
    keep: z.array(z.number().int()),
    verdict: z.enum(['supported', 'contradicted']),
    note: z.string().nullable(),
    either: z.union([z.boolean(), z.object({})]),
    any: z.unknown(),
  })
  expect(plain(form)).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: {
      calls: {
        type: 'array',
        maxItems: 5,
        items: {
          type: 'object',
          additionalProperties: false,
          // Whatever JSON there is.
          properties: { tool: { type: 'string' }, arguments: { type: 'object', additionalProperties: true } },
        },
      },
      keep: { type: 'array', items: { type: 'integer' } },
      verdict: { type: 'string', enum: ['supported', 'contradicted'] },
      note: { type: ['string', 'null'] },
      either: { oneOf: [{ type: 'boolean' }, { type: 'object', properties: {}, additionalProperties: false }] },
      any: { type: ['string', 'number', 'boolean', 'null'] },
    },
  })
})
