import { createHash } from 'node:crypto'
import type { ErrorShape } from '../../../contract/error-shape'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { Inference } from '../../inference'
import type { Database } from '../../store'
import {
  markVectorError,
  type NewVector,
  nextPending,
  type PendingResource,
  writeVectors,
} from '../repository/vector-rows'
import { textsOf, vectorTypes } from './texts'
import type { BatchOutcome } from './vectorizer-machine'

export type ResourceEncoder = Pick<Inference, 'model' | 'embed' | 'covers'>

/** Four texts each: a transaction of 256 vectors takes some 10 ms, during which other queries wait. */
const resourcesPerBatch = 64

export interface EmbeddedBatch extends BatchOutcome {
  readonly vectorized: readonly string[]
}

/**
 * Embeds the next resources: of each only the texts whose hash is not that of the vector there is, and equal texts once.
 * Where a batch fails its resources are tried one by one, so that one that cannot be embedded shows its own error.
 * @param options.onEmbedded told how many texts the encoder was given
 * @param wanted resources that may be due (null: all), and those that failed a moment ago and wait
 * @throws QuarryError `store.*`, `cancelled`
 */
export async function embedBatch(
  options: {
    readonly database: Database
    readonly encoder: ResourceEncoder
    readonly projectId: string
    readonly onEmbedded: (texts: number) => void
  },
  wanted: { readonly among: readonly string[] | null; readonly besides: readonly string[] },
  signal: AbortSignal,
): Promise<EmbeddedBatch> {
  const { database, encoder, projectId } = options
  const { model } = encoder
  const batch = await nextPending(database, projectId, model.id, wanted, resourcesPerBatch)
  const failed: string[] = []
  let error: ErrorShape | null = null
  let vectorized: string[] = []
  if (batch.length > 0) {
    const changed = batch.flatMap(changedTexts)
    let made: NewVector[]
    try {
      made = await embedTexts(changed, options, signal)
    } catch (cause) {
      rethrowUnlessEmbedding(cause, signal)
      made = []
      for (const resource of batch) {
        const own = changed.filter(({ resourceId }) => resourceId === resource.resource_id)
        try {
          made.push(...(await embedTexts(own, options, signal)))
        } catch (ownCause) {
          rethrowUnlessEmbedding(ownCause, signal)
          failed.push(resource.resource_id)
          error = toErrorShape(ownCause)
        }
      }
    }
    if (error !== null) await markVectorError(database, projectId, failed, error)
    const whole = batch.filter((resource) => !failed.includes(resource.resource_id))
    vectorized = await writeVectors(database, projectId, model, whole, made)
  }
  return { vectorized, failed, error, more: batch.length === resourcesPerBatch }
}

type ChangedText = Omit<NewVector, 'embedding'>

function changedTexts(resource: PendingResource): ChangedText[] {
  const texts = textsOf({ ...resource, type: resource.resource_type })
  return vectorTypes.flatMap((vectorType) => {
    const content = texts[vectorType]
    const contentHash = createHash('sha256').update(content).digest('hex')
    if (resource.known[vectorType] === contentHash) return []
    return [{ resourceId: resource.resource_id, vectorType, content, contentHash }]
  })
}

/** Null where the encoder does not cover the text or finds no token in it: never a vector of zeros. */
async function embedTexts(
  texts: readonly ChangedText[],
  { encoder, onEmbedded }: { readonly encoder: ResourceEncoder; readonly onEmbedded: (texts: number) => void },
  signal: AbortSignal,
): Promise<NewVector[]> {
  const contents = [...new Set(texts.map(({ content }) => content))].filter(
    (content) => content !== '' && encoder.covers(content),
  )
  const vectors = contents.length === 0 ? [] : await encoder.embed(contents, { signal, priority: 'bulk' })
  onEmbedded(contents.length)
  const byContent = new Map(contents.map((content, index) => [content, vectors[index]!]))
  return texts.map((text) => {
    const vector = byContent.get(text.content)
    return { ...text, embedding: vector?.some((component) => component !== 0) ? vector : null }
  })
}

function rethrowUnlessEmbedding(cause: unknown, signal: AbortSignal): void {
  signal.throwIfAborted()
  if (cause instanceof QuarryError && (cause.code.startsWith('store.') || cause.code === 'cancelled')) throw cause
}
