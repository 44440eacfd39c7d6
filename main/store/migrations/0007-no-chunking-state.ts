import type { Migration } from './migration'

export const noChunkingState: Migration = {
  version: 7,
  name: 'no-chunking-state',
  sql: `
-- Sources are cut into passages where they are read: a source that was "chunking" is being read.
alter table sources drop constraint sources_state_check;
update sources set state = 'reading' where state = 'chunking';
alter table sources add constraint sources_state_check
  check (state in ('queued', 'reading', 'embedding', 'indexed', 'failed', 'missing'))`,
}
