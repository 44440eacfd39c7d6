import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProcessEgress } from '../../../contract/processes/work-process'
import type { ApiServerChoice } from '../../../contract/resources/api-server'
import type { ApiOperation, UniversalResource } from '../../../contract/resources/resource'
import { createApiCalls } from '../../../main/clients'
import { startChildProcess } from '../../../main/processes'
import { secretsInMemory, workersDir } from '../resources/support'

type Answering = (request: IncomingMessage, response: ServerResponse) => void
let answering: Answering
let seen: { method: string; url: string; headers: IncomingMessage['headers'] }[]
const server = createServer((request, response) => {
  seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
  answering(request, response)
})
let origin: string
let egress: ProcessEgress
const secrets = secretsInMemory()
let chosen: ApiServerChoice | null = null
const calls = createApiCalls({
  workersDir,
  start: startChildProcess,
  secrets,
  egress: () => egress,
  chosenServer: () => chosen,
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(async () => {
  await calls.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
  chosen = null
  egress = 'local'
})

const json = (response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

function apiOf(operations: readonly Partial<ApiOperation>[] = []): UniversalResource {
  const auth = [{ name: 'token', place: { kind: 'bearer' } }]
  const operationsTotal = operations.length
  const metadata = {
    type: 'api',
    format: 'openapi3',
    version: '3',
    servers: [`${origin}`],
    auth,
    operations,
    operationsTotal,
  }
  return { resourceId: 'api:x', name: 'Things', metadata } as unknown as UniversalResource
}

function call(more: Partial<ApiOperation> = {}, signal = new AbortController().signal) {
  const operation: ApiOperation = {
    id: 'list',
    method: 'GET',
    path: '/things',
    summary: '',
    parameters: [],
    auth: [],
    ...more,
  }
  return calls.call(apiOf(), operation, {}, signal)
}

it('follows pages to their end, and within its limit', async () => {
  answering = ({ url }, response) => {
    const page = Number(new URL(url ?? '', origin).searchParams.get('page') ?? 1)
    json(response, { items: [page] }, page < 3 ? { link: `</things?page=${page + 1}>; rel="next"` } : {})
  }
  expect(await call()).toMatchObject({ value: { items: [1, 2, 3] }, pages: 3, cut: false, status: 200 })
  answering = (_, response) => json(response, [seen.length], { link: `</things?page=${seen.length}>; rel=next` })
  expect(await call()).toMatchObject({ pages: 5, cut: true })
})

it('tries again where that is harmless, and only there', async () => {
  answering = (_, response) => {
    if (seen.length < 3) response.writeHead(503, { 'retry-after': '0' }).end()
    else json(response, 'at last')
  }
  expect(await call()).toMatchObject({ value: 'at last' })
  seen = []
  await expect(call({ method: 'POST' })).rejects.toMatchObject({ code: 'tool.failed', context: { status: 503 } })
  expect(seen).toHaveLength(1)
})

it('sends a credential along, and asks for one that is missing', async () => {
  answering = (_, response) => json(response, {})
  await expect(call({ auth: ['token'] })).rejects.toMatchObject({ code: 'resource.needsSecret' })
  expect(seen).toEqual([])
  secrets.held.set('api:x/token', 'abc')
  await call({ auth: ['token'] })
  expect(seen[0]?.headers.authorization).toBe('Bearer abc')
})

it('stays with its origin, and where the project may connect', async () => {
  answering = ({ url }, response) => {
    if (url === '/things') response.writeHead(302, { location: '/moved' }).end()
    else json(response, url)
  }
  expect(await call()).toMatchObject({ value: '/moved' })
  answering = (_, response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end()
  await expect(call()).rejects.toMatchObject({ code: 'tool.failed', context: { said: '→ http://localhost:1' } })
  egress = 'offline'
  await expect(call()).rejects.toMatchObject({ code: 'egress.denied' })
  answering = (_, response) => json(response, 'here')
  egress = { hosts: ['example.org', new URL(origin).host] }
  expect(await call()).toMatchObject({ value: 'here' })
  egress = { hosts: ['example.org'] }
  await expect(call()).rejects.toMatchObject({ code: 'egress.denied' })
})

it('asks the server that a person chose, within what the project may connect to, and none where none is left', async () => {
  const second = createServer(({ url }, response) => json(response, `second ${url}`))
  await once(second.listen(0, '127.0.0.1'), 'listening')
  const other = `http://127.0.0.1:${(second.address() as { port: number }).port}`
  const api = (servers: string[]): UniversalResource => {
    const described = apiOf()
    return { ...described, metadata: { ...described.metadata, servers } } as UniversalResource
  }
  const ask = (servers: string[]) => {
    const operation = { id: 'list', method: 'GET', path: '/things', summary: '', parameters: [], auth: [] }
    return calls.call(api(servers), operation, {}, new AbortController().signal)
  }
  answering = ({ url }, response) => json(response, `first ${url}`)
  try {
    expect(await ask([origin, other])).toMatchObject({ value: 'first /things' })
    chosen = { server: other, base: null }
    expect(await ask([origin, other])).toMatchObject({ value: 'second /things' })
    await expect(ask([origin])).rejects.toMatchObject({
      code: 'resource.invalid',
      remedy: { kind: 'chooseServer' },
      context: { problem: 'serverGone' },
    })
    chosen = { server: '/v1', base: other }
    expect(await ask(['/v1'])).toMatchObject({ value: 'second /v1/things' })
    chosen = { server: null, base: other }
    expect(await ask([])).toMatchObject({ value: 'second /things' })
    egress = { hosts: [new URL(origin).host] }
    await expect(ask([])).rejects.toMatchObject({ code: 'egress.denied' })
    chosen = null
    for (const servers of [[], ['/v1'], ['file:///etc'], ['https://{region}.example.org'], ['//evil.example/v1']]) {
      await expect(ask(servers)).rejects.toMatchObject({ code: 'resource.invalid', context: { problem: 'noServer' } })
      expect(() => calls.serverOf(api(servers))).toThrow('has no server')
    }
  } finally {
    second.closeAllConnections()
    second.close()
  }
})

it('treats a server on ::1 as one on 127.0.0.1', async ({ skip }) => {
  const answer = (_: IncomingMessage, response: ServerResponse): void => json(response, 'here')
  const onSix = createServer(answer)
  const hasSix = await new Promise<boolean>((resolve) => {
    onSix.once('error', () => resolve(false)).listen(0, '::1', () => resolve(true))
  })
  if (!hasSix) return skip('This machine has no IPv6 loopback.')
  const { port } = onSix.address() as { port: number }
  answering = answer
  const four = { before: origin, host: '127.0.0.1', port: Number(new URL(origin).port) }
  const ask = (host: string, at: number, allowed: ProcessEgress): Promise<unknown> => {
    egress = allowed
    origin = `http://${host}:${at}`
    return call().then(
      ({ value }) => value,
      (error: { code?: string }) => error.code,
    )
  }
  try {
    for (const [host, at] of [
      ['[::1]', port],
      [four.host, four.port],
    ] as const) {
      expect(await ask(host, at, 'local')).toBe('here')
      expect(await ask(host, at, 'offline')).toBe('egress.denied')
      expect(await ask(host, at, { hosts: [`${host}:${at}`] })).toBe('here')
      expect(await ask(host, at, { hosts: [host] })).toBe('here')
      expect(await ask(host, at, { hosts: [`${host}:1`, 'localhost'] })).toBe('egress.denied')
      // By name whichever of the two it listens on: the resolver answers with both, or with either.
      expect(await ask('localhost', at, 'offline')).toBe('egress.denied')
      expect(await ask('localhost', at, { hosts: ['127.0.0.1', '[::1]'] })).toBe('egress.denied')
    }
    const names = (await lookup('localhost', { all: true })).map(({ address }) => address)
    for (const [address, at] of [
      ['::1', port],
      ['127.0.0.1', four.port],
    ] as const) {
      if (!names.includes(address)) continue
      expect(await ask('localhost', at, 'local')).toBe('here')
      expect(await ask('localhost', at, { hosts: ['localhost'] })).toBe('here')
    }
    expect(await ask('[::ffff:127.0.0.1]', four.port, 'local')).toBe('here')
    expect(await ask('[::ffff:127.0.0.1]', four.port, { hosts: ['[::1]'] })).toBe('egress.denied')
    // The URL parser reads these as 127.0.0.1 before anything is asked.
    for (const host of ['2130706433', '0177.0.0.1', '0x7f.1', '127.0.0.1.']) {
      expect(await ask(host, four.port, 'local'), host).toBe('here')
      expect(await ask(host, four.port, { hosts: ['[::1]'] }), host).toBe('egress.denied')
    }
    for (const host of ['0.0.0.0', '[::]', '[::ffff:8.8.8.8]', '[64:ff9b::7f00:1]', '134744072']) {
      expect(await ask(host, port, 'local'), host).toBe('egress.denied')
    }
    // Nothing is sent to an address with a user in it.
    expect(await ask('127.0.0.1@8.8.8.8', port, 'local')).toBe('resource.invalid')
  } finally {
    origin = four.before
    onSix.closeAllConnections()
    onSix.close()
  }
})

it('reads text, refuses what is neither, and takes no more than it may', async () => {
  answering = (_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('so')
  expect(await call()).toMatchObject({ value: 'so', mediaType: 'text/plain' })
  answering = (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x')
  await expect(call()).rejects.toMatchObject({ code: 'resource.unsupported', context: { mediaType: 'image/png' } })
  answering = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const flood = (): void => void (response.writable && response.write('x'.repeat(65_536), flood))
    flood()
  }
  expect(await call()).toMatchObject({ cut: true })
  answering = (_, response) => void response.writeHead(404).end('no such thing')
  await expect(call()).rejects.toMatchObject({
    code: 'tool.failed',
    context: { status: 404, said: '404 no such thing' },
  })
})

it('ends a call that nobody wants any more', async () => {
  const unwanted = new AbortController()
  answering = () => unwanted.abort()
  await expect(call({}, unwanted.signal)).rejects.toMatchObject({ code: 'cancelled' })
})

it('is asked whether it is there by what reads alone, without a key, and whatever it answers it is', async () => {
  secrets.held.set('api:x/token', 'abc')
  const { signal } = new AbortController()
  const operation = (method: string, path: string, required = false) => ({
    method,
    path,
    parameters: [{ name: 'id', in: 'query' as const, required, type: 'string', description: '' }],
    auth: ['token'],
  })
  answering = (_, response) => void response.writeHead(405).end()
  await calls.reach(
    apiOf([operation('POST', '/health'), operation('GET', '/orders'), operation('GET', '/ping', true)]),
    signal,
  )
  answering = (_, response) => void response.writeHead(401).end('who are you?')
  await calls.reach(apiOf([operation('GET', '/v1/healthz')]), signal)
  expect(seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ['HEAD', '/', undefined],
    ['GET', '/v1/healthz', undefined],
  ])
  answering = ({ socket }) => void socket.destroy()
  await expect(calls.reach(apiOf(), signal)).rejects.toMatchObject({ code: 'resource.unreachable' })
  // Once: whoever waits for a check waits for no retries.
  expect(seen).toHaveLength(3)
})
