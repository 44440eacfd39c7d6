import type { Migration } from './migration'

/**
 * Sections: up to 24 passages in a row (about a thousand words), which BM25 scores as a whole beside each passage, so
 * that a passage is found by its document, too. A source of no more passages is one section; a longer one is cut evenly.
 * They bound what the index parses at once: PostgreSQL refuses a text whose words exceed 1 MB.
 */
export const sections: Migration = {
  version: 18,
  name: 'sections',
  sql: `
create table sections (
  section_id bigint generated always as identity primary key,
  project_id text not null references projects,
  source_id text not null references sources on delete cascade,
  first_ordinal integer not null,
  last_ordinal integer not null,
  search_text text not null,
  unique (source_id, first_ordinal)
);

-- What the passages that there are make of sections, asked by source: title and headings with each passage.
create view sections_of_passages as
select project_id, source_id, min(ordinal) as first_ordinal, max(ordinal) as last_ordinal,
       string_agg(search_text, E'\\n' order by ordinal) as search_text
from (
  select project_id, source_id, ordinal, search_text,
         (row_number() over in_order - 1) * ceil(count(*) over whole / 24.0)::integer / count(*) over whole as part
  from passages
  window whole as (partition by project_id, source_id),
         in_order as (partition by project_id, source_id order by ordinal)
) as placed
group by project_id, source_id, part;

insert into sections (project_id, source_id, first_ordinal, last_ordinal, search_text)
  select project_id, source_id, first_ordinal, last_ordinal, search_text from sections_of_passages
  order by source_id, first_ordinal;
create index sections_search on sections using bm25 (search_text) with (text_config = 'english');
create index sections_project on sections (project_id)`,
}
