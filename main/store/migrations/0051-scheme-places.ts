import type { Migration } from './migration'

const key = `'^API key in (header|query|cookie) (.+)$', 'i'`

/** @param metadata SQL of type jsonb */
const withPlaces = (metadata: string): string => `case when ${metadata} ? 'auth'
then jsonb_set(${metadata}, '{auth}', coalesce(
  (select jsonb_agg(jsonb_build_object('name', one -> 'name', 'place', case
     when scheme ~* '^API key in (header|query|cookie) .' then jsonb_build_object('kind', 'key',
       'in', lower((regexp_match(scheme, ${key}))[1]), 'name', (regexp_match(scheme, ${key}))[2])
     when scheme ~* '^HTTP basic' then '{"kind": "basic"}'::jsonb
     when scheme ~* '^HTTP bearer' then '{"kind": "bearer"}'::jsonb
     when scheme ~* '^(OAuth 2|OpenID Connect)' then jsonb_build_object('kind', 'accessToken', 'scheme', scheme)
     else jsonb_build_object('kind', 'unsupported', 'scheme', scheme) end) order by place)
   from jsonb_array_elements(${metadata} -> 'auth') with ordinality as given (one, place),
     lateral (select one ->> 'scheme') as said (scheme)),
  '[]'::jsonb))
else ${metadata} end`

/** Where a credential of an API goes, which was read back out of the words for its scheme. */
export const schemePlaces: Migration = {
  version: 51,
  name: 'scheme places',
  sql: `update resource_registry set metadata = ${withPlaces('metadata')} where resource_type = 'api';`,
  upgradeRow: {
    resource_registry: (row) => `${row} || jsonb_build_object('metadata', ${withPlaces(`(${row} -> 'metadata')`)})`,
  },
}
