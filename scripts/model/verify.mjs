/**
 * Compares a built model directory with vectors that the original model gave for the same texts
 * (test/fixtures/model-reference.json, made by make-reference.mjs).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import ort from 'onnxruntime-node'
import { REFERENCE_FILE } from './reference-file.mjs'

/** Float32 sums in another order differ by about 1e-6; wrong graphs differ by 1e-2 and more. */
export const TOLERANCE = 1e-4

/**
 * Runs every reference text alone and all of them in one padded batch.
 *
 * @param {string} directory with config.json, tokenizer.json, tokenizer_config.json, model.onnx
 * @param {string} [referenceFile]
 * @returns {Promise<{ texts: number, largestDifference: number }>} largest absolute difference of a component
 * @throws when a text is split differently or a difference exceeds the tolerance
 */
export async function verifyModel(directory, referenceFile = REFERENCE_FILE) {
  const readJson = async (/** @type {string} */ path) => JSON.parse(await readFile(path, 'utf8'))
  const [config, tokenizerJson, tokenizerConfig, reference] = await Promise.all([
    readJson(join(directory, 'config.json')),
    readJson(join(directory, 'tokenizer.json')),
    readJson(join(directory, 'tokenizer_config.json')),
    readJson(referenceFile),
  ])
  const tokenizer = new Tokenizer(tokenizerJson, tokenizerConfig)
  // See main/inference/task-pool.ts.
  process.env.ORT_DISABLE_TELEMETRY = '1'
  const session = await ort.InferenceSession.create(join(directory, 'model.onnx'), { intraOpNumThreads: 1 })
  try {
    const maxTokens = config.max_position_embeddings
    const expected = []
    const encoded = []
    for (const { text, ids, vector } of reference.cases) {
      const actualIds = tokenizer.encode(text).ids
      if (actualIds.join(' ') !== ids.join(' ')) {
        throw new Error(`Split differently from the original: ${JSON.stringify(text)}\n${actualIds}\n${ids}`)
      }
      encoded.push(actualIds.slice(0, maxTokens))
      expected.push(new Float32Array(Uint8Array.from(Buffer.from(vector, 'base64')).buffer))
    }
    const alone = []
    for (const ids of encoded) alone.push(...(await embed(session, [ids])))
    const together = await embed(session, encoded)
    const largestDifference = Math.max(
      ...alone.map((vector, index) => difference(vector, expected[index])),
      ...together.map((vector, index) => difference(vector, expected[index])),
    )
    // Negated, so that NaN fails too.
    if (!(largestDifference <= TOLERANCE)) {
      throw new Error(`The built model differs from the original by ${largestDifference}; allowed is ${TOLERANCE}.`)
    }
    return { texts: expected.length, largestDifference }
  } finally {
    await session.release()
  }
}

/**
 * @param {import('onnxruntime-node').InferenceSession} session
 * @param {number[][]} batch
 * @returns {Promise<Float32Array[]>}
 */
async function embed(session, batch) {
  const width = Math.max(...batch.map((ids) => ids.length))
  const ids = new BigInt64Array(batch.length * width)
  const mask = new BigInt64Array(batch.length * width)
  batch.forEach((row, index) => {
    ids.set(row.map(BigInt), index * width)
    mask.fill(1n, index * width, index * width + row.length)
  })
  const shape = [batch.length, width]
  const { sentence_embedding: output } = await session.run({
    input_ids: new ort.Tensor('int64', ids, shape),
    attention_mask: new ort.Tensor('int64', mask, shape),
  })
  const size = output.dims[1]
  return batch.map((_, index) => output.data.slice(index * size, (index + 1) * size))
}

/**
 * @param {Float32Array} left
 * @param {Float32Array} right
 */
function difference(left, right) {
  if (left.length !== right.length) return Number.NaN
  return left.reduce((largest, value, index) => Math.max(largest, Math.abs(value - right[index])), 0)
}
