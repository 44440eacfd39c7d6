import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDeclaredDescription } from '../../../main/inference/declared-description'

const whole = { id: 'm', dimensions: 512, maxTokens: 128, languages: ['en'], scripts: ['Latin'] }

describe('readDeclaredDescription', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quarry-model-'))
    for (const name of ['model.onnx', 'tokenizer.json']) await writeFile(join(directory, name), '{}')
  })
  afterEach(() => rm(directory, { recursive: true }))
  const configure = (config: string): Promise<void> => writeFile(join(directory, 'config.json'), config)

  it('reads what a model declares of itself', async () => {
    await configure(JSON.stringify({ quarry: { ...whole, pooling: 'built-in' } }))
    expect(await readDeclaredDescription(directory)).toEqual(whole)
  })

  it.each([
    ['declares nothing', '{"hidden_size": 384}'],
    ['declares no scripts', JSON.stringify({ quarry: { ...whole, scripts: undefined } })],
    ['declares nonsense', JSON.stringify({ quarry: { ...whole, dimensions: -1 } })],
    ['is no JSON', '{"quarry": '],
  ])('leaves it to the loaded model where config.json %s', async (_name, config) => {
    await configure(config)
    expect(await readDeclaredDescription(directory)).toBeNull()
  })

  it('leaves it to the threads to say that a file is missing', async () => {
    await configure(JSON.stringify({ quarry: whole }))
    await rm(join(directory, 'model.onnx'))
    expect(await readDeclaredDescription(directory)).toBeNull()
  })
})
