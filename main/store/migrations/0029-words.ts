import type { Migration } from './migration'

/**
 * The words of each project's sections, with the number of sections that have them: what a word that is being typed may
 * become. Kept by triggers on the sections, so that words leave with the last text that has them. Ordered by code point,
 * so that the words that begin alike are one range of the index.
 */
export const words: Migration = {
  version: 29,
  name: 'words',
  sql: `
create table words (
  project_id text not null references projects,
  word text collate "C" not null,
  sections integer not null,
  primary key (project_id, word)
);
create index words_unused on words (project_id) where sections <= 0;

-- As much of a section as the parser takes for sure; numbers and what no person types are none.
create function words_of(search_text text) returns setof text language sql immutable as $$
  select lexeme from unnest(to_tsvector('simple', left(search_text, 100000)))
  where length(lexeme) <= 40 and lexeme ~ '[^0-9[:punct:]]'
$$;

insert into words (project_id, word, sections)
  select project_id, word, count(*) from sections cross join lateral words_of(search_text) as word group by 1, 2;

create function count_words() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update words w set sections = w.sections - gone.sections
      from (select project_id, word, count(*) as sections
            from removed cross join lateral words_of(search_text) as word group by 1, 2) gone
      where w.project_id = gone.project_id and w.word = gone.word;
  end if;
  if tg_op <> 'DELETE' then
    insert into words (project_id, word, sections)
      select project_id, word, count(*) from added cross join lateral words_of(search_text) as word group by 1, 2
      on conflict (project_id, word) do update set sections = words.sections + excluded.sections;
  end if;
  if tg_op <> 'INSERT' then
    delete from words where sections <= 0 and project_id in (select project_id from removed);
  end if;
  return null;
end $$;
create trigger count_added_words after insert on sections
  referencing new table as added for each statement execute function count_words();
create trigger count_changed_words after update on sections
  referencing old table as removed new table as added for each statement execute function count_words();
create trigger count_removed_words after delete on sections
  referencing old table as removed for each statement execute function count_words();
`,
}
