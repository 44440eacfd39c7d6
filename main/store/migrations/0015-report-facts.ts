import type { Migration } from './migration'

/** SQL of type jsonb: the elements of a jsonb array in their order, each made into `to`; none of what is no array. */
const eachOf = (array: string, as: string, to: string): string =>
  `(select coalesce(jsonb_agg(${to} order by ${as}_at), '[]')
    from jsonb_array_elements(case jsonb_typeof(${array}) when 'array' then ${array} else '[]' end)
      with ordinality as ${as}s (${as}, ${as}_at))`

const told = (text: string): string =>
  `jsonb_build_object('kind', 'told', 'values', jsonb_build_object('text', coalesce(${text}, '')))`

const sentence = `case when sentence ->> 'method' = 'none'
  then sentence - '{text,verdict,reason}'::text[] || jsonb_build_object('fact', ${told("sentence ->> 'text'")})
  else sentence || jsonb_build_object('reason',
    case when sentence ->> 'reason' is null then 'null' else ${told("sentence ->> 'reason'")} end) end`

const section = `case when section ->> 'kind' = 'aspect' then section else section - 'heading' end
  || jsonb_build_object('sentences', ${eachOf("section -> 'sentences'", 'sentence', sentence)})`

const rowRepairs = [
  `update reports set body = body || jsonb_build_object(
  'language', case body ->> 'language' when 'zh' then 'zh-CN' else 'en' end,
  'sections', ${eachOf("body -> 'sections'", 'section', section)})
where body ? 'sections'`,
]

/** Quarry's own sentences and the reasons of verdicts are facts; what reports said of both before is told as it stands. */
export const reportFacts: Migration = { version: 15, name: 'report facts', sql: rowRepairs.join(';\n'), rowRepairs }
