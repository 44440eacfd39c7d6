import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { QuarryError } from '../../contract/errors'
import { createCoverage } from '../../contract/library/script-coverage'
import type { EmbedPurpose, EncoderDescription, TokenVectors } from '../../contract/processes/inference'
import type { ThreadsAtWork } from '../threads'
import { readDeclaredDescription } from './declared-description'
import { type Priority, TaskPool } from './task-pool'

export interface EncodeOptions {
  readonly signal?: AbortSignal | undefined
  /** What a person waits for goes first. Default: interactive. */
  readonly priority?: Priority | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

export interface EmbedOptions extends EncodeOptions {
  /** Default: what is looked for, or compared with its like. */
  readonly purpose?: EmbedPurpose | undefined
}

/** The encoder of a model directory, in threads of its own. */
export interface Inference {
  readonly model: EncoderDescription
  /**
   * Sentence vectors, L2-normalised, in order; zeros for a text without any token.
   * @throws QuarryError `inference.queueFull`, `inference.crashed`, `inference.failed`, `cancelled`
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>
  /** Vectors of the texts' tokens, each L2-normalised. Throws as `embed` does. */
  tokenVectors(texts: readonly string[], options?: EncodeOptions): Promise<TokenVectors[]>
  /** Late interaction of a query with each text, -1..1, computed where the token vectors are. Throws as `embed` does. */
  lateInteraction(query: string, texts: readonly string[], options?: EncodeOptions): Promise<Float32Array>
  /** False where the text's script lies outside the encoder: it is found by keyword only. */
  covers(text: string): boolean
  /** Batches that wait or run. */
  queueDepth(): number
  /** Threads that encode right now, of all; null where none does. */
  work(): ThreadsAtWork | null
  /** Loads the model in every thread ahead of the first text, which else waits for it. What goes wrong the first text is told. */
  warm(): void
  close(): Promise<void>
}

/**
 * What one batch holds a thread for is what a person's query waits for at worst. Processor time per passage of 80 words,
 * in batches of 1, 4, 8, 16, 32: 13.3, 12.5, 13.3, 15.0, 17.3 ms (a busy machine): large ones fall out of its caches.
 */
const maxTextsPerBatch = 8
const maxCharactersPerBatch = 6_000
/** English text has about five characters a token, hardly ever more than seven. */
const charactersPerToken = 7
/** Batches of one call that are queued at once: the next lies ready when a thread is free, the rest waits here. */
const batchesAheadPerThread = 2

/**
 * Prepares the encoder's threads. The first loads the model with the first text, the others once more waits than it does in
 * that time, or all with `warm`; one that does not declare everything of itself is loaded at once, to be asked. What is
 * wrong with a declared model is thrown by the first call that encodes.
 * @param options.threads default: the processors at hand, at most 4
 * @param options.queueLimit batches that may wait, per priority
 * @throws QuarryError `model.missing`, `model.invalid`, `inference.crashed`
 */
export async function startInference(options: {
  readonly modelDirectory: string
  readonly workersDir: string
  readonly threads?: number
  readonly queueLimit?: number
}): Promise<Inference> {
  const threads = options.threads ?? Math.min(4, availableParallelism())
  const pool = new TaskPool({
    filename: join(options.workersDir, 'inference.js'),
    threads,
    queueLimit: options.queueLimit ?? 256,
    workerData: { modelDirectory: options.modelDirectory },
  })
  let model: EncoderDescription
  try {
    model = (await readDeclaredDescription(options.modelDirectory)) ?? (await pool.run('describe', null))
  } catch (error) {
    await pool.close()
    throw error
  }
  let loaded: Promise<void> | null = null
  const load = (): Promise<void> => {
    loaded ??= pool.run('describe', null).then((description) => checkDeclared(model, description))
    return loaded
  }

  async function inBatches<Item>(
    texts: readonly string[],
    { signal, priority, onProgress }: EncodeOptions,
    encode: (batch: readonly string[], signal: AbortSignal | undefined, priority: Priority) => Promise<readonly Item[]>,
  ): Promise<Item[]> {
    await load()
    const batches = batchByLength(texts, {
      lanes: threads,
      maxTexts: maxTextsPerBatch,
      maxCharacters: maxCharactersPerBatch,
      clipCharacters: model.maxTokens * charactersPerToken,
    })
    const items = new Array<Item>(texts.length)
    let next = 0
    let done = 0
    let failed = false
    const lane = async (): Promise<void> => {
      while (!failed && next < batches.length) {
        const { texts: batch, indexes } = batches[next]!
        next += 1
        const encoded = await encode(batch, signal, priority ?? 'interactive')
        for (const [at, index] of indexes.entries()) items[index] = encoded[at]!
        done += batch.length
        onProgress?.(done, texts.length)
      }
    }
    const lanes = Math.min(batches.length, threads * batchesAheadPerThread)
    try {
      await Promise.all(Array.from({ length: lanes }, lane))
    } finally {
      failed = true
    }
    return items
  }

  return {
    model,
    embed: (texts, embedOptions = {}) =>
      inBatches(texts, embedOptions, async (batch, signal, priority) => {
        const purpose = embedOptions.purpose ?? 'query'
        const rows = await pool.run('embed', { texts: batch, purpose }, { signal, priority })
        // Copies, not views: a view that is sent to another thread takes the whole batch along.
        return batch.map((_, row) => rows.slice(row * model.dimensions, (row + 1) * model.dimensions))
      }),
    tokenVectors: (texts, encodeOptions = {}) =>
      inBatches(texts, encodeOptions, (batch, signal, priority) =>
        pool.run('tokenVectors', { texts: batch }, { signal, priority }),
      ),
    async lateInteraction(query, texts, encodeOptions = {}) {
      const scores = await inBatches(texts, encodeOptions, async (batch, signal, priority) =>
        Array.from(await pool.run('lateInteraction', { query, texts: batch }, { signal, priority })),
      )
      return Float32Array.from(scores)
    },
    covers: createCoverage(model.scripts),
    queueDepth: () => pool.depth,
    work: () => pool.work,
    warm: () => void pool.warm('describe').catch(() => undefined),
    close: () => pool.close(),
  }
}

/** A declaration that the model does not keep would put wrong vectors into the index. */
function checkDeclared(declared: EncoderDescription, loaded: EncoderDescription): void {
  if (declared.dimensions === loaded.dimensions && declared.id === loaded.id) return
  throw new QuarryError('model.invalid', `The model does not match its config.json: ${declared.id}`, {
    remedy: 'buildModel',
    context: { declared: declared.dimensions, loaded: loaded.dimensions },
  })
}

/** Texts of one batch, and their places in what was asked. */
interface Batch {
  readonly texts: readonly string[]
  readonly indexes: readonly number[]
}

interface BatchLimits {
  /** Lanes that can work at once: a batch is no larger than a lane's share. */
  readonly lanes: number
  readonly maxTexts: number
  /** Characters of the padded batch: texts × the longest of them. Bounds how long one batch holds a thread. */
  readonly maxCharacters: number
  /** Characters beyond which the encoder clips, roughly. */
  readonly clipCharacters: number
}

/**
 * Batches of like length, longest first: every text is padded to the longest of its batch, and what is padded is
 * wasted work; the short ones at the end fill the lanes evenly.
 */
export function batchByLength(texts: readonly string[], limits: BatchLimits): Batch[] {
  const length = (index: number): number => Math.min(texts[index]!.length, limits.clipCharacters)
  const order = texts.map((_, index) => index).sort((a, b) => length(b) - length(a))
  const share = Math.max(1, Math.min(limits.maxTexts, Math.ceil(texts.length / limits.lanes)))
  const batches: Batch[] = []
  for (let at = 0; at < order.length; ) {
    const longest = Math.max(1, length(order[at]!))
    const size = Math.max(1, Math.min(share, Math.floor(limits.maxCharacters / longest)))
    const indexes = order.slice(at, at + size)
    batches.push({ indexes, texts: indexes.map((index) => texts[index]!) })
    at += size
  }
  return batches
}
