import type { Migration } from './migration'

/** A name as members have it, of the text that earlier versions made of it: “Executor 1”, “sales.sqlite #2”. */
const nameOf = (text: string, known: string): string => `jsonb_build_object(
  'type', coalesce(${known}.type, 'tool'), 'resourceId', ${known}.resource_id,
  'name', regexp_replace(regexp_replace(${text}, ' #[0-9]+$', ''), '^Questions about ', ''),
  'number', (regexp_match(${text}, ' #([0-9]+)$'))[1]::integer)`

const isOldServer = `'^Model server at port ([0-9]+)$'`

/** Names that Quarry gave are worded where they are read: rows hold the database's name, the address, the number. */
const rowRepairs = [
  `update steps set executor = jsonb_build_object('type', 'executor', 'resourceId', null, 'name', null,
     'number', (regexp_match(executor #>> '{}', '([0-9]+)$'))[1]::integer)
   where jsonb_typeof(executor) = 'string'`,
  `update steps set resources = (
     select jsonb_agg(${nameOf('held.name', 'known')} order by held.position)
     from jsonb_array_elements_text(steps.resources) with ordinality as held (name, position)
     left join lateral (
       select m.type, m.resource_id from pool_members m
       where m.name = held.name and m.resource_id is not null limit 1) known on true)
   where jsonb_typeof(resources -> 0) = 'string'`,
  `update resource_registry set name = regexp_replace(name, '^Questions about ', '')
   where resource_type = 'text2sql' and name like 'Questions about _%'`,
  `update resource_registry set name = regexp_replace(name, ${isOldServer}, 'localhost:\\1'),
     description = replace(description, name, regexp_replace(name, ${isOldServer}, 'localhost:\\1'))
   where resource_type = 'model' and name ~ ${isOldServer}`,
  `update resource_registry set metadata = metadata || jsonb_build_object('titles',
     to_jsonb(coalesce(string_to_array((regexp_match(description, ' Among them: (.+)[.]$'))[1], '; '), '{}')))
   where resource_type = 'knowledge_base' and metadata -> 'titles' is null`,
  `update resource_match_history set matched_resources = (
     select jsonb_agg(case
       when matched.one ->> 'resourceId' like 'text2sql:%' then
         jsonb_set(matched.one, '{name}', to_jsonb(regexp_replace(matched.one ->> 'name', '^Questions about ', '')))
       when matched.one ->> 'resourceId' like 'model:%' then
         jsonb_set(matched.one, '{name}', to_jsonb(regexp_replace(matched.one ->> 'name', ${isOldServer}, 'localhost:\\1')))
       else matched.one end order by matched.position)
     from jsonb_array_elements(resource_match_history.matched_resources) with ordinality as matched (one, position))
   where jsonb_array_length(matched_resources) > 0
     and (matched_resources::text like '%Questions about %' or matched_resources::text like '%Model server at port %')`,
]

export const names: Migration = {
  version: 16,
  name: 'names',
  sql: `
alter table steps alter column executor type jsonb using to_jsonb(executor);
alter table pool_members alter column name drop not null;
alter table pool_members add column number integer;
${rowRepairs.join(';\n')};
update pool_members set name = case when resource_id is null then null
    else regexp_replace(regexp_replace(name, ' #[0-9]+$', ''), '^Questions about ', '') end,
  number = (regexp_match(name, case when resource_id is null then ' ([0-9]+)$' else ' #([0-9]+)$' end))[1]::integer
  where resource_id is null or name ~ ' #[0-9]+$' or name like 'Questions about %'`,
  rowRepairs,
}
