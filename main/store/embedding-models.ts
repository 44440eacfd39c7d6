import { QuarryError } from '../../contract/errors'
import { asJson, type SqlExecutor } from './database'

/** What makes vectors: only those of one model, which are all of one length, are ever compared. */
export interface EmbeddingModel {
  readonly id: string
  readonly dimensions: number
}

/**
 * Makes a model known, with what it says of itself. Before that no table takes its vectors, and after it none of
 * another length. To be called before vectors are written; a model that is known costs one look-up.
 * @throws QuarryError `model.invalid` where its id is known with another number of dimensions
 */
export async function registerModel(executor: SqlExecutor, model: EmbeddingModel): Promise<void> {
  const { id, dimensions, ...description } = model
  const [known] = await executor.query<{ dimensions: number }>(
    `with added as (
       insert into embedding_models (model, dimensions, description) values ($1, $2, $3::jsonb)
       on conflict do nothing returning dimensions)
     select dimensions from added union all select dimensions from embedding_models where model = $1 limit 1`,
    [id, dimensions, asJson(description)],
  )
  if (known === undefined || known.dimensions === dimensions) return
  throw new QuarryError(
    'model.invalid',
    `The library has vectors of “${id}” with ${known.dimensions} dimensions; this model has ${dimensions}.`,
    { context: { model: id, dimensions, known: known.dimensions } },
  )
}
