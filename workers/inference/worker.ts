import '../egress/offline'
import { workerData } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type {
  InferenceReply,
  InferenceTaskName,
  InferenceTasks,
  InferenceWorkerOptions,
} from '../../contract/processes/inference'
import { CrossEncoder } from './cross-encoder'
import { Encoder } from './encoder'
import { lateInteractionOf } from './late-interaction'
import { SimilarityMatrix } from './matrix'

type Output<Name extends InferenceTaskName> = InferenceTasks[Name]['output']
type Task<Name extends InferenceTaskName> = (
  input: InferenceTasks[Name]['input'],
) => Promise<InferenceReply<Output<Name>>>

const { modelDirectory } = workerData as InferenceWorkerOptions
let encoder: Promise<Encoder> | null = null
let crossEncoder: Promise<CrossEncoder> | null = null
let matrix: SimilarityMatrix | null = null

function modelOf(): string {
  if (modelDirectory === null) throw new QuarryError('model.missing', 'This thread was started without a model.')
  return modelDirectory
}

function loadedEncoder(): Promise<Encoder> {
  encoder ??= Encoder.load(modelOf())
  return encoder
}

/**
 * Wraps a task: a failure becomes its answer (what rejects beside it is the thread's death), and the buffers that
 * `transfer` names go over without a copy.
 */
function task<Name extends InferenceTaskName>(
  work: (input: InferenceTasks[Name]['input']) => Promise<Output<Name>> | Output<Name>,
  transfer: (output: Output<Name>) => ArrayBufferLike[] = () => [],
): Task<Name> {
  return async (input) => {
    try {
      const value = await work(input)
      return transferring({ ok: true, value }, transfer(value))
    } catch (error) {
      if (error instanceof QuarryError) return { ok: false, error: toErrorShape(error) }
      const message = error instanceof Error ? error.message : String(error)
      return { ok: false, error: { code: 'inference.failed', message } }
    }
  }
}

/** Piscina's way to say what a result's buffers are: an object with its two symbols. */
function transferring<Value extends object>(value: Value, buffers: ArrayBufferLike[]): Value {
  if (buffers.length === 0) return value
  return move({
    get [transferableSymbol]() {
      return buffers
    },
    get [valueSymbol]() {
      return value
    },
  } as never) as unknown as Value
}

export const describe: Task<'describe'> = task<'describe'>(async () => (await loadedEncoder()).description)

export const embed: Task<'embed'> = task<'embed'>(
  async ({ texts, purpose }) => (await loadedEncoder()).embed(texts, purpose),
  (vectors) => [vectors.buffer],
)

export const tokenVectors: Task<'tokenVectors'> = task<'tokenVectors'>(
  async ({ texts }) => (await loadedEncoder()).tokenVectors(texts),
  (all) => all.flatMap(({ ids, vectors }) => [ids.buffer, vectors.buffer]),
)

export const lateInteraction: Task<'lateInteraction'> = task<'lateInteraction'>(
  async ({ query, texts }) => {
    const loaded = await loadedEncoder()
    const [queryVectors] = await loaded.tokenVectors([query])
    const textVectors = texts.length === 0 ? [] : await loaded.tokenVectors(texts)
    const weights = Float32Array.from(queryVectors!.ids, (id) => loaded.weights?.[id] ?? 1)
    return lateInteractionOf(queryVectors!, weights, textVectors, loaded.description.dimensions)
  },
  (scores) => [scores.buffer],
)

export const crossEncode: Task<'crossEncode'> = task<'crossEncode'>(
  async ({ query, texts }) => {
    crossEncoder ??= CrossEncoder.load(modelOf())
    return (await crossEncoder).scores(query, texts)
  },
  (scores) => [scores.buffer],
)

export const matrixOpen: Task<'matrixOpen'> = task<'matrixOpen'>(({ path, dimensions, anew }) => {
  matrix?.close()
  matrix = new SimilarityMatrix(dimensions)
  const position = path === null ? null : matrix.open(path, anew)
  return { ...matrix.stats, position }
})

function opened(): SimilarityMatrix {
  if (matrix === null) throw new QuarryError('inference.crashed', 'The thread that had the vectors died.')
  return matrix
}

export const matrixKeep: Task<'matrixKeep'> = task<'matrixKeep'>(({ position }) => {
  opened().keep(position)
  return opened().stats
})

export const matrixAdd: Task<'matrixAdd'> = task<'matrixAdd'>(({ ids, vectors }) => {
  opened().add(ids, vectors)
  return opened().stats
})

export const matrixRemove: Task<'matrixRemove'> = task<'matrixRemove'>(({ ids }) => {
  opened().remove(ids)
  return opened().stats
})

export const matrixTop: Task<'matrixTop'> = task<'matrixTop'>(({ query, k, among }) => opened().top(query, k, among))

export const matrixScores: Task<'matrixScores'> = task<'matrixScores'>(({ query, ids }) => opened().scores(query, ids))
