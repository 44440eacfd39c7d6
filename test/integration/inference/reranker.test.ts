import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRerankers, type Rerankers } from '../../../main/inference'
import { reordered, rerank } from '../../../main/recall/rerank'
import { OnnxGraph } from '../../../scripts/model/onnx-graph.mjs'

const workersDir = resolve(import.meta.dirname, '..', '..', '..', 'out', 'workers')
const words = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'zebra', 'stripes', 'lion', 'mane', 'what', 'has']
const weights = [0, 0, 0, 0, 3, 2, -3, -2, 0, 0]
const toFloat = { to: 1 }

/** A real graph: the weights of the second text's tokens, summed. */
function graph(): Uint8Array {
  const made = new OnnxGraph()
  const table = made.floats(Float32Array.from(weights), [weights.length, 1])
  const each = made.apply('Gather', [table, 'input_ids'], { axis: 0 })
  const wide = (input: string): string =>
    made.apply('Unsqueeze', [made.apply('Cast', [input], toFloat), made.int64s([2])])
  const counted = made.apply('Mul', [made.apply('Mul', [each, wide('token_type_ids')]), wide('attention_mask')])
  made.apply('ReduceSum', [counted, made.int64s([1])], { keepdims: 0 }, 'logits')
  const shape = ['batch', 'tokens']
  return made.serialize({
    ...{ name: 'tiny', producer: 'quarry', opset: 17, outputs: { logits: ['batch', 1] } },
    inputs: { input_ids: shape, attention_mask: shape, token_type_ids: shape },
  })
}

const special = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } })
const sequence = (id: string, type: number) => ({ Sequence: { id, type_id: type } })
const tokenizer = {
  ...{ version: '1.0', truncation: null, padding: null, added_tokens: [], decoder: null },
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [special('[CLS]', 0), sequence('A', 0), special('[SEP]', 0)],
    pair: [special('[CLS]', 0), sequence('A', 0), special('[SEP]', 0), sequence('B', 1), special('[SEP]', 1)],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  model: {
    ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
    vocab: Object.fromEntries(words.map((word, at) => [word, at])),
  },
}

let folder: string
let chosen: string | null = null
let rerankers: Rerankers
const addModel = async (name: string, config: object): Promise<void> => {
  await mkdir(join(folder, name))
  await writeFile(join(folder, name, 'model.onnx'), graph())
  await writeFile(join(folder, name, 'tokenizer.json'), JSON.stringify(tokenizer))
  await writeFile(join(folder, name, 'config.json'), JSON.stringify(config))
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-rerankers-'))
  const architectures = ['BertForSequenceClassification']
  await addModel('tiny', { architectures, id2label: { 0: 'LABEL_0' }, max_position_embeddings: 16 })
  await addModel('sentiment', { architectures, id2label: { 0: 'bad', 1: 'good' } })
  await addModel('encoder', { architectures: ['BertModel'], num_labels: 1 })
  await addModel('damaged', { architectures, num_labels: 1 })
  await writeFile(join(folder, 'damaged', 'model.onnx'), 'no graph')
  await writeFile(join(folder, 'a file'), '')
  rerankers = createRerankers({
    ...{ folder, workersDir, chosen: () => chosen },
    onError: (error) => expect.fail(String(error)),
  })
})
afterAll(async () => {
  await rerankers?.close()
  await rm(folder, { recursive: true, force: true })
})

const texts = ['a lion has a mane', 'a zebra has stripes', `${'lion '.repeat(100)}zebra`, '', '什么']
const hits = texts.map((_, at) => ({ id: at, score: 1 - at / 10 }))

it('a cross-encoder that a person put into the folder sorts hits by reading them with the query', async () => {
  expect(await rerankers.list()).toEqual(['damaged', 'tiny'])
  expect(rerankers.current()).toBeNull()
  chosen = 'tiny'
  const { scores, notes } = await rerank(rerankers.current()!, 'what has stripes', texts.slice(0, 4), undefined)
  expect(notes).toEqual([])
  const logits = Array.from(scores, (score) => Math.log(score / (1 - score)))
  // The third is cut to what fits beside the query, and loses its zebra.
  expect(logits.map(Math.round)).toEqual([-5, 5, expect.any(Number), 0])
  expect(logits[2]).toBeLessThan(-15)
  const order = reordered(hits, scores)
  expect(order.map(({ id }) => id)).toEqual([1, 3, 0, 2, 4])
  expect(order.map(({ rerank: read }) => read === null)).toEqual([false, false, false, false, true])
  expect(order.map(({ score }) => score)).toEqual(order.map(({ score }) => score).toSorted((a, b) => b - a))
})

it('one that is damaged or gone is told, and the hits stay as they were', async () => {
  for (const [name, code] of [
    ['damaged', 'model.invalid'],
    ['gone', 'model.missing'],
    ['encoder', 'model.missing'],
  ] as const) {
    chosen = name
    const { scores, notes } = await rerank(rerankers.current()!, 'what has stripes', ['a zebra'], undefined)
    expect(notes).toMatchObject([{ kind: 'notReranked', values: { model: name, error: { code } } }])
    expect(reordered(hits, scores)).toEqual(hits.map((hit) => ({ ...hit, rerank: null })))
  }
  chosen = 'tiny'
  expect(await rerankers.current()!.scores('what', ['zebra'])).toHaveLength(1)
  const ended = rerank(rerankers.current()!, 'what', ['zebra'], AbortSignal.abort())
  await expect(ended).rejects.toMatchObject({ code: 'cancelled' })
})
