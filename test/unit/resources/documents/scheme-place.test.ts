import { expect, it } from 'vitest'
import { describeOpenApi } from '../../../../workers/documents/openapi'
import { postmanAuth } from '../../../../workers/documents/postman-auth'
import { describeSwagger } from '../../../../workers/documents/swagger'

it.each([
  [
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { kind: 'key', in: 'header', name: 'X-Key' },
  ],
  [
    { type: 'apiKey', in: 'Query', name: 'k' },
    { kind: 'key', in: 'query', name: 'k' },
  ],
  [
    { type: 'apiKey', in: 'header' },
    { kind: 'unsupported', scheme: 'API key' },
  ],
  [
    { type: 'apiKey', in: 'body', name: 'k' },
    { kind: 'unsupported', scheme: 'API key' },
  ],
  [{ type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' }, { kind: 'bearer' }],
  [{ type: 'http', scheme: 'basic' }, { kind: 'basic' }],
  [
    { type: 'http', scheme: 'digest' },
    { kind: 'unsupported', scheme: 'HTTP digest' },
  ],
  [
    { type: 'oauth2', flows: { implicit: {} } },
    { kind: 'accessToken', scheme: 'OAuth 2 (implicit)' },
  ],
  [{ type: 'openIdConnect' }, { kind: 'accessToken', scheme: 'OpenID Connect' }],
  [{ type: 'mutualTLS' }, { kind: 'unsupported', scheme: 'mutualTLS' }],
  [{}, { kind: 'unsupported', scheme: 'unknown' }],
])('the credential of %o of an OpenAPI 3 document has its place', (scheme, place) => {
  const api = describeOpenApi({ openapi: '3.0.0', paths: {}, components: { securitySchemes: { one: scheme } } })
  expect(api?.auth).toEqual([{ name: 'one', place }])
})

it.each([
  [
    { type: 'apiKey', in: 'query', name: 'k' },
    { kind: 'key', in: 'query', name: 'k' },
  ],
  [{ type: 'basic' }, { kind: 'basic' }],
  [
    { type: 'oauth2', flow: 'implicit' },
    { kind: 'accessToken', scheme: 'OAuth 2 (implicit)' },
  ],
])('the credential of %o of a Swagger 2 document has its place', (scheme, place) => {
  const api = describeSwagger({ swagger: '2.0', paths: {}, securityDefinitions: { one: scheme } })
  expect(api?.auth).toEqual([{ name: 'one', place }])
})

it.each([
  [
    { type: 'apikey', apikey: { key: 'X-Key' } },
    { kind: 'key', in: 'header', name: 'X-Key' },
  ],
  [
    {
      type: 'apikey',
      apikey: [
        { key: 'in', value: 'query' },
        { key: 'key', value: 'k' },
      ],
    },
    { kind: 'key', in: 'query', name: 'k' },
  ],
  [{ type: 'apikey' }, { kind: 'unsupported', scheme: 'API key' }],
  [{ type: 'bearer' }, { kind: 'bearer' }],
  [{ type: 'oauth2' }, { kind: 'accessToken', scheme: 'OAuth 2' }],
  [{ type: 'awsv4' }, { kind: 'unsupported', scheme: 'AWS signature' }],
  [{ type: 'hawk' }, { kind: 'unsupported', scheme: 'hawk' }],
])('the credential of %o of a Postman collection has its place', (auth, place) => {
  expect(postmanAuth(auth)?.place).toEqual(place)
})
