import { expect, it } from 'vitest'
import type { Connection } from '../../../main/api'
import { engineNamed } from '../../../main/command/models'

const offered = [
  { engine: 'model:1/tiny', model: 'tiny', server: 'Ollama', isReady: true },
  { engine: 'model:2/tiny', model: 'tiny', server: 'vLLM', isReady: true },
  { engine: 'model:2/org/big:8b', model: 'org/big:8b', server: 'vLLM', isReady: true },
]
const connection = { call: async () => offered } as unknown as Connection

it.each([
  ['none', 'extractive'],
  ['vLLM/tiny', 'model:2/tiny'],
  ['org/big:8b', 'model:2/org/big:8b'],
])('%s means %s', async (name, engine) => {
  expect(await engineNamed(connection, name)).toBe(engine)
})

it.each([
  ['tiny', ['none', 'Ollama/tiny', 'vLLM/tiny']],
  ['huge', ['none', 'Ollama/tiny', 'vLLM/tiny', 'vLLM/org/big:8b']],
])('%s names what it could have meant', async (name, choices) => {
  await expect(engineNamed(connection, name)).rejects.toMatchObject({
    code: 'input.invalid',
    remedy: { kind: 'nameOneOf', values: { choices } },
  })
})
