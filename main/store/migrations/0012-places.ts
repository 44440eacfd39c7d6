import type { Migration, RowUpgrade } from './migration'

/** A place in a source, from what rows before this version kept of it. Each parameter is SQL of type jsonb. */
function sourcePlace(of: {
  readonly sourceId: string
  readonly locator: string
  readonly passageId: string
  readonly name: string
  readonly title: string
  readonly headings: string
  readonly contentHash: string
}): string {
  const { locator } = of
  return `jsonb_build_object('kind', 'source', 'sourceId', ${of.sourceId},
    'start', coalesce(${locator} -> 'start', '0'), 'end', coalesce(${locator} -> 'end', '0'),
    'page', ${locator} -> 'page', 'lineStart', coalesce(${locator} -> 'lineStart', '1'),
    'lineEnd', coalesce(${locator} -> 'lineEnd', '1'), 'passageId', ${of.passageId},
    'sourceName', coalesce(${of.name}, '""'), 'sourceTitle', ${of.title}, 'headingPath', coalesce(${of.headings}, '[]'),
    'contentHash', ${of.contentHash})`
}

const upgradeCitation: RowUpgrade = (row) =>
  `${row} || jsonb_build_object('place', ${sourcePlace({
    sourceId: `${row} -> 'source_id'`,
    locator: `(${row} -> 'locator')`,
    passageId: `${row} -> 'passage_id'`,
    name: `${row} -> 'source_name'`,
    title: `${row} -> 'source_title'`,
    headings: `${row} -> 'heading_path'`,
    contentHash: `${row} -> 'source_content_hash'`,
  })})`

const upgradeObservation: RowUpgrade = (row) => {
  const kept = `(${row} -> 'evidence')`
  const place = sourcePlace({
    sourceId: `coalesce(${kept} -> 'locator' -> 'sourceId', '"unknown"')`,
    locator: `(${kept} -> 'locator')`,
    passageId: `${row} -> 'passage_id'`,
    name: `${kept} -> 'sourceName'`,
    title: `${kept} -> 'sourceTitle'`,
    headings: `${kept} -> 'headingPath'`,
    contentHash: 'null::jsonb',
  })
  return `${row} || jsonb_build_object('sentence', coalesce(${kept} -> 'sentence', '""'), 'place', ${place},
    'score', coalesce(${kept} -> 'score', '0'), 'reason', ${kept} -> 'hit')`
}

/** Its citations are rows of their own. */
const upgradeReport: RowUpgrade = (row) => `${row} || jsonb_build_object('body', (${row} -> 'body') - 'citations')`

/** Columns that name what a place is in, made from it and from nothing else. */
const placeColumns = `
  alter column place set not null,
  add column place_kind text not null generated always as (place ->> 'kind') stored
    check (place_kind in ('source', 'query', 'call')),
  add column source_id text generated always as (place ->> 'sourceId') stored,
  add column passage_id bigint generated always as ((place ->> 'passageId')::bigint) stored,
  add column resource_id text generated always as (place ->> 'resourceId') stored,
  add check ((place_kind = 'source') = (source_id is not null)),
  add check ((place_kind <> 'source') = (resource_id is not null))`

/** Evidence and citations rest on a place: in a source, in the rows of a query, in the result of a call. */
export const places: Migration = {
  version: 12,
  name: 'places',
  upgradeRow: { citations: upgradeCitation, observations: upgradeObservation, reports: upgradeReport },
  sql: `
alter table citations add column place jsonb;
update citations c set place = (${upgradeCitation('to_jsonb(c)')}) -> 'place';
alter table citations drop column source_id, drop column passage_id, drop column locator, drop column source_name,
  drop column source_title, drop column source_content_hash, drop column heading_path;
alter table citations ${placeColumns},
  add column source_content_hash text generated always as (place ->> 'contentHash') stored;
create index citations_source on citations (source_id);
create index citations_resource on citations (resource_id);

alter table observations add column place jsonb, add column sentence text, add column score double precision,
  add column reason jsonb;
update observations o set place = made.row -> 'place', sentence = made.row ->> 'sentence',
  score = (made.row -> 'score')::double precision, reason = nullif(made.row -> 'reason', 'null')
from (select plan_id, step_id, ordinal, ${upgradeObservation('to_jsonb(b)')} as row from observations b) made
where made.plan_id = o.plan_id and made.step_id = o.step_id and made.ordinal = o.ordinal;
update observations o set place = jsonb_set(o.place, '{contentHash}', to_jsonb(s.content_hash))
from sources s where s.source_id = o.place ->> 'sourceId' and s.content_hash is not null;
alter table observations drop column passage_id, drop column evidence, alter column sentence set not null,
  alter column score set not null;
alter table observations ${placeColumns};
create index observations_source on observations (source_id);

update reports set body = body - 'citations'`,
}
