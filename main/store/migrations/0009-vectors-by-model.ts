import type { Migration } from './migration'

/**
 * A vector's column has no length of its own any more: its row names the model and the model's dimensions, which must
 * be those of `embedding_models`, and the check holds the vector to them. No table is rewritten: a constant default and
 * a type without its length change the catalogue alone, the constraints read each row once.
 *
 * A vector stays in its row where a page has room for it (up to about 2,000 dimensions), else it goes out of line:
 * `plain` would refuse it, and the default target would move every vector of 512 out (an exact scan four times slower).
 */
function vectorsByModel(table: string, column: string): string {
  return `
alter table ${table} alter column ${column} type vector;
alter table ${table} alter column ${column} set storage external;
alter table ${table} set (toast_tuple_target = 8160);
alter table ${table} add column dimensions integer default 512;
alter table ${table} alter column dimensions drop default;
alter table ${table} add constraint ${table}_dimensions
  check (${column} is null or (model is not null and dimensions is not null and vector_dims(${column}) = dimensions));
alter table ${table} add constraint ${table}_model
  foreign key (model, dimensions) references embedding_models (model, dimensions);`
}

export const vectorsOfModels: Migration = {
  version: 9,
  name: 'vectors-by-model',
  sql: `
create table embedding_models (
  model text primary key,
  dimensions integer not null check (dimensions between 1 and 16000),
  -- What its encoder says of itself: languages, scripts, tokens at most.
  description jsonb not null default '{}',
  added_at timestamptz not null default now(),
  unique (model, dimensions)
);
insert into embedding_models (model, dimensions)
  select model, 512 from passage_vectors union select model, 512 from resource_vectors
  union select model, 512 from resource_match_history where model is not null;
${vectorsByModel('passage_vectors', 'embedding')}
alter table passage_vectors alter column dimensions set not null;
${vectorsByModel('resource_vectors', 'embedding')}
${vectorsByModel('resource_match_history', 'query_embedding')}
`,
}
