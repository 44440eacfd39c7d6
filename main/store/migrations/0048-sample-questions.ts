import type { Migration } from './migration'

/** Sample questions of databases as facts: those of the version before stay in their words until the database is looked at again. */
export const sampleQuestions: Migration = {
  version: 48,
  name: 'sample questions',
  sql: `
update resource_registry
set metadata = jsonb_set(metadata, '{sampleQuestions}', coalesce(
  (select jsonb_agg(jsonb_build_object('kind', 'told', 'values', jsonb_build_object('text', question)) order by place)
   from jsonb_array_elements(metadata -> 'sampleQuestions') with ordinality as asked (question, place)),
  '[]'::jsonb))
where resource_type = 'text2sql' and metadata ? 'sampleQuestions';`,
}
