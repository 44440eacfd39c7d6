// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the document has it
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceDraft } from '../../../../contract/resources/resource'
import type { Discovery } from '../../../../main/resources/discoverers/discoverer'
import { createApiDiscoverer } from '../../../../main/resources/discoverers/documents/api-discovery'
import {
  createDocumentReader,
  type DocumentReader,
} from '../../../../main/resources/discoverers/documents/document-reader'
import { fileTarget, options, petStoreYaml, workersDir } from './documents'

let directory: string
let reader: DocumentReader
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarry-openapi-'))
  reader = createDocumentReader({ workersDir })
})
afterAll(async () => {
  await reader.close()
  await rm(directory, { recursive: true })
})

const rootOf = (discovery: Discovery | null) => {
  const root = discovery?.drafts[0]
  if (root?.metadata.type !== 'api') throw new Error('no API')
  return { ...root, metadata: root.metadata }
}

describe('an OpenAPI document', () => {
  it('may close a list as far out as its key, as many are written', async () => {
    const text = `openapi: 3.0.0
info: { title: Notebook, version: '1' }
paths:
  /entries:
    get:
      parameters:
        - in: query
          name: state
          schema:
            type: string
            enum: [
              'open',
              'closed'
            ]
      responses: {}
`
    const target = await fileTarget(directory, 'notebook.yaml', text)
    const { metadata } = rootOf(await createApiDiscoverer('openapi', reader).discover(target, options()))
    expect(metadata.operations[0]?.parameters[0]?.schema).toMatchObject({ enum: ['open', 'closed'] })
    const wrong = await fileTarget(directory, 'wrong.yaml', text.replace('responses: {}', 'responses: {'))
    await expect(createApiDiscoverer('openapi', reader).discover(wrong, options())).rejects.toMatchObject({
      code: 'resource.invalid',
    })
  })

  it('becomes an API with its operations as parts', async () => {
    const target = await fileTarget(directory, 'pets.yaml', petStoreYaml)
    const discoverer = createApiDiscoverer('openapi', reader)
    expect(discoverer.recognises(target)).toBe(true)
    const discovery = await discoverer.discover(target, options())
    for (const draft of discovery?.drafts ?? []) resourceDraft.parse(draft)
    const root = rootOf(discovery)
    expect(root).toMatchObject({
      type: 'api',
      parentId: null,
      name: 'Pet store',
      status: 'ready',
      origin: { kind: 'file', path: target.path },
      metadata: {
        format: 'openapi3',
        version: '3.0.3',
        servers: ['https://eu.pets.example/v1'],
        auth: [{ name: 'key', place: { kind: 'key', in: 'header', name: 'X-Key' } }],
        operationsTotal: 3,
      },
    })
    expect(root.description).toContain('Sells pets to people.')
    expect(root.description).toContain('pets (Everything about pets)')
    expect(root.capabilities).toEqual(['api_call', 'list_pets', 'create_pets', 'get_pets'])
    expect(root.usageInfo).toContain('References to other files or addresses were not followed: common.yaml#/Trace.')
    expect(root.usageInfo).toContain('left out: #/components/parameters/Missing.')

    // What each operation is said to do and answer goes with the whole, for the drafts of calls.
    expect(root.metadata.operations.every(({ told }) => told !== undefined)).toBe(true)
    const [, list, create, one] = discovery?.drafts ?? []
    expect([list, create, one].map((part) => [part?.name, part?.status, part?.parentId === root.resourceId])).toEqual([
      ['List all pets', 'ready', true],
      ['Create a pet', 'needsSecret', true],
      ['A pet by its id', 'needsSecret', true],
    ])
    expect(list?.description).toBe(
      'List all pets. Takes limit: How many at most. Answers name, kind, parent. Part of Pet store, pets.',
    )
    expect(list?.usageInfo).toBe('GET /pets at https://eu.pets.example/v1. Optional: limit (query, integer (int32)).')
    expect(create?.metadata).toMatchObject({
      auth: [{ name: 'key' }],
      operations: [
        {
          id: 'createPet',
          method: 'POST',
          path: '/pets',
          auth: ['key'],
          parameters: [
            { name: 'name', in: 'body', required: true, type: 'string', description: 'What it is called' },
            { name: 'kind', in: 'body', required: false, type: '"cat" | "dog"', description: '' },
            { name: 'parent', in: 'body', required: false, type: 'Pet', description: '' },
          ],
        },
      ],
    })
    expect(one?.metadata).toMatchObject({ operations: [{ id: 'GET /pets/{petId}', parameters: [{ name: 'petId' }] }] })
  })

  it('is the same resource when it is found again, and another one at another place', async () => {
    const discoverer = createApiDiscoverer('openapi', reader)
    const first = await discoverer.discover(await fileTarget(directory, 'a.yaml', petStoreYaml), options())
    const again = await discoverer.discover(await fileTarget(directory, 'a.yaml', petStoreYaml), options())
    const other = await discoverer.discover(await fileTarget(directory, 'b.yaml', petStoreYaml), options())
    const ids = (discovery: Discovery | null) => discovery?.drafts.map(({ resourceId }) => resourceId)
    expect(ids(again)).toEqual(ids(first))
    expect(new Set([...(ids(first) ?? []), ...(ids(other) ?? [])]).size).toBe(8)
  })

  it('can be called once somebody knows the key', async () => {
    const discoverer = createApiDiscoverer('openapi', reader)
    const target = await fileTarget(directory, 'pets.yaml', petStoreYaml)
    const { resourceId } = rootOf(await discoverer.discover(target, options()))
    const discovery = await discoverer.discover(target, options({ [`${resourceId}/key`]: 'x' }))
    expect(discovery?.drafts.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready', 'ready'])
    expect(JSON.stringify(discovery?.drafts)).not.toContain('"x"')
  })

  it('keeps no credential that stands in an address or a description', async () => {
    const text = `openapi: 3.0.0
info: { title: Pets, description: Try it with sk-live4242abcdefgh }
servers:
  - url: https://me:planted-1@pets.example/v1?api_key=planted-2
  - url: https://pets.example/{token}
    variables: { token: { default: planted-3 } }
paths: { /a: { get: { description: Or ghp_0123456789abcdefghij } } }
`
    const discovery = await createApiDiscoverer('openapi', reader).discover({ kind: 'text', text }, options())
    expect(rootOf(discovery).metadata.servers).toEqual(['https://pets.example/v1', 'https://pets.example/{token}'])
    expect(JSON.stringify(discovery)).not.toMatch(/planted|sk-live|ghp_/)
    expect(rootOf(discovery).description).toContain('Try it with {secret}. Does')
  })

  it('may be pasted, in JSON too', async () => {
    const discoverer = createApiDiscoverer('openapi', reader)
    const target = { kind: 'text' as const, text: '{"openapi":"3.1.0","paths":{"/x":{"get":{}}}}' }
    expect(discoverer.recognises(target)).toBe(true)
    const discovery = await discoverer.discover(target, options())
    expect(discovery?.drafts.map(({ name, origin }) => [name, origin.kind])).toEqual([
      ['API', 'connection'],
      ['GET /x', 'connection'],
    ])
  })

  it('may carry tags of another program, keys twice and merges', async () => {
    const text = `openapi: 3.0.3
info: { title: !Sub "\${Stage} API", version: !!binary MQ== }
x-shared: &shared { tags: [a], summary: Shared }
paths:
  /a:
    get: { <<: *shared, operationId: one, operationId: two }
    post: !Ref Handler
`
    const discovery = await createApiDiscoverer('openapi', reader).discover({ kind: 'text', text }, options())
    expect(discovery?.drafts.map(({ name }) => name)).toEqual(['${Stage} API', 'Shared'])
    expect(discovery?.drafts[1]?.metadata).toMatchObject({ operations: [{ id: 'two' }] })
  })

  it('is known where its version stands behind megabytes', async () => {
    const text = `{"paths":{${'"/x":{"get":{"summary":"X"}},'.repeat(4000)}"/y":{}},"openapi":"3.0.0"}`
    const target = await fileTarget(directory, 'late.json', text)
    const discoverer = createApiDiscoverer('openapi', reader)
    expect(discoverer.recognises(target)).toBe(true)
    expect((await discoverer.discover(target, options()))?.drafts.length).toBe(2)
    expect(await createApiDiscoverer('swagger', reader).discover(target, options())).toBeNull()
  })

  it('lists two thousand operations and counts the others', async () => {
    const paths = Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`/p${index}`, { get: {} }]))
    const target = await fileTarget(directory, 'many.json', JSON.stringify({ openapi: '3.0.0', paths }))
    const discovery = await createApiDiscoverer('openapi', reader).discover(target, options())
    expect(discovery?.drafts.length).toBe(2001)
    expect(rootOf(discovery).metadata.operationsTotal).toBe(2500)
    expect(rootOf(discovery).usageInfo).toContain('Only the first 2000 of its 2500 operations are listed.')
  })
})

describe('a Swagger document', () => {
  it('becomes an API, with the fields of a form as body', async () => {
    const document = {
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      host: 'user:password@old.example',
      basePath: '/v2',
      schemes: ['https', 'http'],
      consumes: ['application/json'],
      securityDefinitions: { login: { type: 'oauth2', flow: 'implicit' } },
      definitions: { Item: { properties: { title: { type: 'string' } } } },
      paths: {
        '/items': {
          post: { parameters: [{ in: 'body', name: 'body', schema: { $ref: '#/definitions/Item' } }] },
          get: { responses: { 200: { schema: { type: 'array', items: { $ref: '#/definitions/Item' } } } } },
        },
        '/upload': {
          post: {
            security: [{ login: ['write'] }],
            parameters: [{ in: 'formData', name: 'file', type: 'file', required: true }],
          },
        },
      },
    }
    const target = await fileTarget(directory, 'old.json', JSON.stringify(document))
    const discoverer = createApiDiscoverer('swagger', reader)
    expect(discoverer.recognises(target)).toBe(true)
    expect(createApiDiscoverer('openapi', reader).recognises(target)).toBe(false)
    const discovery = await discoverer.discover(target, options())
    for (const draft of discovery?.drafts ?? []) resourceDraft.parse(draft)
    expect(rootOf(discovery).metadata).toMatchObject({
      format: 'swagger2',
      servers: ['https://old.example/v2', 'http://old.example/v2'],
      auth: [{ name: 'login', place: { kind: 'accessToken', scheme: 'OAuth 2 (implicit)' } }],
      operations: [
        { method: 'GET', path: '/items', parameters: [] },
        { method: 'POST', path: '/items', parameters: [{ name: 'title', in: 'body', type: 'string' }] },
        { method: 'POST', path: '/upload', parameters: [{ name: 'file', in: 'body', type: 'file', required: true }] },
      ],
    })
    expect(discovery?.drafts.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready', 'needsSecret'])
  })
})
