import type { Migration } from './migration'

/**
 * What the names of versions of one document share: without ending, date, number and words such as “draft”. Null where next to
 * nothing is left.
 */
export const nameStems: Migration = {
  version: 36,
  name: 'name stems',
  sql: String.raw`
create function name_stem(name text) returns text immutable language sql as $$
  select case when length(stem) >= 2 then stem end from (select
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      replace(lower(name), '_', ' '),
      '\.[a-z][a-z0-9]{0,4}$', ''),
      '(^|[^0-9])(19|20)[0-9]{2}[-. ]?(0[1-9]|1[0-2])([-. ]?(0[1-9]|[12][0-9]|3[01]))?($|[^0-9])', ' ', 'g'),
      '(^|[-. (])(v|ver|version|rev|revision)[-. ]?[0-9]+([.][0-9]+)*', ' ', 'g'),
      '\m(draft|final|copy|old|new|latest|updated)\M|第[0-9一二三四五六七八九十]+版|初稿|草稿|终稿|定稿|最终版|修订版|副本|版本|\([0-9]+\)', ' ', 'g'),
      '[][[:space:].()（）【】-]+', '', 'g') as stem) as stems
$$;
alter table sources add column name_stem text generated always as (name_stem(name)) stored;
create index sources_name_stem on sources (project_id, name_stem);
`,
}
