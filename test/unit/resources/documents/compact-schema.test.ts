import { describe, expect, it } from 'vitest'
import { compactSchema } from '../../../../workers/documents/compact-schema'
import { describeOpenApi } from '../../../../workers/documents/openapi'
import { describeSwagger } from '../../../../workers/documents/swagger'
import { References } from '../../../../workers/documents/tree'

describe('the bounded form of a schema', () => {
  it('writes references out, joins what must hold together, and leaves patterns behind', () => {
    const root = {
      Name: { type: 'string', maxLength: 9, pattern: '(a+)+$' },
      Id: { required: ['id'], properties: { id: { type: 'integer' } } },
    }
    const schema = { type: 'object', properties: { name: { $ref: '#/Name' } }, allOf: [{ $ref: '#/Id' }] }
    expect(compactSchema(schema, new References(root))).toEqual({
      type: 'object',
      required: ['id'],
      properties: { name: { type: 'string', maxLength: 9 }, id: { type: 'integer' } },
    })
  })

  it('ends what refers to itself, and what has no end', () => {
    const root: Record<string, unknown> = {
      Node: { properties: { child: { $ref: '#/Node' }, other: { $ref: '#/Node' } } },
    }
    expect(JSON.stringify(compactSchema({ $ref: '#/Node' }, new References(root))).length).toBeLessThan(5000)
    const wide = {
      properties: Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`p${at}`, { type: 'string' }])),
    }
    expect(Object.keys(compactSchema(wide, new References({})).properties as object)).toHaveLength(60)
  })
})

it('operations keep what a call needs of parameters and bodies', () => {
  const operation = {
    parameters: [
      { name: 'status', in: 'query', schema: { type: 'string', enum: ['open', 'closed'] } },
      { name: 'tags', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
      { name: 'q', in: 'query', schema: { type: 'string' } },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } },
    },
  }
  const api = describeOpenApi({ openapi: '3.0.0', paths: { '/things': { post: operation } } })
  expect(api?.operations[0]).toMatchObject({
    parameters: [
      { name: 'status', schema: { type: 'string', enum: ['open', 'closed'] } },
      { name: 'tags', explode: false, schema: { type: 'array', items: { type: 'string' } } },
      { name: 'q' },
      { name: 'name', in: 'body' },
    ],
    body: { mediaType: 'application/json', required: true, schema: { properties: { name: { type: 'string' } } } },
  })
  expect(api?.operations[0]?.parameters[2]).not.toHaveProperty('schema')
  const list = { name: 'ids', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat: 'pipes' }
  const swagger = describeSwagger({ swagger: '2.0', paths: { '/things': { get: { parameters: [list] } } } })
  expect(swagger?.operations[0]?.parameters[0]).toMatchObject({ style: 'pipeDelimited', explode: false })
})
