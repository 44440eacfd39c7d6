import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApiCalls } from '../../../main/clients'
import type { Inference } from '../../../main/inference'
import { startChildProcess } from '../../../main/processes'
import { createDiscoverers, type Resources } from '../../../main/resources'
import type { Store } from '../../../main/store'
import {
  newFolder,
  openFreshStore,
  openResources,
  secretsInMemory,
  startEncoder,
  workersDir,
} from '../resources/support'

const key = 'hamster-4711-wheel'
let store: Store
let inference: Inference
let found: ReturnType<typeof createDiscoverers>
let resources: Resources
let folder: string
let secrets: ReturnType<typeof secretsInMemory>
let seen: IncomingMessage[]
let origin: string
/** Lets in whoever has the key, and says what came with the request. */
const server = createServer((request, response) => {
  seen.push(request)
  const { headers, url = '' } = request
  const isIn = JSON.stringify([headers['x-api-key'], headers.authorization, headers.cookie, url]).match(
    new RegExp(`${key}|${Buffer.from(`ada:${key}`).toString('base64')}`),
  )
  const echo = { headers, url, row: 4711 }
  response.writeHead(isIn || url === '/open' ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify(echo))
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  store = await openFreshStore()
  inference = await startEncoder()
  found = createDiscoverers({ workersDir, start: startChildProcess, egress: () => 'local' })
})
afterAll(async () => {
  await found.close()
  await inference.close()
  await store.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  seen = []
  folder = await newFolder('api-keys')
  secrets = secretsInMemory()
  resources = openResources(store, inference, { discoverers: found.discoverers, secrets })
})
afterEach(async () => {
  const { resources: all } = await resources.list({ parentId: null, type: 'api', offset: 0, limit: 10 })
  if (all.length > 0) await resources.remove(all.map(({ resourceId }) => resourceId))
  await resources.close()
  await rm(folder, { recursive: true, force: true })
})

const schemes = {
  inHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  inQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
  inCookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  token: { type: 'http', scheme: 'bearer' },
  account: { type: 'http', scheme: 'basic' },
  institute: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: {} } } },
  digest: { type: 'http', scheme: 'digest' },
  spare: { type: 'http', scheme: 'bearer' },
}

/** A description whose operations need one scheme each, by the scheme's name; of `null` one that is open. */
function describing(operations: readonly (string | null)[]): string {
  const paths = Object.fromEntries(
    operations.map((name) => [
      `/${name ?? 'open'}`,
      { get: { operationId: `get_${name ?? 'open'}`, responses: {}, ...(name && { security: [{ [name]: [] }] }) } },
    ]),
  )
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Wheels', version: '1' },
    servers: [{ url: origin }],
    components: { securitySchemes: schemes },
    paths,
  })
}

async function dropped(operations: readonly (string | null)[]): Promise<string> {
  const path = join(folder, 'wheels.json')
  await writeFile(path, describing(operations))
  const [taken] = await resources.add([path])
  return taken!.resourceId
}

async function statuses(id: string): Promise<Record<string, string>> {
  const { resources: parts } = await resources.list({ parentId: id, offset: 0, limit: 50 })
  const named = parts.map(async ({ resourceId, status }) => {
    const { metadata } = await resources.get(resourceId)
    return [metadata.type === 'api' ? metadata.operations[0]!.id : '', status] as const
  })
  return Object.fromEntries(await Promise.all(named))
}

/** All rows of the database, as text. */
async function everyRow(): Promise<string> {
  const tables = await store.database.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const rows = await Promise.all(
    tables.map(({ name }) => store.database.query<{ row: string }>(`select t::text as row from ${name} t`)),
  )
  return JSON.stringify(rows)
}

test('an API whose operations need keys waits for them, is called with each in its place, and forgets them', async () => {
  const calls = createApiCalls({
    workersDir,
    start: startChildProcess,
    secrets,
    egress: () => 'local',
    chosenServer: () => null,
  })
  const available: string[] = []
  const names = ['inHeader', 'inQuery', 'inCookie', 'token', 'account', 'institute'] as const
  const id = await dropped([...names, 'digest'])
  resources.subscribeAvailable((change) => available.push(...change.available.map(({ resourceId }) => resourceId)))
  try {
    const api = await resources.get(id)
    expect(api.status).toBe('needsSecret')
    const operations = api.metadata.type === 'api' ? api.metadata.operations : []
    const call = (name: string) =>
      calls.call(api, operations.find((one) => one.id === `get_${name}`)!, {}, new AbortController().signal)
    for (const name of names) {
      await expect(call(name)).rejects.toMatchObject({ code: 'resource.needsSecret', remedy: { kind: 'enterKey' } })
    }
    expect(seen).toEqual([])
    expect(available).toEqual([])

    const asked = await resources.secretsOf(id)
    expect(asked.secrets).toEqual([
      { name: 'inHeader', place: { kind: 'key', in: 'header', name: 'X-Api-Key' }, isSaved: false },
      { name: 'inQuery', place: { kind: 'key', in: 'query', name: 'api_key' }, isSaved: false },
      { name: 'inCookie', place: { kind: 'key', in: 'cookie', name: 'session' }, isSaved: false },
      { name: 'token', place: { kind: 'bearer' }, isSaved: false },
      { name: 'account', place: { kind: 'basic' }, isSaved: false },
      { name: 'institute', place: { kind: 'accessToken', scheme: 'OAuth 2 (clientCredentials)' }, isSaved: false },
      { name: 'digest', place: { kind: 'unsupported', scheme: 'HTTP digest' }, isSaved: false },
    ])
    // Through one of its operations: a key counts for the whole API.
    const { resources: parts } = await resources.list({ parentId: id, offset: 0, limit: 50 })
    const given = Object.fromEntries(names.map((name) => [name, name === 'account' ? `ada:${key}` : key]))
    const unlocked = await resources.unlock(parts[0]!.resourceId, { ...given, token: ` Bearer ${key}\n` })
    expect(unlocked).toMatchObject({ resource: { resourceId: parts[0]!.resourceId }, kept: 'session' })
    expect((await resources.get(id)).status).toBe('ready')
    expect(available).toContain(id)
    expect(await statuses(id)).toEqual({
      ...Object.fromEntries(names.map((name) => [`get_${name}`, 'ready'])),
      get_digest: 'needsSecret',
    })

    const results = await Promise.all(names.map(call))
    const sent = (path: string) => seen.find(({ url = '' }) => url.startsWith(`/${path}`))!
    expect(sent('inHeader').headers['x-api-key']).toBe(key)
    expect(sent('inQuery').url).toBe(`/inQuery?api_key=${key}`)
    expect(sent('inCookie').headers.cookie).toBe(`session=${key}`)
    expect(sent('token').headers.authorization).toBe(`Bearer ${key}`)
    expect(sent('institute').headers.authorization).toBe(`Bearer ${key}`)
    expect(sent('account').headers.authorization).toBe(`Basic ${Buffer.from(`ada:${key}`).toString('base64')}`)
    // The server said each key again; numbers that look like a part of one stay.
    const said = JSON.stringify(results)
    expect(said).toContain('••••••••')
    expect(said).toContain('"row":4711')
    for (const secret of [key, Buffer.from(`ada:${key}`).toString('base64')]) expect(said).not.toContain(secret)
    expect(await everyRow()).not.toContain(key)

    for (const name of names) await resources.removeSecret(id, name)
    expect(secrets.held.size).toBe(0)
    expect((await resources.get(id)).status).toBe('needsSecret')
  } finally {
    await calls.close()
  }
})

test('an API that is partly open has a key for the rest; the key stays where its description changes', async () => {
  const id = await dropped([null, 'token'])
  expect((await resources.get(id)).status).toBe('ready')
  expect(await statuses(id)).toEqual({ get_open: 'ready', get_token: 'needsSecret' })
  await resources.unlock(id, { token: key })
  expect(await statuses(id)).toEqual({ get_open: 'ready', get_token: 'ready' })
  await writeFile(join(folder, 'wheels.json'), describing([null, 'token', 'account']))
  await resources.refresh(id)
  expect(await statuses(id)).toEqual({ get_open: 'ready', get_token: 'ready', get_account: 'needsSecret' })
  expect((await resources.secretsOf(id)).secrets.map(({ name, isSaved }) => [name, isSaved])).toEqual([
    ['token', true],
    ['account', false],
  ])
})

test('a pasted API is opened by its key, operation by operation, and closed without it', async () => {
  const [taken] = await resources.addText(describing([null, 'token', 'account']))
  const id = taken!.resourceId
  await resources.unlock(id, { account: `ada:${key}` })
  expect(await statuses(id)).toEqual({ get_open: 'ready', get_token: 'needsSecret', get_account: 'ready' })
  await resources.removeSecret(id, 'account')
  expect(await statuses(id)).toEqual({ get_open: 'ready', get_token: 'needsSecret', get_account: 'needsSecret' })
  expect((await resources.get(id)).status).toBe('ready')
})

test('what cannot be sent, or is not wanted, is refused without being said again', async () => {
  const id = await dropped(['inHeader', 'account', 'digest'])
  const refused: [Record<string, string>, string][] = [
    [{ inHeader: `${key}\nX-Evil: 1` }, 'lineBreak'],
    [{ inHeader: `${key}密` }, 'notLatin'],
    [{ inHeader: '  ' }, 'empty'],
    [{ account: key }, 'noUser'],
    [{ digest: key }, 'cannotBeSent'],
    [{ password: key }, 'notWanted'],
    [{ spare: key }, 'notWanted'],
  ]
  for (const [given, reason] of refused) {
    const error = await resources.unlock(id, given).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'input.invalid', context: { problem: 'secret', reason } })
    expect(JSON.stringify([error, String(error)])).not.toContain(key)
  }
  expect(secrets.held.size).toBe(0)
})

test('a key that a variable brings after the description was added opens the API at the next start', async () => {
  const id = await dropped(['token'])
  expect((await resources.get(id)).status).toBe('needsSecret')
  await resources.close()
  secrets.held.set(`${id}/token`, key)
  resources = openResources(store, inference, { discoverers: found.discoverers, secrets, watch: true })
  const isOpen = new Promise<void>((resolve) => {
    resources.subscribeAvailable(({ available }) => {
      if (available.some(({ resourceId }) => resourceId === id)) resolve()
    })
  })
  await resources.start()
  await isOpen
  expect((await resources.get(id)).status).toBe('ready')
})
