import type { Migration } from './migration'

/** @param metadata SQL of type jsonb */
const asFacts = (metadata: string): string => `case when ${metadata} ? 'sampleQuestions'
then jsonb_set(${metadata}, '{sampleQuestions}', coalesce(
  (select jsonb_agg(jsonb_build_object('kind', 'told', 'values', jsonb_build_object('text', question)) order by place)
   from jsonb_array_elements(${metadata} -> 'sampleQuestions') with ordinality as asked (question, place)),
  '[]'::jsonb))
else ${metadata} end`

/** Sample questions of databases as facts: those of the version before stay in their words until the database is looked at again. */
export const sampleQuestions: Migration = {
  version: 48,
  name: 'sample questions',
  sql: `update resource_registry set metadata = ${asFacts('metadata')} where resource_type = 'text2sql';`,
  upgradeRow: {
    resource_registry: (row) => `${row} || jsonb_build_object('metadata', ${asFacts(`(${row} -> 'metadata')`)})`,
  },
}
