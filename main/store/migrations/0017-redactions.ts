import type { Migration } from './migration'

export const redactions: Migration = {
  version: 17,
  name: 'redactions',
  sql: `
-- Different secrets masked in a source, four hexadecimal digits of each one's hash, and of those that a person said are none.
alter table sources add column redacted integer not null default 0;
alter table sources add column redacted_fingerprints jsonb not null default '[]';
alter table sources add column not_secrets jsonb not null default '[]'`,
}
