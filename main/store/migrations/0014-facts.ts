import type { Migration } from './migration'

const columns = [
  ['steps', 'waits_for'],
  ['session_events', 'detail'],
  ['pool_requests', 'reason'],
  ['allocations', 'reason'],
  ['pool_members', 'error'],
  ['pool_members', 'blocked_by'],
] as const

const told = (text: string): string =>
  `jsonb_build_object('kind', 'told', 'values', jsonb_build_object('text', ${text}))`

/** Sentences become facts that quote them as they are. */
const rowRepairs = [
  ...columns.map(
    ([table, column]) => `update ${table} set ${column} = case when ${column} = '""' then null else ${told(column)} end
where jsonb_typeof(${column}) = 'string'`,
  ),
  ...(['prompt', 'reason'] as const).map(
    (key) => `update messages set body = jsonb_set(body, '{${key}}', ${told(`body -> '${key}'`)})
where kind = 'clarification' and jsonb_typeof(body -> '${key}') = 'string'`,
  ),
]

export const facts: Migration = {
  version: 14,
  name: 'facts',
  sql: `
alter table session_events alter column detail drop default;
alter table session_events alter column detail drop not null;
${columns
  .map(([table, column]) => `alter table ${table} alter column ${column} type jsonb using to_jsonb(${column});`)
  .join('\n')}
${rowRepairs.join(';\n')}`,
  rowRepairs,
}
