import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ModelRequest } from '../../../contract/models/language-model'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createModelFiles, type ModelFiles } from '../../../main/clients'
import { type StartWorkProcess, startChildProcess } from '../../../main/processes'
import { tinyModel } from '../../fixtures/tiny-model'
import { newFolder, workersDir } from '../resources/support'

const request: ModelRequest = {
  messages: [
    { role: 'system', content: 'You know trees.' },
    { role: 'user', content: 'Why do leaves fall? 树叶' },
  ],
  maxTokens: 60,
  schema: null,
}
const { signal } = new AbortController()
let folder: string
let models: ModelFiles
/** Ends the process as `kill -9` does, with the next text that it says; what it says later is not heard. */
let isDoomed = false
const start: StartWorkProcess = (options) => {
  const process = startChildProcess(options)
  let isDead = false
  return {
    ...process,
    onMessage: (listener) =>
      process.onMessage((message) => {
        if (isDead) return
        listener(message)
        const { told } = message as { told?: { kind: string; text?: string } }
        if (!isDoomed || told?.kind !== 'text' || told.text === '') return
        isDead = true
        process.kill()
      }),
  }
}
beforeAll(async () => {
  folder = await newFolder('models')
  await writeFile(join(folder, 'tiny.gguf'), tinyModel())
  models = createModelFiles({ workersDir, start })
})
afterAll(async () => {
  await models.close()
  await rm(folder, { recursive: true })
})

const fileNamed = (name: string): UniversalResource =>
  ({
    resourceId: 'model:tiny',
    name: 'Tiny',
    metadata: { type: 'model', provider: 'gguf', location: join(folder, name), models: ['tiny'] },
  }) as unknown as UniversalResource

const ask = (more: Partial<ModelRequest> = {}, onText?: (soFar: string) => void, unless = signal) =>
  models.generate(fileNamed('tiny.gguf'), { ...request, ...more }, 10_000, { signal: unless, onText })

it('loads a model from a file, with the context that it was trained for, and streams what it says, counted', async () => {
  const memory = { neededBytes: expect.any(Number), freeBytes: expect.any(Number) }
  expect(await models.list(fileNamed('tiny.gguf'), 10_000, signal)).toEqual([
    { name: 'tiny', contextTokens: 4096, memory },
  ])
  const heard: string[] = []
  const turn = await ask({}, (soFar) => heard.push(soFar))
  expect(turn).toMatchObject({ finish: 'length', constrained: false, usage: { answerTokens: 60 } })
  expect(turn.usage?.promptTokens).toBeGreaterThan(50)
  expect(heard.length).toBeGreaterThan(10)
  expect(heard.at(-1)?.trim()).toBe(turn.text)
  expect(turn.text.split(' ')).toHaveLength(60)
  // The same evidence reads the same way twice.
  expect((await ask()).text).toBe(turn.text)
  await expect(ask({ maxTokens: 5000 })).rejects.toMatchObject({ code: 'model.tooLong' })
})

it('holds the answer to a schema, whatever the model would rather say, and says that it knows no tools', async () => {
  const schema = {
    type: 'object',
    properties: {
      isClear: { type: 'boolean' },
      verdict: { enum: ['supported', 'contradicted'] },
      keep: { type: 'array', maxItems: 3, items: { type: 'integer', minimum: 1 } },
      of: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    },
    required: ['isClear', 'verdict', 'keep', 'of'],
    additionalProperties: false,
  }
  const turn = await ask({ schema, maxTokens: 300 })
  expect(turn).toMatchObject({ finish: 'stop', constrained: true })
  expect(JSON.parse(turn.text)).toEqual({
    isClear: expect.any(Boolean),
    verdict: expect.stringMatching(/^(?:supported|contradicted)$/),
    keep: expect.any(Array),
    of: expect.toSatisfy((value) => value === null || typeof value === 'boolean'),
  })
  const tools = [{ name: 'recall', description: 'Searches.', parameters: schema }]
  await expect(ask({ tools })).rejects.toMatchObject({ code: 'model.unusable', context: { reason: 'noTools' } })
})

it('stops when nobody wants the answer, and loses a turn where its process is killed in the middle of it', async () => {
  const unwanted = new AbortController()
  await expect(ask({ maxTokens: 3000 }, () => unwanted.abort(), unwanted.signal)).rejects.toMatchObject({
    code: 'cancelled',
  })
  isDoomed = true
  await expect(ask({ maxTokens: 3000 })).rejects.toMatchObject({ code: 'model.crashed' })
  isDoomed = false
  expect(await ask({ maxTokens: 5 })).toMatchObject({ finish: 'length' })
})

it('gives a model the context that fits the memory, and says before it loads what does not fit at all', async () => {
  const tiny = fileNamed('tiny.gguf')
  const [whole] = await models.list(tiny, 10_000, signal)
  const tight = createModelFiles({ workersDir, start, maxBytes: whole!.memory!.neededBytes - 1 })
  const full = createModelFiles({ workersDir, start, maxBytes: 300_000 })
  try {
    expect(await tight.list(tiny, 10_000, signal)).toMatchObject([{ contextTokens: 2048 }])
    const needs = { code: 'model.needsMemory', context: { freeBytes: 300_000, neededBytes: expect.any(Number) } }
    await expect(full.generate(tiny, request, 10_000, { signal })).rejects.toMatchObject(needs)
  } finally {
    await Promise.all([tight.close(), full.close()])
  }
})

it('refuses files that are cut off, lie, or are of a kind that it cannot run', async () => {
  const whole = tinyModel()
  const broken: readonly (readonly [name: string, bytes: Buffer, reason: string])[] = [
    ['empty.gguf', Buffer.alloc(0), 'header'],
    ['text.gguf', Buffer.from('Not a model at all, just words.'), 'format'],
    ['header.gguf', whole.subarray(0, 3000), 'header'],
    ['weights.gguf', whole.subarray(0, whole.length - 40_000), 'cutOff'],
    ['last.gguf', whole.subarray(0, whole.length - 100), 'failed'],
    ['counts.gguf', Buffer.concat([Buffer.from('GGUF\x03\0\0\0', 'latin1'), Buffer.alloc(64, 0xff)]), 'header'],
    ['lists.gguf', tinyModel({ lie: [9, Buffer.from([1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0])] }), 'header'],
    [
      'kind.gguf',
      tinyModel({ 'general.architecture': [8, Buffer.from('\x05\0\0\0\0\0\0\0trees', 'latin1')] }),
      'failed',
    ],
    ['split-00001-of-00002.gguf', whole, 'part'],
  ]
  for (const [name, bytes, reason] of broken) {
    await writeFile(join(folder, name), bytes)
    const turn = models.generate(fileNamed(name), request, 10_000, { signal })
    await expect.soft(turn, name).rejects.toMatchObject({ code: 'model.fileBroken', context: { reason } })
  }
  await expect(models.list(fileNamed('gone.gguf'), 10_000, signal)).rejects.toMatchObject({
    code: 'model.fileBroken',
    context: { reason: 'gone' },
  })
})
