import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceDraft } from '../../../../contract/resources/resource'
import { createApiDiscoverer } from '../../../../main/resources/discoverers/documents/api-discovery'
import {
  createDocumentReader,
  type DocumentReader,
} from '../../../../main/resources/discoverers/documents/document-reader'
import { options, workersDir } from './documents'

let reader: DocumentReader
beforeAll(() => {
  reader = createDocumentReader({ workersDir })
})
afterAll(() => reader.close())

async function discover(collection: unknown) {
  const target = { kind: 'text' as const, text: JSON.stringify(collection) }
  const discoverer = createApiDiscoverer('postman', reader)
  expect(discoverer.recognises(target)).toBe(true)
  const discovery = await discoverer.discover(target, options())
  for (const draft of discovery?.drafts ?? []) resourceDraft.parse(draft)
  return discovery
}

const schema = (version: string) => `https://schema.getpostman.com/json/collection/v${version}/collection.json`

describe('a Postman collection', () => {
  it('of format 2.1: nested folders, variables, inherited authentication', async () => {
    const discovery = await discover({
      info: {
        name: 'Shop',
        schema: schema('2.1.0'),
        description: { content: 'Orders and **users**', type: 'text/markdown' },
      },
      variable: [
        { key: 'base', value: 'https://shop.example/v1' },
        { key: 'apiToken', value: 'tok.secret-one' },
      ],
      auth: { type: 'bearer', bearer: [{ key: 'token', value: 'live-token-1', type: 'string' }] },
      item: [
        {
          name: 'Users',
          description: 'People',
          item: [
            {
              name: 'Deep',
              item: [
                {
                  name: 'Get user',
                  request: {
                    method: 'GET',
                    url: {
                      raw: '{{base}}/users/:id?expand=true&api_key=k1',
                      query: [
                        { key: 'expand', description: 'What to add' },
                        { key: 'api_key', value: 'k1' },
                      ],
                      variable: [{ key: 'id', description: 'Which one' }],
                    },
                    header: [
                      { key: 'Authorization', value: 'Bearer live-token-2' },
                      { key: 'X-Trace', value: 'on' },
                    ],
                  },
                },
              ],
            },
          ],
        },
        {
          name: 'Open',
          request: {
            method: 'POST',
            auth: { type: 'noauth' },
            url: '{{base}}/open',
            body: { mode: 'raw', raw: '{"title":"x","tags":[]}' },
          },
        },
        {
          name: 'Open',
          request: {
            method: 'POST',
            auth: null,
            url: '{{base}}/open',
            body: { mode: 'urlencoded', urlencoded: [{ key: 'field' }] },
          },
        },
      ],
    })
    const [root, user, open, again] = discovery?.drafts ?? []
    expect(root).toMatchObject({
      name: 'Shop',
      status: 'ready',
      metadata: {
        format: 'postman',
        version: '2.1',
        servers: ['https://shop.example'],
        auth: [{ name: 'bearer', place: { kind: 'bearer' } }],
        operationsTotal: 3,
      },
    })
    expect(user).toMatchObject({
      name: 'Get user',
      parentId: root?.resourceId,
      metadata: {
        operations: [
          {
            method: 'GET',
            path: '/v1/users/:id',
            auth: ['bearer'],
            parameters: [
              { name: 'id', in: 'path', required: true, description: 'Which one' },
              { name: 'expand', in: 'query', description: 'What to add' },
              { name: 'api_key', in: 'query' },
              { name: 'X-Trace', in: 'header' },
            ],
          },
        ],
      },
    })
    expect(user?.description).toContain('Part of Shop, Users, Deep.')
    expect(open?.metadata).toMatchObject({
      operations: [
        { auth: [], parameters: [{ name: 'body', type: 'raw' }, { name: 'title' }, { name: 'tags', type: 'array' }] },
      ],
    })
    expect(again?.resourceId).not.toBe(open?.resourceId)
    expect(discovery?.secrets).toEqual({ [`${root?.resourceId}/bearer`]: 'live-token-1' })
    expect(JSON.stringify(discovery?.drafts)).not.toMatch(/live-token|secret-one|k1/)
  })

  it('of format 2.0: addresses as text, authentication as an object', async () => {
    const discovery = await discover({
      info: { name: 'Old', schema: schema('2.0.0') },
      item: [
        { name: 'A', request: 'https://u:p@old.example/a?b=1' },
        {
          name: 'B',
          request: {
            url: { host: ['{{host}}'], path: ['b', ':c'] },
            auth: { type: 'basic', basic: { username: 'u', password: '{{pw}}' } },
          },
        },
      ],
    })
    const operations = discovery?.drafts
      .slice(1)
      .map(({ status, metadata }) => [status, metadata.type === 'api' ? metadata.operations : []])
    expect(operations).toMatchObject([
      ['ready', [{ method: 'GET', path: '/a', parameters: [{ name: 'b', in: 'query' }] }]],
      ['needsSecret', [{ method: 'GET', path: '/b/:c', auth: ['basic'] }]],
    ])
    expect(discovery?.drafts[0]?.metadata).toMatchObject({ servers: ['https://old.example', '{{host}}'] })
    expect(discovery?.secrets).toEqual({})
  })
})
