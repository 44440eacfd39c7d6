import { mkdir, mkdtemp, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSearchModels, startInference } from '../../../main/inference'
import { writeTinyEncoder } from '../../fixtures/tiny-encoder'

const workersDir = resolve(import.meta.dirname, '..', '..', '..', 'out', 'workers')
let work: string
let folder: string
beforeEach(async () => {
  work = await realpath(await mkdtemp(join(tmpdir(), 'quarry-search-models-')))
  folder = join(work, 'data', 'models')
})
afterEach(() => rm(work, { recursive: true, force: true }))
const open = () =>
  createSearchModels({ folder, workersDir, inUse: { id: 'x', dimensions: 8, name: null }, isFixed: false })

it('a folder with an encoder becomes known by a link, once, and is told from other folders', async () => {
  const models = open()
  const directory = join(work, 'minilm')
  await writeTinyEncoder(directory)
  expect(await models.kindOf(directory)).toBe('encoder')
  expect((await models.encoders()).names).toEqual([])
  expect(await models.take(directory)).toEqual({ name: 'minilm', kind: 'encoder' })
  expect(await models.take(directory)).toEqual({ name: 'minilm', kind: 'encoder' })
  expect(await readlink(join(folder, 'minilm'))).toBe(directory)
  await writeTinyEncoder(join(work, 'other', 'minilm'))
  expect(await models.take(join(work, 'other', 'minilm'))).toEqual({ name: 'minilm-2', kind: 'encoder' })
  expect((await models.encoders()).names).toEqual(['minilm', 'minilm-2'])
  await rm(directory, { recursive: true })
  expect((await models.encoders()).names).toEqual(['minilm-2'])

  await writeTinyEncoder(join(work, 'writer'), { architectures: ['LlamaForCausalLM'] })
  await writeTinyEncoder(join(work, 'rerank'), { architectures: ['BertForSequenceClassification'], num_labels: 1 })
  await mkdir(join(work, 'papers'))
  await writeFile(join(work, 'papers', 'config.json'), '{}')
  expect(await models.kindOf(join(work, 'writer'))).toBeNull()
  expect(await models.kindOf(join(work, 'rerank'))).toBe('crossEncoder')
  expect(await models.kindOf(join(work, 'papers'))).toBeNull()
  expect(await models.kindOf(join(work, 'nowhere'))).toBeNull()
  await expect(models.take(join(work, 'papers'))).rejects.toMatchObject({ code: 'input.invalid' })
})

it('an encoder is loaded before it is chosen: one that is damaged or gone is refused', async () => {
  const models = open()
  await writeTinyEncoder(join(folder, 'tiny'))
  await models.tryEncoder('tiny')
  await writeFile(join(folder, 'tiny', 'onnx', 'model.onnx'), 'no graph')
  await expect(models.tryEncoder('tiny')).rejects.toMatchObject({ code: 'model.invalid' })
  await expect(models.tryEncoder('gone')).rejects.toMatchObject({ code: 'model.missing' })
})

it.each([
  ['none', 'plain', {}, undefined, false],
  ['those of the E5 family', 'multilingual-e5-small', {}, undefined, true],
  ['those of its own file', 'plain', {}, { prompts: { query: 'query: ', document: 'passage: ' } }, true],
])('a text gets the words before it that its model wants: %s', async (_, name, config, prompts, differs) => {
  const directory = join(work, name)
  await writeTinyEncoder(directory, config)
  if (prompts) await writeFile(join(directory, 'config_sentence_transformers.json'), JSON.stringify(prompts))
  const inference = await startInference({ modelDirectory: directory, workersDir, threads: 1 })
  try {
    expect(inference.model).toMatchObject({ id: differs ? `${name} (prompts)` : name, dimensions: 8 })
    const round = (vectors: readonly Float32Array[]) => Array.from(vectors[0]!, (value) => Number(value.toFixed(2)))
    const heat = [1, 0, 0, 0, 0, 0, 0, 0]
    const third = 0.58
    expect(round(await inference.embed(['heat']))).toEqual(differs ? [third, 0, 0, 0, third, 0, third, 0] : heat)
    expect(round(await inference.embed(['heat'], { purpose: 'passage' }))).toEqual(
      differs ? [third, 0, 0, 0, 0, third, third, 0] : heat,
    )
    expect(round(await inference.embed([''], { purpose: 'passage' }))).toEqual(heat.fill(0))
  } finally {
    await inference.close()
  }
})
