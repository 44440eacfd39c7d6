import type { ErrorShape } from '../../../contract/error-shape'
import type { ResourceType } from '../../../contract/resources/resource'
import { asJson, type EmbeddingModel, registerModel, type SqlExecutor, type SqlValue } from '../../store'
import type { VectorType } from '../vectorizer/texts'

/** A resource whose vectors are not those of its present texts and the present model. */
export interface PendingResource {
  readonly resource_id: string
  readonly resource_type: ResourceType
  readonly name: string
  readonly description: string
  readonly capabilities: string[]
  readonly texts_hash: string
  /** Hashes of the texts that there are vectors of. */
  readonly known: Partial<Record<VectorType, string>>
}

export interface NewVector {
  readonly resourceId: string
  readonly vectorType: VectorType
  readonly content: string
  readonly contentHash: string
  readonly embedding: Float32Array | null
}

const pending = `project_id = $1 and (vectorized_hash is distinct from texts_hash or vectorized_model is distinct from $2)`

export async function countPending(database: SqlExecutor, projectId: string, model: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*) as count from resource_registry where ${pending}`,
    [projectId, model],
  )
  return row?.count ?? 0
}

/** The next ones to embed, of some or all (`among` null), those that are used most first. */
export async function nextPending(
  database: SqlExecutor,
  projectId: string,
  model: string,
  { among, besides }: { readonly among: readonly string[] | null; readonly besides: readonly string[] },
  limit: number,
): Promise<PendingResource[]> {
  return database.query<PendingResource>(
    `select resource_id, resource_type, name, description, capabilities, texts_hash,
       coalesce((select jsonb_object_agg(v.vector_type, v.content_hash) from resource_vectors v
         where v.resource_id = r.resource_id and v.model = $2), '{}') as known
     from resource_registry r where ${pending} and not resource_id = any($3::text[])
       ${among === null ? '' : 'and resource_id = any($5::text[])'}
     order by usage_count desc, parent_id is not null, created_at, resource_id limit $4`,
    [projectId, model, [...besides], limit, ...(among === null ? [] : [[...among]])],
  )
}

/**
 * Writes vectors in binary and marks their resources as vectorised, in one statement; vectors of other models stay. A
 * resource that was dropped, or whose texts changed while they were embedded, is left for the next turn.
 * @returns ids of the resources that are now whole
 */
export async function writeVectors(
  database: SqlExecutor,
  projectId: string,
  model: EmbeddingModel,
  resources: readonly PendingResource[],
  vectors: readonly NewVector[],
): Promise<string[]> {
  await registerModel(database, model)
  const parameters: SqlValue[] = [
    JSON.stringify(resources.map((one) => ({ id: one.resource_id, hash: one.texts_hash }))),
    model.id,
    resources.map((one) => one.resource_id),
    projectId,
  ]
  const values = vectors.map(({ resourceId, vectorType, content, contentHash, embedding }) => {
    const at = parameters.push(resourceId, vectorType, content, contentHash, embedding)
    return `($${at - 4}, $${at - 3}, $${at - 2}, $${at - 1}, $${at}::vector)`
  })
  const written = `, written as (insert into resource_vectors
       (resource_id, vector_type, content, content_hash, embedding, model, dimensions)
     select v.*, $2, vector_dims(v.embedding) from (values ${values.join(', ')}) v (id, vector_type, content, content_hash, embedding)
       where v.id in (select resource_id from marked)
     on conflict (resource_id, vector_type, model) do update
       set content = excluded.content, content_hash = excluded.content_hash, embedding = excluded.embedding,
         dimensions = excluded.dimensions)`
  const rows = await database.query<{ resource_id: string }>(
    `with marked as (update resource_registry r set vectorized_hash = d.hash, vectorized_model = $2,
       vector_error = null, last_vectorized_at = now()
     from json_to_recordset($1::json) as d(id text, hash text)
     where r.project_id = $4 and r.resource_id = any($3::text[]) and r.resource_id = d.id and r.texts_hash = d.hash returning r.resource_id)
     ${values.length === 0 ? '' : written}
     select resource_id from marked`,
    parameters,
  )
  return rows.map((row) => row.resource_id)
}

/** Shows on resources why they could not be embedded; they stay pending. */
export async function markVectorError(
  database: SqlExecutor,
  projectId: string,
  resourceIds: readonly string[],
  error: ErrorShape,
): Promise<void> {
  await database.query(
    `update resource_registry set vector_error = $2::jsonb where project_id = $1 and resource_id = any($3::text[])`,
    [projectId, asJson(error), [...resourceIds]],
  )
}

/** The vectors of resources by the present model: views of shared buffers, to be copied by who keeps them. */
export async function readVectors(
  database: SqlExecutor,
  projectId: string,
  model: string,
  resourceIds: readonly string[],
): Promise<Map<string, Partial<Record<VectorType, Float32Array>>>> {
  const rows = await database.query<{ resource_id: string; vector_type: VectorType; embedding: Float32Array }>(
    `select v.resource_id, v.vector_type, v.embedding from resource_vectors v join resource_registry r using (resource_id)
     where r.project_id = $1 and v.model = $2 and v.resource_id = any($3::text[]) and v.embedding is not null`,
    [projectId, model, [...resourceIds]],
  )
  const byResource = new Map<string, Partial<Record<VectorType, Float32Array>>>()
  for (const row of rows) {
    const vectors = byResource.get(row.resource_id) ?? {}
    vectors[row.vector_type] = row.embedding
    byResource.set(row.resource_id, vectors)
  }
  return byResource
}
