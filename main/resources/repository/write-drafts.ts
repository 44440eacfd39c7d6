import { createHash } from 'node:crypto'
import type { ResourceDraft } from '../../../contract/resource'
import type { SqlExecutor } from '../../store'
import { flavourOf, partsOf } from '../kind-of'
import { storedJson, storedText } from '../stored-text'
import { textsOf } from '../vectorizer/texts'

/** Rows of one statement: one with 500 tables of 100 columns each is some megabytes. */
const draftsPerStatement = 500

/** What a write changed. */
export interface WrittenDrafts {
  /** New, or changed in anything that is stored. */
  readonly changed: readonly string[]
  /** Parts that their whole no longer has: marked, not deleted. */
  readonly vanished: readonly string[]
}

/**
 * Writes drafts over what is known of them; use, history and whether a person switched them off stay. A row that would
 * not change is not written.
 * @param stamp size and time of the file that they were made from, see `stampOf`
 */
export async function writeDrafts(
  transaction: SqlExecutor,
  projectId: string,
  drafts: readonly ResourceDraft[],
  stamp: string | null,
): Promise<WrittenDrafts> {
  const changed: string[] = []
  // A statement may write a row once only: of two drafts of one id the later counts.
  const distinct = new Map(drafts.map((draft) => [draft.resourceId, draft]))
  // Wholes before their parts, which refer to them.
  const ordered = [...distinct.values()].sort((a, b) => Number(a.parentId !== null) - Number(b.parentId !== null))
  for (let from = 0; from < ordered.length; from += draftsPerStatement) {
    changed.push(...(await writeSome(transaction, projectId, ordered.slice(from, from + draftsPerStatement), stamp)))
  }
  const wholes = ordered.filter(({ parentId }) => parentId === null).map(({ resourceId }) => resourceId)
  const vanished = await transaction.query<{ resource_id: string }>(
    `update resource_registry set status = 'missing', updated_at = now()
     where project_id = $1 and parent_id = any($2::text[]) and status <> 'missing'
       and resource_id not in (select jsonb_array_elements_text($3::jsonb)) returning resource_id`,
    [projectId, wholes, JSON.stringify(ordered.map(({ resourceId }) => resourceId))],
  )
  return { changed, vanished: vanished.map((row) => row.resource_id) }
}

async function writeSome(
  transaction: SqlExecutor,
  projectId: string,
  drafts: readonly ResourceDraft[],
  stamp: string | null,
): Promise<string[]> {
  const written = await transaction.query<{ resource_id: string }>(
    `insert into resource_registry as r (resource_id, project_id, resource_type, parent_id, name, description,
       capabilities, usage_info, metadata, flavour, parts, origin, origin_stamp, status, error, texts_hash)
     select d.id, $1, d.type, d.parent, d.name, d.description, d.capabilities, d.usage, d.metadata, d.flavour, d.parts,
       d.origin, d.stamp, d.status, d.error, d.hash
     from jsonb_to_recordset($2::jsonb) as d(id text, type text, parent text, name text, description text,
       capabilities jsonb, usage text, metadata jsonb, flavour text, parts integer, origin jsonb, stamp text,
       status text, error jsonb, hash text)
     on conflict (resource_id) do update set parent_id = excluded.parent_id, name = excluded.name,
       description = excluded.description, capabilities = excluded.capabilities, usage_info = excluded.usage_info,
       metadata = excluded.metadata, flavour = excluded.flavour, parts = excluded.parts, origin = excluded.origin,
       origin_stamp = excluded.origin_stamp, status = excluded.status, error = excluded.error,
       texts_hash = excluded.texts_hash, updated_at = now()
     where (r.parent_id, r.name, r.description, r.capabilities, r.usage_info, r.metadata, r.origin, r.origin_stamp,
         r.status, r.error, r.texts_hash)
       is distinct from (excluded.parent_id, excluded.name, excluded.description, excluded.capabilities,
         excluded.usage_info, excluded.metadata, excluded.origin, excluded.origin_stamp, excluded.status,
         excluded.error, excluded.texts_hash)
     returning r.resource_id`,
    [projectId, storedJson(drafts.map((draft) => rowOf(draft, stamp)))],
  )
  return written.map((row) => row.resource_id)
}

function rowOf(draft: ResourceDraft, stamp: string | null): object {
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
    // A person switches off by `setActive`, which a discoverer knows nothing of.
    status: draft.status === 'disabled' ? 'ready' : draft.status,
    error: draft.error,
    hash: createHash('sha256')
      .update(JSON.stringify(textsOf(draft)))
      .digest('hex'),
  }
}
