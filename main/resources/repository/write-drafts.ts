import { createHash } from 'node:crypto'
import type { ResourceDraft } from '../../../contract/resources/resource'
import { asJson, type SqlExecutor } from '../../store'
import { flavourOf, partsOf } from '../kind-of'
import { storedText } from '../stored-text'
import { textsOf } from '../vectorizer/texts'

/** Rows of one statement: one with 500 tables of 100 columns each is some megabytes. */
export const rowsPerStatement = 500

/** A draft that is to be a row. */
export interface DraftRow {
  readonly draft: ResourceDraft
  readonly stamp: string | null
  /** Of all that would be written; of a whole, of which parts it has as well. */
  readonly hash: string
  /** Ids of the parts of a whole. */
  readonly parts: readonly string[]
}

/** What a write changed. */
export interface WrittenDrafts {
  /** New, or changed in anything that is stored. */
  readonly changed: readonly string[]
  /** Parts that their whole no longer has: marked, not deleted. */
  readonly vanished: readonly string[]
}

/**
 * Rows of drafts, wholes before their parts, which refer to them. A statement may write a row once only: of two drafts of
 * one id the later counts.
 * @param stampOf size and time of the file that a draft was made from, see `monitor/stamp.ts`
 */
export function rowsOf(
  drafts: readonly ResourceDraft[],
  stampOf: (draft: ResourceDraft) => string | null,
): readonly DraftRow[] {
  const distinct = [...new Map(drafts.map((draft) => [draft.resourceId, draft])).values()]
  const parts = new Map<string, string[]>()
  for (const { resourceId, parentId } of distinct) {
    if (parentId === null) continue
    const siblings = parts.get(parentId)
    if (siblings === undefined) parts.set(parentId, [resourceId])
    else siblings.push(resourceId)
  }
  return distinct
    .sort((a, b) => Number(a.parentId !== null) - Number(b.parentId !== null))
    .map((draft) => {
      const stamp = stampOf(draft)
      const own = parts.get(draft.resourceId) ?? []
      const hash = createHash('sha256').update(JSON.stringify([draft, stamp, own.toSorted()]))
      return { draft, stamp, hash: hash.digest('base64'), parts: own }
    })
}

/**
 * Writes rows over what is known of them, some hundreds in one statement; use, history and whether a person switched them
 * off stay. A plugin that is new, or whose files changed, is off until a person approves it. A row that would not change is not written; parts that their whole no longer has are marked.
 */
export async function writeRows(
  executor: SqlExecutor,
  projectId: string,
  rows: readonly DraftRow[],
): Promise<WrittenDrafts> {
  const wholes = rows.filter(({ draft }) => draft.parentId === null)
  const written = await executor.query<{ resource_id: string; vanished: boolean }>(
    `with written as (insert into resource_registry as r (resource_id, project_id, resource_type, parent_id, name,
       description, capabilities, usage_info, metadata, flavour, parts, origin, origin_stamp, status, error, texts_hash, is_active)
     select d.id, $1, d.type, d.parent, d.name, d.description, d.capabilities, d.usage, d.metadata, d.flavour, d.parts,
       d.origin, d.stamp, d.status, d.error, d.hash, d.metadata->'plugin' is null
     from jsonb_to_recordset($2::jsonb) as d(id text, type text, parent text, name text, description text,
       capabilities jsonb, usage text, metadata jsonb, flavour text, parts integer, origin jsonb, stamp text,
       status text, error jsonb, hash text)
     on conflict (resource_id) do update set parent_id = excluded.parent_id, name = excluded.name,
       description = excluded.description, capabilities = excluded.capabilities, usage_info = excluded.usage_info,
       metadata = excluded.metadata, flavour = excluded.flavour, parts = excluded.parts, origin = excluded.origin,
       origin_stamp = excluded.origin_stamp, status = excluded.status, error = excluded.error,
       texts_hash = excluded.texts_hash, updated_at = now(),
       is_active = r.is_active and (excluded.metadata->'plugin' is null or excluded.metadata->'plugin'->'hash' = r.metadata->'plugin'->'hash')
     where r.project_id = excluded.project_id and (r.parent_id, r.name, r.description, r.capabilities, r.usage_info, r.metadata, r.origin, r.origin_stamp,
         r.status, r.error, r.texts_hash)
       is distinct from (excluded.parent_id, excluded.name, excluded.description, excluded.capabilities,
         excluded.usage_info, excluded.metadata, excluded.origin, excluded.origin_stamp, excluded.status,
         excluded.error, excluded.texts_hash)
     returning r.resource_id),
     vanished as (update resource_registry set status = 'missing', updated_at = now()
     where project_id = $1 and parent_id = any($3::text[]) and status <> 'missing'
       and resource_id not in (select jsonb_array_elements_text($4::jsonb)) returning resource_id)
     select resource_id, false as vanished from written union all select resource_id, true from vanished`,
    [
      projectId,
      asJson(rows.map(columnsOf)),
      wholes.map(({ draft }) => draft.resourceId),
      JSON.stringify(wholes.flatMap(({ parts }) => parts)),
    ],
  )
  const ids = (isVanished: boolean): string[] =>
    written.filter(({ vanished }) => vanished === isVanished).map((row) => row.resource_id)
  return { changed: ids(false), vanished: ids(true) }
}

/** The columns that a discoverer writes. */
function columnsOf({ draft, stamp }: DraftRow): object {
  return {
    id: draft.resourceId,
    type: draft.type,
    parent: draft.parentId,
    name: storedText(draft.name),
    description: draft.description,
    capabilities: draft.capabilities,
    usage: draft.usageInfo,
    metadata: draft.metadata,
    flavour: flavourOf(draft.metadata),
    parts: partsOf(draft.metadata),
    origin: draft.origin,
    stamp,
    status: statusOf(draft),
    error: draft.error,
    hash: createHash('sha256')
      .update(JSON.stringify(textsOf(draft)))
      .digest('hex'),
  }
}

/** A person switches off by `setActive`, which a discoverer knows nothing of. */
export const statusOf = ({ status }: ResourceDraft): Exclude<ResourceDraft['status'], 'disabled'> =>
  status === 'disabled' ? 'ready' : status
