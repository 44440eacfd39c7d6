import { expect, it } from 'vitest'
import { createToolMeanings } from '../../../main/composition/tool-meanings'

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
  effect: 'reads' as const,
})

it('compares a question with what each tool does, and reads a tool once', async () => {
  const read: string[][] = []
  const meanings = createToolMeanings({
    model: { id: 'letters' },
    covers: (text: string) => !/\p{Script=Han}/u.test(text),
    async embed(texts: string[]) {
      read.push(texts)
      return texts.map((text) => (/weather/i.test(text) ? new Float32Array([1, 0]) : new Float32Array([0.6, 0.8])))
    },
  } as never)
  const tools = [
    tool('getWeather', 'GET /v1/weather Weather of a place'),
    tool('getOrder', 'GET /orders/{id} An order'),
  ]
  const { signal } = new AbortController()
  const near = await meanings.of('How is the weather?', tools, signal)
  expect(near?.map((value) => Number(value.toFixed(2)))).toEqual([1, 0.6])
  expect(read.splice(0)).toEqual([
    [
      'How is the weather?',
      'Can you help me with this? v1 weather Weather of a place',
      'Can you help me with this? orders id An order',
    ],
  ])
  await meanings.of('And the weather in Chur?', tools, signal)
  expect(read).toEqual([['And the weather in Chur?']])
  // A script that the encoder does not know, and the only tool there is, are judged by their words.
  expect(await meanings.of('天气怎么样？', tools, signal)).toBeNull()
  expect(await meanings.of('How is the weather?', tools.slice(1), signal)).toBeNull()
})
