import type { Migration } from './migration'

/**
 * Which passages got vectors, left or changed project, in the order in which that was committed: an index of vectors that
 * is kept in a file says up to which change it goes, and catches up from there. Changes that it has taken in are dropped;
 * `projects.vector_changes_dropped` says up to which, so that an older file is seen to lack some.
 */
export const vectorChanges: Migration = {
  version: 28,
  name: 'vector changes',
  sql: `
create table vector_changes (
  change_id bigint generated always as identity primary key,
  project_id text not null references projects,
  -- Outlives the passage.
  passage_id bigint not null
);
create index vector_changes_project on vector_changes (project_id, change_id);
alter table projects add column vector_changes_dropped bigint not null default 0;

create function note_added_vectors() returns trigger language plpgsql as $$
begin
  insert into vector_changes (project_id, passage_id)
    select distinct p.project_id, p.passage_id from added join passages p using (passage_id);
  return null;
end $$;
create trigger note_added_vectors after insert on passage_vectors
  referencing new table as added for each statement execute function note_added_vectors();

create function note_removed_passages() returns trigger language plpgsql as $$
begin
  insert into vector_changes (project_id, passage_id) select project_id, passage_id from removed;
  return null;
end $$;
create trigger note_removed_passages after delete on passages
  referencing old table as removed for each statement execute function note_removed_passages();
`,
}
