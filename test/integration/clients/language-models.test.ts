import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ModelRequest } from '../../../contract/models/language-model'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createLanguageModels, createModelFiles } from '../../../main/clients'
import { startChildProcess } from '../../../main/processes'
import { startModelServer } from '../../fixtures/model-server'
import { builtChild } from '../built-child'
import { secretsInMemory, workersDir } from '../resources/support'

const secrets = secretsInMemory()
const start = startChildProcess
const files = createModelFiles({ workersDir, start })
const open = (limits?: { readonly silenceMs: number }) =>
  createLanguageModels({
    workersDir,
    start,
    secrets,
    egress: () => 'offline',
    files,
    fileContextTokens: () => 4096,
    ...(limits === undefined ? {} : { limits }),
  })
let models: ReturnType<typeof open>
let served: Awaited<ReturnType<typeof startModelServer>>
beforeAll(async () => {
  models = open()
  served = await startModelServer(() => ({ text: '' }), [{ id: 'tiny' }, { id: 'big', max_model_len: 8192 }])
})
afterAll(async () => {
  await models.close()
  served.close()
})
beforeEach(() => secrets.held.clear())

const serverAt = (location: string): UniversalResource =>
  ({
    resourceId: 'model:x',
    name: 'Scripted',
    metadata: { type: 'model', provider: 'openai-compatible', location, models: ['tiny'] },
  }) as unknown as UniversalResource

const request: ModelRequest = { messages: [{ role: 'user', content: 'Say it.' }], maxTokens: 50, schema: null }
const schema = { type: 'object', properties: { a: { type: 'integer' } } }

function ask(
  more: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
  heard: string[] = [],
  asked: Pick<typeof models, 'generate'> = models,
) {
  const onText = (text: string) => void heard.push(text)
  return asked.generate(serverAt(served.origin), 'tiny', { ...request, ...more }, { signal, onText })
}

it('lists what a server offers, and streams an answer with its usage', async () => {
  expect(await models.list(serverAt(served.origin), new AbortController().signal)).toEqual([
    { name: 'tiny', contextTokens: null },
    { name: 'big', contextTokens: 8192 },
  ])
  served.play(() => ({ text: '<think>Hm, 树.</think>The tree seals its leaves. 树叶落下。', usage: [11, 22] }))
  secrets.held.set('model:x/key', 'abc')
  const heard: string[] = []
  expect(await ask({}, undefined, heard)).toEqual({
    text: 'The tree seals its leaves. 树叶落下。',
    finish: 'stop',
    usage: { promptTokens: 11, answerTokens: 22 },
    constrained: false,
  })
  expect(heard.length).toBeGreaterThan(2)
  expect(heard.at(-1)).toContain('树叶落下。')
  expect(served.asked[0]).toMatchObject({ model: 'tiny', stream: true, max_tokens: 50 })
  expect(served.asked[0]?.headers.authorization).toBe('Bearer abc')
})

it('leaves out what a server refuses by name, and nothing else', async () => {
  const refuse = (message: string) => ({ status: 400, body: { error: { message } } })
  served.play((asked) => {
    if (asked.max_tokens !== undefined)
      return refuse("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    return 'temperature' in asked ? refuse("Unsupported value: 'temperature' does not support 0.") : { text: 'Warm.' }
  })
  expect(await ask()).toMatchObject({ text: 'Warm.' })
  expect(served.asked).toHaveLength(3)
  expect(served.asked[2]).toMatchObject({ max_completion_tokens: 50 })
  served.play(() => refuse("Unsupported value: 'temperature' does not support 0."))
  await expect(ask()).rejects.toMatchObject({ code: 'model.failed', context: { status: 400 } })
  expect(served.asked).toHaveLength(2)
})

it('asks again where the failure may pass, three times at most', async () => {
  const faults = [
    { status: 500, headers: { 'retry-after': '0' } },
    { status: 429, headers: { 'retry-after': '0' } },
    { text: 'At last.' },
  ] as const
  served.play((_, turn) => faults[turn - 1]!)
  const heard: string[] = []
  expect(await ask({}, undefined, heard)).toMatchObject({ text: 'At last.' })
  served.play((_, turn) =>
    turn === 1 ? { cut: '{"text": "half a' } : turn === 2 ? { stall: 'Wait' } : { text: 'Whole.' },
  )
  const impatient = open({ silenceMs: 2000 })
  expect(await ask({}, undefined, heard, impatient)).toMatchObject({ text: 'Whole.' })
  await impatient.close()
  expect(heard).toContain('')
  served.play(() => ({ status: 503, body: { error: { message: 'loading' } }, headers: { 'retry-after': '0' } }))
  await expect(ask()).rejects.toMatchObject({ code: 'model.failed', context: { status: 503, said: 'loading' } })
  expect(served.asked).toHaveLength(3)
  served.play(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
  await expect(ask()).rejects.toMatchObject({ code: 'model.failed', context: { status: 429 } })
  expect(served.asked).toHaveLength(1)
})

it('says at once what asking again would not mend', async () => {
  served.play(() => ({ status: 400, body: { error: { message: 'This exceeds the context size of 512 tokens' } } }))
  await expect(ask()).rejects.toMatchObject({ code: 'model.tooLong' })
  served.play(() => ({ raw: 'data: {"error":{"message":"exceed context window"}}\n\n', type: 'text/event-stream' }))
  await expect(ask()).rejects.toMatchObject({ code: 'model.tooLong' })
  served.play(() => ({ status: 401 }))
  await expect(ask()).rejects.toMatchObject({ code: 'resource.needsSecret' })
  served.play(() => ({ raw: '<html>', type: 'text/html' }))
  await expect(ask()).rejects.toMatchObject({ code: 'model.failed' })
  expect(served.asked).toHaveLength(1)
})

it('holds the answer to a schema where the server can, and remembers where it cannot', async () => {
  served.play(() => ({ text: '{"a":1}' }))
  expect(await ask({ schema })).toMatchObject({ text: '{"a":1}', constrained: true })
  expect(served.asked[0]?.response_format).toMatchObject({ type: 'json_schema', json_schema: { schema } })
  served.play(({ response_format }) =>
    response_format === undefined ? { text: '{"a":2}' } : { status: 400, body: { error: 'unknown response_format' } },
  )
  expect(await ask({ schema })).toMatchObject({ text: '{"a":2}', constrained: false })
  await ask({ schema })
  expect(served.asked).toHaveLength(3)
})

it('offers tools, puts calls together from their pieces, and remembers who knows none', async () => {
  const tools = [{ name: 'recall', description: 'Searches.', parameters: schema }]
  const calls = [
    { name: 'recall', arguments: '{"a":1,"b":"two words"}' },
    { name: 'recall', arguments: '{"a":' },
  ]
  served.play(() => ({ calls: calls.map((call) => [call.name, call.arguments] as const) }))
  expect(await ask({ tools })).toMatchObject({ text: '', finish: 'stop', calls })
  expect(served.asked[0]?.tools).toEqual([{ type: 'function', function: tools[0] }])
  // Whole, as objects, all at the same place.
  const [a, b] = [1, 2].map((n) => ({ id: `${n}`, index: 0, function: { name: 'recall', arguments: { a: n } } }))
  const whole = { choices: [{ message: { content: null, tool_calls: [a, b] }, finish_reason: 'tool_calls' }] }
  served.play(() => ({ raw: JSON.stringify(whole), type: 'application/json' }))
  expect((await ask({ tools })).calls?.map((call) => call.arguments)).toEqual(['{"a":1}', '{"a":2}'])
  served.play(() => ({ status: 400, body: { error: { message: 'tiny does not support tools' } } }))
  const unknown = { code: 'model.unusable', context: { reason: 'noTools' } }
  await expect(ask({ tools })).rejects.toMatchObject(unknown)
  await expect(ask({ tools })).rejects.toMatchObject(unknown)
  expect(served.asked).toHaveLength(1)
})

it('ends an endless answer, one that is too large, and one that nobody wants any more', async () => {
  served.play(() => ({ endless: 'The tree seals its leaves, and ' }))
  expect(await ask()).toMatchObject({ finish: 'loop' })
  served.play(() => ({
    raw: `{"choices":[{"message":{"content":"${'x'.repeat(5_000_000)}"}}]}`,
    type: 'application/json',
  }))
  await expect(ask()).rejects.toMatchObject({ code: 'resource.tooLarge' })
  const unwanted = new AbortController()
  served.play(() => {
    setImmediate(() => unwanted.abort())
    return { stall: 'Once upon' }
  })
  await expect(ask({}, unwanted.signal)).rejects.toMatchObject({ code: 'cancelled' })
  await expect.poll(served.openTurns).toBe(0)
})

it('reaches a server on this machine while offline, and no other', async () => {
  served.play(() => ({ text: 'Here.' }))
  expect(await ask()).toMatchObject({ text: 'Here.' })
  const signal = new AbortController().signal
  const away = models.generate(serverAt('http://192.0.2.1:8080'), 'tiny', request, { signal })
  await expect(away).rejects.toMatchObject({ code: 'egress.denied' })
})

it('trusts the authority of an organisation that it was started with, and says how where it was not', async () => {
  const project = resolve(import.meta.dirname, '../../..')
  const certificates = join(project, 'test/fixtures/certificate')
  const [key, cert] = await Promise.all(['server.key', 'server.pem'].map((name) => readFile(join(certificates, name))))
  const server = createServer({ key, cert }, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"tiny"}]}')
  }).listen(0, 'localhost')
  await once(server, 'listening')
  try {
    const place = `https://localhost:${(server.address() as AddressInfo).port}/v1`
    const child = await builtChild('clients/certificate-child')
    const list = async (env: NodeJS.ProcessEnv) =>
      JSON.parse(
        (await promisify(execFile)(process.execPath, [child, place, project], { env: { ...process.env, ...env } }))
          .stdout,
      )
    expect(await list({ NODE_EXTRA_CA_CERTS: join(certificates, 'authority.pem') })).toEqual([
      { name: 'tiny', contextTokens: null },
    ])
    expect(await list({})).toMatchObject({
      code: 'resource.unreachable',
      message: expect.stringMatching(/^The certificate of localhost:\d+ is not trusted: unable to verify/),
      remedy: { kind: 'trustCertificate' },
    })
  } finally {
    server.close()
  }
})
