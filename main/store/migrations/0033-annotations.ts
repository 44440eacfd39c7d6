import type { Migration } from './migration'

/**
 * Highlights and notes of a person on sources. The quote finds its place again when the source is read anew; words are
 * segmented in `search_text`, as in passages.
 */
export const annotations: Migration = {
  version: 33,
  name: 'annotations',
  sql: `
create table annotations (
  annotation_id text primary key,
  source_id text not null references sources on delete cascade,
  start_offset integer,
  end_offset integer,
  quote text not null,
  note text not null,
  search_text text not null,
  search tsvector generated always as (to_tsvector('english', search_text)) stored,
  updated_at timestamptz not null default now(),
  check ((start_offset is null) = (end_offset is null))
);
create index annotations_source on annotations (source_id, start_offset);
create index annotations_search on annotations using gin (search);
`,
}
