import type { Migration } from './migration'

export const reportVersions: Migration = {
  version: 4,
  name: 'report-versions',
  sql: `
-- A follow-up question makes the next version of the report; the versions before it stay as they are.
alter table reports add column version integer not null default 1;
alter table citations drop constraint citations_pkey, add column version integer not null default 1;
alter table reports drop constraint reports_pkey, add primary key (session_id, version);
alter table citations add primary key (session_id, version, n);
alter table plans add column report_version integer not null default 1;

alter table sessions
  -- The version that is worked on, or was finished last.
  add column report_version integer not null default 1,
  -- What the finished steps left open: the next plan adds steps for it. Null where nothing is known to be missing.
  add column gaps jsonb,
  -- How often steps were added for the question of this version.
  add column added_rounds integer not null default 0`,
}
