import { setMaxListeners } from 'node:events'
import { toErrorShape } from '../../../contract/errors'
import type { PreparedPassages } from '../../../contract/library/extract'
import type { Database } from '../../store'
import type { PassageVector } from '../indexing/index-rows'
import type { EmbeddingBatcher } from './embedding-batcher'
import { copied, copiesIn, vectorsOfIdentical } from './identical'
import type { EmbeddedIngest, EmbeddedOutcome, IngestFailure, ReadSource, TellsEmbedded } from './ingest-steps'

/**
 * Texts of one source that are embedded before it is in the index: under a minute's work, a book of 400 pages. A longer one
 * is found by its words at once, and its vectors follow batch by batch, each kept: else whoever ends Quarry in the middle
 * would lose all of them, at every start.
 */
const textsEmbeddedAtOnce = 2000

export interface EmbeddingDependencies {
  readonly database: Database
  readonly projectId: string
  /** Id of the model that embeds. */
  readonly model: string
  /** Told how many more passages are done with their vectors, or need none. */
  readonly onEmbedded: (passages: number) => void
  readonly batcher: EmbeddingBatcher
}

/** Embeds what was read, each text once; what is known by its content takes the vectors that are there. */
export async function embedPassages(
  { read, onProgress }: TellsEmbedded,
  { database, projectId, model, batcher, onEmbedded }: EmbeddingDependencies,
  signal: AbortSignal,
): Promise<EmbeddedOutcome> {
  const embedded: EmbeddedIngest[] = []
  const failures: IngestFailure[] = []
  // What one call of the encoder brought is told at once, for all files that were in it.
  let counts = new Map<string, number>()
  const tell = () => {
    onProgress(counts)
    counts = new Map()
  }
  const known = await vectorsOfIdentical(database, projectId, model, read)
  const embedOne = async (ingest: ReadSource) => {
    const { passages } = ingest.prepared
    const vectorsThere = known.get(ingest.source.source_id)
    if (vectorsThere !== undefined) {
      embedded.push({ ...ingest, vectors: vectorsThere })
      onEmbedded(passages.count)
      return
    }
    const texts = encoderTextsOf(passages)
    // What stands there a thousand times is embedded once.
    const places = new Map<string, number>()
    for (const text of texts) if (!places.has(text)) places.set(text, places.size)
    if (places.size > textsEmbeddedAtOnce) {
      embedded.push({
        ...ingest,
        vectors: Array.from(passages.covered, (covered) => (covered === 1 ? 'later' : 'keyword')),
      })
      return
    }
    const repeated = texts.length - places.size
    let doneBefore = 0
    onEmbedded(passages.count - places.size)
    try {
      const vectors = await batcher.embed([...places.keys()], {
        signal,
        onProgress: (done) => {
          if (counts.size === 0) queueMicrotask(tell)
          counts.set(ingest.source.source_id, repeated + done)
          onEmbedded(done - doneBefore)
          doneBefore = done
        },
      })
      let next = 0
      embedded.push({
        ...ingest,
        vectors: Array.from(passages.covered, (covered) =>
          covered === 1 ? meaningful(vectors[places.get(texts[next++]!)!]!.slice()) : 'keyword',
        ),
      })
    } catch (error) {
      failures.push({ sourceId: ingest.source.source_id, error: toErrorShape(error) })
    }
  }
  // Each file of the batch listens for the one cancellation.
  setMaxListeners(0, signal)
  const copies = copiesIn(read)
  await Promise.all(read.filter((ingest) => !copies.has(ingest)).map(embedOne))
  for (const [copy, original] of copies) {
    const vectors = embedded.find(({ source }) => source === original.source)?.vectors
    const failure = failures.find(({ sourceId }) => sourceId === original.source.source_id)
    if (vectors !== undefined) embedded.push({ ...copy, vectors: vectors.map(copied) })
    else if (failure !== undefined) failures.push({ ...failure, sourceId: copy.source.source_id })
    onEmbedded(copy.prepared.passages.count)
  }
  return { embedded, failures }
}

function encoderTextsOf({ encoderText, encoderEnds }: PreparedPassages): string[] {
  return Array.from(encoderEnds, (end, index) => encoderText.slice(encoderEnds[index - 1] ?? 0, end))
}

/** The vector, unless it is all zeros: the encoder knew no token of the text, so only keywords find it. */
function meaningful(vector: Float32Array): PassageVector {
  return vector.some((component) => component !== 0) ? vector : 'keyword'
}
