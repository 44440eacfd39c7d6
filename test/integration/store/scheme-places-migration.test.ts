import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('words for schemes of the version before become the places that they said', async () => {
  const { database, upgrade } = await databaseBefore('scheme places')
  const schemes = [
    'API key in header X-Key',
    'API key in Query my key',
    'API key in header',
    'HTTP bearer JWT',
    'HTTP Basic',
    'HTTP digest',
    'OAuth 2 (implicit)',
    'OpenID Connect',
    '',
  ]
  const metadata = (auth: readonly unknown[]) => ({ type: 'api', auth })
  await database.query(
    `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
       flavour, origin, status, texts_hash)
     select id, 'default', 'api', id, '', '', metadata::jsonb, '', '{}', 'ready', 'h'
     from (values ('api:a', $1), ('api:b', '{"type":"api","auth":[]}')) as kept (id, metadata)`,
    [JSON.stringify(metadata(schemes.map((scheme, at) => ({ name: `s${at}`, scheme }))))],
  )
  await upgrade()
  const places = [
    { kind: 'key', in: 'header', name: 'X-Key' },
    { kind: 'key', in: 'query', name: 'my key' },
    { kind: 'unsupported', scheme: 'API key in header' },
    { kind: 'bearer' },
    { kind: 'basic' },
    { kind: 'unsupported', scheme: 'HTTP digest' },
    { kind: 'accessToken', scheme: 'OAuth 2 (implicit)' },
    { kind: 'accessToken', scheme: 'OpenID Connect' },
    { kind: 'unsupported', scheme: '' },
  ]
  expect(await database.query('select metadata from resource_registry order by resource_id')).toEqual([
    { metadata: metadata(places.map((place, at) => ({ name: `s${at}`, place }))) },
    { metadata: metadata([]) },
  ])
})
