import { describe, expect, it } from 'vitest'
import { toErrorShape } from '../../../../contract/errors'
import type { DocumentWanted } from '../../../../contract/resources/documents'
import { describeDocument } from '../../../../workers/documents/describe'
import { withSecretsNamed } from '../../../../workers/documents/mcp-secrets'
import { publicAddress } from '../../../../workers/documents/public-address'
import { withoutTokens } from '../../../../workers/secrets/secret-values'

const described = (wanted: DocumentWanted, value: unknown) =>
  describeDocument({ wanted, source: { kind: 'text', text: JSON.stringify(value) } })

describe('a credential that is written as it should not be', () => {
  it.each([
    'postgresql://app:S3cret@part@db.local:5432/shop',
    'postgresql://app:S3cret/part@db.local:5432/shop',
    'postgresql://app:S3cret#part@db.local:5432/shop',
    'postgresql://app:S3cret?part@db.local:5432/shop',
    'https://app:S3cret#part@api.local/v1',
    'DATABASE_URL=mysql://app:S3cret@part@db.local/shop',
    'host=db.local user=app password=S3cret-part dbname=shop',
    'Server=db.local;Database=shop;User Id=app;Pwd=S3cret-part;',
    "host=db.local password='S3cret part' dbname=shop",
  ])('goes behind the secrets out of an argument: %s', (argument) => {
    const { args, secrets } = withSecretsNamed({ command: 'npx', args: ['server', argument], url: null, values: [] })
    expect(args.join(' ')).not.toMatch(/S3cret|part/)
    expect(args.join(' ')).toMatch(/(?:db|api)\.local/)
    expect(Object.values(secrets).join(' ')).toMatch(/S3cret.part/)
  })

  it.each([
    ['https://app:S3cret@part@api.local/v1', 'https://api.local/v1'],
    ['https://app:S3cret#part@api.local/v1', 'https://api.local/v1'],
    ['https://app:S3cret/part@api.local/v1', 'https://api.local/v1'],
    ['https://api.local:8443/@scope/v1?key=S3cret', 'https://api.local:8443/@scope/v1'],
  ])('is no part of a public address: %s', (address, shown) => expect(publicAddress(address)).toBe(shown))

  it('is not shown in the name of a Postman request, which is its address where nobody named it', () => {
    const request = (name: string) => ({ name, request: { method: 'GET', url: 'https://api.local/v1/rain' } })
    const found = described('postman', {
      info: { name: 'Weather', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        request('https://api.local/v1/rain?appid=S3cret-1&city=Oslo'),
        request('GET https://app:S3cret-2@api.local/v1/rain'),
        request('Rain with sk-S3cret0123456789'),
        request('Is it raining?'),
      ],
    })
    expect(JSON.stringify(found)).not.toMatch(/S3cret/)
    expect(JSON.stringify(found)).toContain('https://api.local/v1/rain')
    expect(JSON.stringify(found)).toContain('Is it raining?')
  })

  it('is no part of the path of a Postman request', () => {
    const request = (url: string) => ({ name: 'Rain', request: { method: 'GET', url } })
    const found = described('postman', {
      info: { name: 'Weather', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        request('https://app:S3cret/part@api.local/v1/rain?unit=mm'),
        request('https://api.telegram.org/bot123456789:S3cret-S3cret_S3cret-S3cret_S3cr/getMe'),
      ],
    })
    expect(JSON.stringify(found)).not.toMatch(/S3cret|part@/)
    expect(JSON.stringify(found)).toContain('/v1/rain')
    expect(JSON.stringify(found)).toContain('/{secret}/getMe')
  })

  it('is not shown where a text is cut off before it ends', () => {
    expect(withoutTokens('jdbc:postgresql://app:S3cret-S3cr…')).toBe('jdbc:postgresql://app:{secret}…')
    expect(withoutTokens('see https://api.local:8443/…')).toBe('see https://api.local:8443/…')
  })

  it('is in nothing that is kept or embedded of a description: words, defaults, values to choose from', () => {
    const key =
      '-----BEGIN PRIVATE KEY-----\nS3cretS3cretS3cretS3cretS3cretS3cretS3cretS3cret\n-----END PRIVATE KEY-----'
    const said = `Call it with password = "S3cret-9x" or Bearer sk-S3cret0123456789, at amqp://me:S3cret@queue.local. ${key}`
    const schema = {
      type: 'object',
      description: said,
      properties: {
        city: { type: 'string', default: 'Oslo', description: said },
        api_key: { type: 'string', default: 'S3cret' },
        level: { type: 'string', enum: ['low', 'sk-S3cret0123456789'], default: 'sk-S3cret0123456789' },
      },
    }
    const parameters = [
      { name: 'token', in: 'query', description: said, schema: { type: 'string', default: 'S3cret' } },
    ]
    const operation = {
      ...{ operationId: 'rain', summary: said, description: said, parameters },
      requestBody: { content: { 'application/json': { schema } } },
    }
    const api = {
      openapi: '3.0.0',
      info: { title: 'Weather', description: said },
      paths: { '/rain': { post: operation } },
    }
    const manifest = {
      name: 'rain',
      description: said,
      tier: 'L2',
      entry: 'rain.js',
      parameters: schema,
      inputSchema: schema,
    }
    const found = [described('openapi3', api), described('toolManifest', manifest)]
    expect(found).not.toContain(null)
    expect(JSON.stringify(found)).not.toMatch(/S3cret/)
    expect(JSON.stringify(found)).toMatch(/Oslo/)
  })

  it('is not in what is said of broken YAML', () => {
    for (const line of ['password: *S3cret', 'password: !S3cret! x', 'password: !<S3cret x>', 'password: "\\S3cret"']) {
      const text = `openapi: 3.0.0\n${line}\n`
      let said: unknown = null
      try {
        describeDocument({ wanted: 'openapi3', source: { kind: 'text', text } })
      } catch (error) {
        said = toErrorShape(error)
      }
      expect(said, line).toMatchObject({ code: 'resource.invalid', context: { line: 2 } })
      expect(JSON.stringify(said), line).not.toContain('S3cret')
    }
  })
})

describe('a value of another kind than it should be', () => {
  const odd = { toString: 1, valueOf: 2 }
  it('costs itself and not the document (OpenAPI, Swagger)', () => {
    const parameters = [
      { name: odd, in: odd, schema: { type: 'string' } },
      { name: 'city', in: 'query' },
    ]
    const paths = { '/rain': { get: { operationId: odd, parameters, responses: odd } } }
    for (const [wanted, root] of [
      ['openapi3', { openapi: '3.0.0', info: { title: 'Weather' }, paths }],
      ['swagger2', { swagger: '2.0', info: { title: 'Weather' }, host: odd, paths }],
    ] as const) {
      const found = described(wanted, root)
      expect(found).toMatchObject({ kind: 'api', title: 'Weather', operationsTotal: 1 })
      expect(JSON.stringify(found)).toContain('city')
    }
  })

  it('costs itself and not the document (Postman, MCP servers)', () => {
    const found = described('postman', {
      info: { name: 'Weather', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      auth: { type: 'bearer', bearer: [{ key: odd, value: 'x' }] },
      item: [{ name: 'Rain', request: { method: 'GET', url: { raw: odd, host: odd, path: [odd] } } }],
    })
    expect(found).toMatchObject({ kind: 'api', operationsTotal: 1 })
    const servers = described('mcpServers', {
      servers: { broken: { url: odd, args: odd }, mail: { command: 'mail-server', args: [odd], env: { A: odd } } },
    })
    expect(servers).toMatchObject({ kind: 'mcpServers', servers: [{ name: 'mail', command: 'mail-server' }] })
  })
})
