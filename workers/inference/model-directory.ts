import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { QuarryError } from '../../contract/errors'
import { isRecord } from '../../contract/json'
import type { EmbedPurpose } from '../../contract/processes/inference'

/** How token vectors become one sentence vector, where the graph doesn't do it itself. */
export type Pooling = 'built-in' | 'mean' | 'cls'

/** A standard model directory, read but not yet loaded. */
export interface ModelDirectory {
  readonly id: string
  readonly modelPath: string
  readonly tokenizer: object
  readonly tokenizerConfig: object
  readonly maxTokens: number
  readonly languages: readonly string[]
  readonly pooling: Pooling | null
  readonly sentenceOutput: string
  readonly tokenOutput: string | null
  /** What goes before a text; null: nothing. */
  readonly prompts: Readonly<Record<EmbedPurpose, string>> | null
}

type Json = Record<string, unknown>

/** Tokenizers write an absurd number where they know no limit. */
const largestMaxTokens = 8192

/**
 * Reads `config.json`, `tokenizer.json`, `tokenizer_config.json` and where `model.onnx` lies. Keys under `quarry` in
 * config.json go first; without them the directory is read by the conventions of sentence-transformers.
 * @throws QuarryError `model.missing` where a file is not there, `model.invalid` where one is no JSON object
 */
export async function readModelDirectory(directory: string): Promise<ModelDirectory> {
  const modelPath = [join(directory, 'model.onnx'), join(directory, 'onnx', 'model.onnx')].find((path) =>
    existsSync(path),
  )
  if (modelPath === undefined) throw missing(directory, 'model.onnx')
  const config = await readJson(directory, 'config.json')
  const tokenizer = await readJson(directory, 'tokenizer.json')
  const tokenizerConfig = (await readOptionalJson(directory, 'tokenizer_config.json')) ?? {}
  const poolingConfig = await readOptionalJson(directory, join('1_Pooling', 'config.json'))
  const own = isRecord(config.quarry) ? config.quarry : {}
  const name = firstString(own.id, config._name_or_path) ?? basename(directory)
  const named = [name, basename(directory)]
  const prompts = promptsOf((await readOptionalJson(directory, 'config_sentence_transformers.json')) ?? {}, named)
  return {
    // Vectors that were made with prompts are none of the same model without.
    id: prompts === null ? name : `${name} (prompts)`,
    prompts,
    modelPath,
    tokenizer,
    tokenizerConfig,
    maxTokens: maxTokensOf(own, config, tokenizerConfig),
    languages: languagesOf(own.languages ?? config.languages ?? config.language),
    pooling: poolingOf(own.pooling, poolingConfig),
    sentenceOutput: firstString(own.sentenceOutput) ?? 'sentence_embedding',
    tokenOutput: firstString(own.tokenOutput) ?? null,
  }
}

/** Models of the E5 family were trained with these words (arXiv:2212.03533) and often do not say so in their files. */
const promptsOfE5 = { query: 'query: ', passage: 'passage: ' }

/** As sentence-transformers has them; `document` is its other word for a passage. */
function promptsOf({ prompts }: Json, names: readonly string[]): ModelDirectory['prompts'] {
  const own = isRecord(prompts) ? prompts : {}
  const query = firstString(own.query) ?? ''
  const passage = firstString(own.passage, own.document) ?? ''
  if (query !== '' || passage !== '') return { query, passage }
  return names.some((name) => /(?:^|[/_-])e5-/i.test(name)) ? promptsOfE5 : null
}

function maxTokensOf(own: Json, config: Json, tokenizerConfig: Json): number {
  if (isPositive(own.maxTokens)) return own.maxTokens
  // RoBERTa and its kin count positions from pad_token_id + 1.
  const offset = /roberta/.test(String(config.model_type)) && isPositive(config.pad_token_id) ? 1 : 0
  const positions = isPositive(config.max_position_embeddings)
    ? config.max_position_embeddings - (offset === 1 ? Number(config.pad_token_id) + 1 : 0)
    : largestMaxTokens
  const limit = isPositive(tokenizerConfig.model_max_length) ? tokenizerConfig.model_max_length : largestMaxTokens
  return Math.min(positions, limit, largestMaxTokens)
}

function poolingOf(own: unknown, poolingConfig: Json | null): Pooling | null {
  if (own === 'built-in' || own === 'mean' || own === 'cls') return own
  if (poolingConfig === null) return null
  return poolingConfig.pooling_mode_cls_token === true ? 'cls' : 'mean'
}

function languagesOf(value: unknown): string[] {
  const list = typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
  return list.filter((language): language is string => typeof language === 'string' && language !== 'multilingual')
}

async function readJson(directory: string, name: string): Promise<Json> {
  const value = await readOptionalJson(directory, name)
  if (value === null) throw missing(directory, name)
  return value
}

async function readOptionalJson(directory: string, name: string): Promise<Json | null> {
  let written: string
  try {
    written = await readFile(join(directory, name), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new QuarryError('model.invalid', `${name} of the model cannot be read.`, { cause: error })
  }
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch (cause) {
    throw new QuarryError('model.invalid', `${name} of the model is not JSON.`, { cause })
  }
  if (!isRecord(value)) throw new QuarryError('model.invalid', `${name} of the model is not a JSON object.`)
  return value
}

function missing(directory: string, name: string): QuarryError {
  return new QuarryError('model.missing', `The model has no ${name}: ${directory}`, {
    remedy: 'setUpAgain',
  })
}

const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0
const firstString = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '')
