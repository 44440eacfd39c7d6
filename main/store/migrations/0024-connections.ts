import type { Migration } from './migration'

/**
 * What was allowed or refused to connect, for the whole app: a line stays where its project or session goes, without saying
 * whose it was.
 */
export const connections: Migration = {
  version: 24,
  name: 'connections',
  sql: `
create table connections (
  connection_id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind in ('connection', 'datagram', 'name', 'program')),
  host text,
  port integer,
  decision text not null check (decision in ('allowed', 'refused', 'unwatched')),
  count integer not null,
  process text not null,
  tool text,
  of_resource text,
  of_project text references projects on delete set null,
  of_session text references sessions on delete set null
);
`,
}
