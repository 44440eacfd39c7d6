import { availableParallelism } from 'node:os'
import { Tokenizer } from '@huggingface/tokenizers'
import ort from 'onnxruntime-node'
import { QuarryError } from '../../contract/errors'
import { readModelDirectory } from './model-directory'

/** A model that reads a query and a text together and says how well the text answers it. */
export class CrossEncoder {
  readonly #tokenizer: Tokenizer
  readonly #session: ort.InferenceSession
  readonly #maxTokens: number

  private constructor(tokenizer: Tokenizer, session: ort.InferenceSession, maxTokens: number) {
    this.#tokenizer = tokenizer
    this.#session = session
    this.#maxTokens = maxTokens
  }

  /**
   * Loads a directory as BGE's rerankers have it: `config.json`, `tokenizer.json`, `model.onnx` with one logit for each pair.
   * @throws QuarryError `model.missing`, `model.invalid`
   */
  static async load(modelDirectory: string): Promise<CrossEncoder> {
    const directory = await readModelDirectory(modelDirectory)
    try {
      const tokenizer = new Tokenizer(directory.tokenizer, directory.tokenizerConfig)
      const session = await ort.InferenceSession.create(directory.modelPath, {
        // One session has the machine to itself: a second one would cost the memory of the model again.
        intraOpNumThreads: Math.min(4, availableParallelism()),
        interOpNumThreads: 1,
        executionMode: 'sequential',
        graphOptimizationLevel: 'all',
        executionProviders: ['cpu'],
      })
      const encoder = new CrossEncoder(tokenizer, session, directory.maxTokens)
      await encoder.scores('a', ['a'])
      return encoder
    } catch (cause) {
      if (cause instanceof QuarryError) throw cause
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new QuarryError('model.invalid', `The model cannot be loaded: ${reason}`, { cause })
    }
  }

  /** How well each text answers the query, 0..1: the logistic function of the model's logit. */
  async scores(query: string, texts: readonly string[]): Promise<Float32Array> {
    if (texts.length === 0) return new Float32Array()
    const pairs = texts.map((text) => this.#encode(query, text))
    const width = Math.max(...pairs.map(({ ids }) => ids.length))
    const shape = [texts.length, width]
    const tensor = (row: (pair: Pair) => readonly number[]): ort.Tensor => {
      const values = new BigInt64Array(texts.length * width)
      pairs.forEach((pair, at) => {
        for (const [column, value] of row(pair).entries()) values[at * width + column] = BigInt(value)
      })
      return new ort.Tensor('int64', values, shape)
    }
    const feeds: Record<string, ort.Tensor> = {}
    for (const name of this.#session.inputNames) {
      if (name === 'input_ids') feeds[name] = tensor(({ ids }) => ids)
      else if (name === 'attention_mask') feeds[name] = tensor(({ ids }) => ids.map(() => 1))
      else if (name === 'token_type_ids') feeds[name] = tensor(({ types }) => types)
      else throw new QuarryError('model.invalid', `The model needs an unsupported input: ${name}`)
    }
    const outputs = await this.#session.run(feeds)
    const output = outputs.logits ?? outputs[this.#session.outputNames[0] ?? '']
    if (output === undefined || output.type !== 'float32' || output.size !== texts.length) {
      throw new QuarryError('model.invalid', 'The model does not answer one number for each pair of texts.')
    }
    return Float32Array.from(output.data as Float32Array, (logit) => 1 / (1 + Math.exp(-logit)))
  }

  /** Of a pair that is too long the text is cut, not the query. */
  #encode(query: string, text: string): Pair {
    for (let rest = text; ; ) {
      const { ids, token_type_ids: types } = this.#tokenizer.encode(query, {
        text_pair: rest,
        return_token_type_ids: true,
      })
      if (ids.length <= this.#maxTokens) return { ids, types }
      // The query alone is too long: its beginning has to do.
      if (rest === '') return { ids: ids.slice(0, this.#maxTokens), types: types.slice(0, this.#maxTokens) }
      rest = rest.slice(0, Math.min(rest.length - 1, Math.floor((rest.length * this.#maxTokens * 0.95) / ids.length)))
    }
  }
}

interface Pair {
  readonly ids: readonly number[]
  /** Which of the two texts each token is of. */
  readonly types: readonly number[]
}
