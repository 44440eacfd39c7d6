/**
 * Builds the built-in sentence encoder into `.cache/models/quarry-use-lite-en`, a standard model directory
 * (config.json, tokenizer.json, tokenizer_config.json, model.onnx, LICENSE) like one that a user drops in.
 *
 *   node scripts/model/build.mjs [--force]
 */
import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { REFERENCE_FILE } from './reference-file.mjs'

export const MODEL_ID = 'quarry-use-lite-en'
/** Raised whenever the same inputs give another directory. */
const BUILDER_VERSION = 2
const BUILD_RECORD = 'build.json'

const scriptDirectory = dirname(fileURLToPath(import.meta.url))
const repositoryRoot = join(scriptDirectory, '..', '..')
export const MODEL_DIRECTORY = join(repositoryRoot, '.cache', 'models', MODEL_ID)

/**
 * Builds the directory unless one from the same inputs is there. It appears whole or not at all.
 *
 * @param {{ directory?: string, force?: boolean, report?: (line: string) => void }} [options]
 * @returns {Promise<{ directory: string, built: boolean, largestDifference: number }>}
 * @throws when the weights are missing or the result fails the comparison with the original
 */
export async function buildModel({ directory = MODEL_DIRECTORY, force = false, report = () => {} } = {}) {
  // Imported late: this file must load before any dependency is installed.
  const { readModelSource, readTensors, SOURCE_PACKAGE } = await import('./source.mjs')
  const source = await readModelSource()
  const hash = await hashInputs(source.files)
  const record = force ? undefined : await readRecord(directory)
  if (record?.hash === hash) return { directory, built: false, largestDifference: record.largestDifference }

  const [{ buildNetwork, DIMENSIONS, MAX_TOKENS, OUTPUTS }, { buildTokenizer }, { verifyModel }] = await Promise.all([
    import('./network.mjs'),
    import('./tokenizer.mjs'),
    import('./verify.mjs'),
  ])
  const { model, nodeCount } = buildNetwork(readTensors(source))
  const { tokenizer, tokenizerConfig } = buildTokenizer(source.vocabulary, MAX_TOKENS)
  const config = {
    _name_or_path: MODEL_ID,
    model_type: 'universal-sentence-encoder-lite',
    hidden_size: DIMENSIONS,
    max_position_embeddings: MAX_TOKENS,
    num_attention_heads: 4,
    num_hidden_layers: 2,
    vocab_size: source.vocabulary.length,
    license: source.license,
    quarry: {
      id: MODEL_ID,
      task: 'sentence-embedding',
      dimensions: DIMENSIONS,
      maxTokens: MAX_TOKENS,
      languages: ['en'],
      scripts: ['Latin'],
      license: source.license,
      source: `${SOURCE_PACKAGE}@${source.packageVersion}`,
      // The graph pools (mean, dense, tanh) and normalises by itself.
      pooling: 'built-in',
      normalized: true,
      sentenceOutput: OUTPUTS.sentence,
      tokenOutput: OUTPUTS.tokens,
    },
  }

  await mkdir(dirname(directory), { recursive: true })
  const staging = await mkdtemp(join(dirname(directory), `.${basename(directory)}-`))
  try {
    const writeJson = (/** @type {string} */ name, /** @type {object} */ content, indent = 0) =>
      writeFile(join(staging, name), `${JSON.stringify(content, null, indent)}\n`)
    await Promise.all([
      writeFile(join(staging, 'model.onnx'), model),
      writeJson('tokenizer.json', tokenizer),
      writeJson('tokenizer_config.json', tokenizerConfig, 2),
      writeJson('config.json', config, 2),
      copyFile(source.licenseFile, join(staging, 'LICENSE')),
    ])
    const { texts, largestDifference } = await verifyModel(staging)
    await writeJson(BUILD_RECORD, { hash, builderVersion: BUILDER_VERSION, verifiedTexts: texts, largestDifference }, 2)
    // mkdtemp makes it private, but the app may run as another user than the one who set it up.
    await chmod(staging, 0o755)
    await rm(directory, { recursive: true, force: true })
    await rename(staging, directory)
    report(
      `${nodeCount} nodes; ${texts} texts differ from the original by at most ${largestDifference.toExponential(1)}`,
    )
    return { directory, built: true, largestDifference }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/**
 * @param {Buffer[]} inputs the weights and the vocabulary
 * @returns {Promise<string>} of everything that decides what is built: inputs, the builder's sources, the reference
 */
async function hashInputs(inputs) {
  const sources = (await readdir(scriptDirectory)).filter((name) => name.endsWith('.mjs')).sort()
  const own = await Promise.all(
    [...sources.map((name) => join(scriptDirectory, name)), REFERENCE_FILE].map((p) => readFile(p)),
  )
  const hash = createHash('sha256').update(`builder ${BUILDER_VERSION}\n`)
  for (const file of [...inputs, ...own]) hash.update(`${file.length}\n`).update(file)
  return hash.digest('hex')
}

/**
 * @param {string} directory
 * @returns {Promise<{ hash: string, largestDifference: number } | undefined>} undefined when nothing whole is there
 */
async function readRecord(directory) {
  try {
    return JSON.parse(await readFile(join(directory, BUILD_RECORD), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const startedAt = performance.now()
  const { directory, built } = await buildModel({
    force: process.argv.includes('--force'),
    report: (line) => process.stderr.write(`${line}\n`),
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stderr.write(`${built ? `Built in ${seconds} s` : 'Up to date'}: ${directory}\n`)
}
