import { resourceTables } from './0002-resource-tables'
import type { Migration } from './migration'

export const resourcesAndPool: Migration = {
  version: 2,
  name: 'resources-and-pool',
  sql: `
-- What a step needs of the pool beside its executor, why it is blocked, and the members that it held.
alter table steps add column requirements jsonb not null default '[]';
alter table steps add column blocked_by text check (blocked_by in ('resource_shortage', 'missing_resource'));
alter table steps add column resources jsonb not null default '[]';
-- Blocked steps of the version before had nobody in service who could do them.
update steps set blocked_by = 'missing_resource' where state = 'blocked';
${resourceTables}
-- The pool. A member that is one slot of a resource names it; what only reads may be given back after a leak.
alter table pool_members add column resource_id text;
alter table pool_members add column read_only boolean not null default true;
alter table pool_members add column blocked_by text;
-- A task's request for members, from its place in the line to its end; a row of allocations for each member it got.
create table pool_requests (
  request_id text primary key,
  task_id text not null,
  session_id text,
  label text not null,
  holder text,
  requirements jsonb not null,
  priority text not null check (priority in ('low', 'normal', 'high')),
  state text not null check (state in ('allocated', 'executing', 'completed', 'blocked', 'failed')),
  -- Why it is blocked; recoverable where a member in service will fit some day by itself.
  blocked_by text check (blocked_by in ('resource_shortage', 'dependency_not_ready')),
  recoverable boolean not null default true,
  reason text,
  requested_at timestamptz not null,
  granted_at timestamptz,
  executing_at timestamptz,
  lease_until timestamptz,
  ended_at timestamptz
);
create index pool_requests_open on pool_requests (task_id) where ended_at is null;
create index pool_requests_session on pool_requests (session_id);
alter table allocations add column request_id text;
create index allocations_session on allocations (session_id);
create index allocations_ended on allocations (ended_at desc);
create index pool_events_time on pool_events (created_at);
`,
}
